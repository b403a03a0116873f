<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="notions" tilewidth="16" tileheight="16" tilecount="24" columns="8">
 <image source="notions.png" width="128" height="48"/>
 <tile id="0" type="Ladder">
  <objectgroup draworder="index" id="2">
   <object id="1" x="2" y="0" width="12" height="16"/>
  </objectgroup>
 </tile>
 <tile id="1" type="Ladder">
  <objectgroup draworder="index" id="2">
   <object id="1" x="2" y="0" width="12" height="16"/>
  </objectgroup>
 </tile>
 <tile id="2" type="Ladder">
  <objectgroup draworder="index" id="2">
   <object id="1" x="2" y="0" width="12" height="16"/>
  </objectgroup>
 </tile>
 <tile id="3" type="Ladder">
  <objectgroup draworder="index" id="2">
   <object id="1" x="2" y="0" width="12" height="16"/>
  </objectgroup>
 </tile>
 <tile id="4" type="Ice"/>
 <tile id="5" type="Ice">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="6" type="Ice">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="7" type="Ice">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="8" type="Bouncy"/>
 <tile id="9" type="Bouncy">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="10" type="Bouncy">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="11" type="Bouncy">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="12" type="Sticky"/>
 <tile id="13" type="Sticky">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="14" type="Sticky">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="15" type="Sticky">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="16" type="Conveyor"/>
 <tile id="17" type="Conveyor">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="18" type="Conveyor">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="19" type="Conveyor">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="20" type="Solid"/>
 <tile id="21" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="22" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="23" type="Solid">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
</tileset>
