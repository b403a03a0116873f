<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="herringbone" tilewidth="16" tileheight="16" tilecount="48" columns="8">
 <properties>
  <property name="hem" value="frayed"/>
 </properties>
 <image source="herringbone.png" width="128" height="96"/>
 <tile id="0" type="Solid"/>
 <tile id="1" type="Solid" probability="0.5"/>
 <tile id="2" type="Solid" probability="0.5"/>
 <tile id="3" type="Solid" probability="0.5"/>
 <tile id="4" type="Solid" probability="0.05"/>
 <tile id="5" type="Solid" probability="0.05"/>
 <tile id="6" type="Solid"/>
 <tile id="7" type="Solid"/>
 <tile id="8" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="9" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="10" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="11" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 0,-16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="12" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-8 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="13" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="14" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,8 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="15" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="16" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,8 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="17" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,8 16,-8 0,-8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="18" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-8 16,-16 0,-16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="19" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 0,-8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="20" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="8" y="16">
    <polygon points="0,0 8,-16 8,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="21" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 8,-16 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="22" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 8,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="23" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 8,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="24" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="8" y="0">
    <polygon points="0,0 8,16 8,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="25" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 8,16 16,16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="26" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 8,0 16,-16 0,-16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="27" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 8,-16 0,-16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="28" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="29" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="30" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="8" height="16"/>
  </objectgroup>
 </tile>
 <tile id="31" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="8" y="0" width="8" height="16"/>
  </objectgroup>
 </tile>
 <tile id="32" type="Border"/>
 <tile id="33" type="Border"/>
 <tile id="34" type="Border"/>
 <tile id="35" type="Border"/>
 <tile id="36" type="Border"/>
 <tile id="37" type="Border"/>
 <tile id="38" type="Border"/>
 <tile id="39" type="Border"/>
 <tile id="40" type="Border"/>
 <tile id="41" type="Border"/>
 <wangsets>
  <wangset name="herringbone" type="corner" tile="0">
   <wangcolor name="herringbone" color="#6e8c50" tile="0" probability="1"/>
   <wangtile tileid="0" wangid="0,1,0,1,0,1,0,1"/>
   <wangtile tileid="1" wangid="0,1,0,1,0,1,0,1"/>
   <wangtile tileid="2" wangid="0,1,0,1,0,1,0,1"/>
   <wangtile tileid="3" wangid="0,1,0,1,0,1,0,1"/>
   <wangtile tileid="4" wangid="0,1,0,1,0,1,0,1"/>
   <wangtile tileid="5" wangid="0,1,0,1,0,1,0,1"/>
   <wangtile tileid="8" wangid="0,1,0,1,0,1,0,0"/>
   <wangtile tileid="9" wangid="0,0,0,1,0,1,0,1"/>
   <wangtile tileid="10" wangid="0,1,0,1,0,0,0,1"/>
   <wangtile tileid="11" wangid="0,1,0,0,0,1,0,1"/>
   <wangtile tileid="32" wangid="0,1,0,0,0,0,0,0"/>
   <wangtile tileid="33" wangid="0,0,0,1,0,0,0,0"/>
   <wangtile tileid="34" wangid="0,1,0,1,0,0,0,0"/>
   <wangtile tileid="35" wangid="0,0,0,0,0,1,0,0"/>
   <wangtile tileid="36" wangid="0,1,0,0,0,1,0,0"/>
   <wangtile tileid="37" wangid="0,0,0,1,0,1,0,0"/>
   <wangtile tileid="38" wangid="0,0,0,0,0,0,0,1"/>
   <wangtile tileid="39" wangid="0,1,0,0,0,0,0,1"/>
   <wangtile tileid="40" wangid="0,0,0,1,0,0,0,1"/>
   <wangtile tileid="41" wangid="0,0,0,0,0,1,0,1"/>
  </wangset>
 </wangsets>
</tileset>
