<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="things" tilewidth="48" tileheight="32" tilecount="9" columns="0" objectalignment="topleft">
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
</tileset>
