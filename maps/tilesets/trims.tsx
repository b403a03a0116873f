<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="trims" tilewidth="16" tileheight="16" tilecount="64" columns="8">
 <image source="trims.png" width="128" height="128"/>
 <tile id="0" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="16" height="4"/>
  </objectgroup>
 </tile>
 <tile id="1" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="16" height="4"/>
  </objectgroup>
 </tile>
 <tile id="2" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="16" height="4"/>
  </objectgroup>
 </tile>
 <tile id="3" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="16" height="4"/>
  </objectgroup>
 </tile>
 <tile id="4" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="16" height="4"/>
  </objectgroup>
 </tile>
 <tile id="5" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="16" height="4"/>
  </objectgroup>
 </tile>
 <tile id="6" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="16" height="4"/>
  </objectgroup>
 </tile>
 <tile id="7" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="16" height="4"/>
  </objectgroup>
 </tile>
 <tile id="8" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,-12 4,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="9" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 12,16 0,4"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="10" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-8 16,-4 8,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="11" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 16,-4 0,4"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="12" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,8 16,12 0,4"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="13" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,8 8,8 0,4"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="16" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,-12 4,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="17" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 12,16 0,4"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="18" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-8 16,-4 8,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="19" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 16,-4 0,4"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="20" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,8 16,12 0,4"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="21" type="OneWay">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,8 8,8 0,4"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="32" type="Hazard">
  <objectgroup draworder="index" id="2">
   <object id="1" x="1" y="5" width="14" height="11"/>
  </objectgroup>
 </tile>
 <tile id="33" type="Hazard">
  <objectgroup draworder="index" id="2">
   <object id="1" x="1" y="5" width="14" height="11"/>
  </objectgroup>
 </tile>
 <tile id="34" type="Hazard">
  <objectgroup draworder="index" id="2">
   <object id="1" x="1" y="0" width="14" height="11"/>
  </objectgroup>
 </tile>
 <tile id="35" type="Hazard">
  <objectgroup draworder="index" id="2">
   <object id="1" x="1" y="0" width="14" height="11"/>
  </objectgroup>
 </tile>
 <tile id="36" type="Hazard">
  <objectgroup draworder="index" id="2">
   <object id="1" x="5" y="1" width="11" height="14"/>
  </objectgroup>
 </tile>
 <tile id="37" type="Hazard">
  <objectgroup draworder="index" id="2">
   <object id="1" x="5" y="1" width="11" height="14"/>
  </objectgroup>
 </tile>
 <tile id="38" type="Hazard">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="1" width="11" height="14"/>
  </objectgroup>
 </tile>
 <tile id="39" type="Hazard">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="1" width="11" height="14"/>
  </objectgroup>
 </tile>
</tileset>
