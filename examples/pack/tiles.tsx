<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.12.1" name="tiles" tilewidth="16" tileheight="16" tilecount="8" columns="4">
 <properties>
  <property name="hem" value="none"/>
 </properties>
 <image source="tiles.png" width="64" height="32"/>
 <tile id="0" type="Solid"/>
 <tile id="1" type="Solid"/>
 <tile id="2" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="3" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="16" height="4"/>
  </objectgroup>
 </tile>
 <tile id="4" type="Hazard">
  <objectgroup draworder="index" id="2">
   <object id="1" x="1" y="6" width="14" height="10"/>
  </objectgroup>
 </tile>
</tileset>
