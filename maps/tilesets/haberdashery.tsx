<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="haberdashery" tilewidth="16" tileheight="16" tilecount="16" columns="8">
 <image source="haberdashery.png" width="128" height="32"/>
 <tile id="0" type="Water">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="4" width="16" height="12"/>
  </objectgroup>
  <animation>
   <frame tileid="0" duration="160"/>
   <frame tileid="1" duration="160"/>
   <frame tileid="2" duration="160"/>
   <frame tileid="3" duration="160"/>
  </animation>
 </tile>
 <tile id="4" type="Water"/>
 <tile id="5" type="Water"/>
 <tile id="6" type="Water"/>
 <tile id="7" type="Water"/>
 <tile id="8" type="OneWay">
  <properties>
   <property name="direction" propertytype="Direction" value="up"/>
  </properties>
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="16" height="4"/>
  </objectgroup>
 </tile>
 <tile id="9" type="OneWay">
  <properties>
   <property name="direction" propertytype="Direction" value="down"/>
  </properties>
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="12" width="16" height="4"/>
  </objectgroup>
 </tile>
 <tile id="10" type="OneWay">
  <properties>
   <property name="direction" propertytype="Direction" value="left"/>
  </properties>
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="4" height="16"/>
  </objectgroup>
 </tile>
 <tile id="11" type="OneWay">
  <properties>
   <property name="direction" propertytype="Direction" value="right"/>
  </properties>
  <objectgroup draworder="index" id="2">
   <object id="1" x="12" y="0" width="4" height="16"/>
  </objectgroup>
 </tile>
 <tile id="12" type="Ladder">
  <objectgroup draworder="index" id="2">
   <object id="1" x="2" y="0" width="12" height="16"/>
  </objectgroup>
 </tile>
 <tile id="13" type="Ladder">
  <objectgroup draworder="index" id="2">
   <object id="1" x="2" y="0" width="12" height="16"/>
  </objectgroup>
 </tile>
 <tile id="14" type="Ladder">
  <objectgroup draworder="index" id="2">
   <object id="1" x="2" y="0" width="12" height="16"/>
  </objectgroup>
 </tile>
</tileset>
