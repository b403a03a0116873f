<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="things" tilewidth="48" tileheight="48" tilecount="23" columns="0" objectalignment="topleft">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0" type="Player">
  <image width="32" height="32" source="things/player.png"/>
 </tile>
 <tile id="1" type="Exit">
  <image width="24" height="32" source="things/exit.png"/>
 </tile>
 <tile id="2" type="Checkpoint">
  <image width="32" height="48" source="things/checkpoint.png"/>
 </tile>
 <tile id="3" type="Bead">
  <image width="12" height="12" source="things/bead.png"/>
 </tile>
 <tile id="4" type="Bead">
  <properties>
   <property name="golden" type="bool" value="true"/>
  </properties>
  <image width="16" height="16" source="things/golden-bead.png"/>
 </tile>
 <tile id="5" type="Sign">
  <properties>
   <property name="text" value="Write something here"/>
  </properties>
  <image width="16" height="32" source="things/sign.png"/>
 </tile>
 <tile id="6" type="Platform">
  <image width="48" height="16" source="things/platform.png"/>
 </tile>
 <tile id="7" type="Platform">
  <properties>
   <property name="look" value="ribbon"/>
   <property name="one_way" type="bool" value="true"/>
  </properties>
  <image width="48" height="8" source="things/ribbon-platform.png"/>
 </tile>
 <tile id="8" type="Crate">
  <image width="16" height="16" source="things/crate.png"/>
 </tile>
 <tile id="9" type="Spring">
  <image width="16" height="8" source="things/spring.png"/>
 </tile>
 <tile id="10" type="LoosePatch">
  <image width="32" height="16" source="things/loose-patch.png"/>
 </tile>
 <tile id="11" type="WornPatch">
  <image width="32" height="16" source="things/worn-patch.png"/>
 </tile>
 <tile id="12" type="KeyButton">
  <image width="16" height="16" source="things/key-button.png"/>
 </tile>
 <tile id="13" type="ZipDoor">
  <image width="16" height="48" source="things/zip-door.png"/>
 </tile>
 <tile id="14" type="PressureButton">
  <image width="16" height="4" source="things/pressure-button.png"/>
 </tile>
 <tile id="15" type="Gate">
  <image width="16" height="48" source="things/gate.png"/>
 </tile>
 <tile id="16" type="Iron">
  <image width="32" height="32" source="things/iron.png"/>
 </tile>
 <tile id="17" type="Scissors">
  <image width="32" height="32" source="things/scissors.png"/>
 </tile>
 <tile id="18" type="RollingSpool">
  <image width="32" height="32" source="things/rolling-spool.png"/>
 </tile>
 <tile id="19" type="PinBug">
  <image width="16" height="12" source="things/pin-bug.png"/>
 </tile>
 <tile id="20" type="Moth">
  <image width="20" height="14" source="things/moth.png"/>
 </tile>
 <tile id="21" type="DashSpool">
  <image width="16" height="16" source="things/dash-spool.png"/>
 </tile>
 <tile id="22" type="Aglet">
  <image width="96" height="64" source="things/aglet.png"/>
 </tile>
</tileset>
