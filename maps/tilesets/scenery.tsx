<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="scenery" tilewidth="858" tileheight="640" tilecount="80" columns="0" objectalignment="bottom">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0">
  <image width="360" height="170" source="scenery/mound.png"/>
 </tile>
 <tile id="1">
  <image width="420" height="110" source="scenery/ridge.png"/>
 </tile>
 <tile id="2">
  <image width="320" height="210" source="scenery/fold.png"/>
 </tile>
 <tile id="3">
  <image width="100" height="100" source="scenery/button.png"/>
 </tile>
 <tile id="4">
  <image width="84" height="108" source="scenery/spool.png"/>
 </tile>
 <tile id="5">
  <image width="84" height="100" source="scenery/thimble.png"/>
 </tile>
 <tile id="6">
  <image width="120" height="260" source="scenery/shears.png"/>
 </tile>
 <tile id="7">
  <image width="60" height="280" source="scenery/needle.png"/>
 </tile>
 <tile id="8">
  <image width="170" height="130" source="scenery/tape.png"/>
 </tile>
 <tile id="9">
  <image width="48" height="250" source="scenery/ruler.png"/>
 </tile>
 <tile id="10">
  <image width="84" height="140" source="scenery/pompom.png"/>
 </tile>
 <tile id="11">
  <image width="210" height="90" source="scenery/safety_pin.png"/>
 </tile>
 <tile id="12">
  <image width="240" height="260" source="scenery/window.png"/>
 </tile>
 <tile id="13">
  <image width="90" height="120" source="scenery/jar.png"/>
 </tile>
 <tile id="14">
  <image width="430" height="150" source="scenery/front.png"/>
 </tile>
 <tile id="15">
  <image width="100" height="190" source="scenery/pencils.png"/>
 </tile>
 <tile id="16">
  <image width="110" height="104" source="scenery/yarn.png"/>
 </tile>
 <tile id="17">
  <image width="190" height="210" source="scenery/loom.png"/>
 </tile>
 <tile id="18">
  <image width="230" height="170" source="scenery/rack.png"/>
 </tile>
 <tile id="19">
  <image width="130" height="130" source="scenery/wheel.png"/>
 </tile>
 <tile id="20">
  <image width="400" height="150" source="scenery/roof.png"/>
 </tile>
 <tile id="21">
  <image width="200" height="120" source="scenery/bales.png"/>
 </tile>
 <tile id="22">
  <image width="70" height="110" source="scenery/cone.png"/>
 </tile>
 <tile id="23">
  <image width="70" height="300" source="scenery/pulley.png"/>
 </tile>
 <tile id="24">
  <image width="80" height="260" source="scenery/chimney.png"/>
 </tile>
 <tile id="25">
  <image width="150" height="150" source="scenery/porthole.png"/>
 </tile>
 <tile id="26">
  <image width="150" height="110" source="scenery/basket.png"/>
 </tile>
 <tile id="27">
  <image width="150" height="300" source="scenery/coat.png"/>
 </tile>
 <tile id="28">
  <image width="150" height="280" source="scenery/dress.png"/>
 </tile>
 <tile id="29">
  <image width="240" height="110" source="scenery/hats.png"/>
 </tile>
 <tile id="30">
  <image width="140" height="130" source="scenery/boots.png"/>
 </tile>
 <tile id="31">
  <image width="130" height="250" source="scenery/mirror.png"/>
 </tile>
 <tile id="32">
  <image width="180" height="110" source="scenery/trunk.png"/>
 </tile>
 <tile id="33">
  <image width="150" height="360" source="scenery/curtain.png"/>
 </tile>
 <tile id="34">
  <image width="150" height="150" source="scenery/shirt.png"/>
 </tile>
 <tile id="35">
  <image width="110" height="190" source="scenery/trousers.png"/>
 </tile>
 <tile id="36">
  <image width="60" height="90" source="scenery/sock.png"/>
 </tile>
 <tile id="37">
  <image width="640" height="24" source="scenery/line.png"/>
 </tile>
 <tile id="38">
  <image width="220" height="190" source="scenery/sheet.png"/>
 </tile>
 <tile id="39">
  <image width="60" height="96" source="scenery/lantern.png"/>
  <animation>
   <frame tileid="39" duration="640"/>
   <frame tileid="40" duration="640"/>
  </animation>
 </tile>
 <tile id="40">
  <image width="60" height="96" source="scenery/lantern_2.png"/>
 </tile>
 <tile id="41">
  <image width="64" height="400" source="scenery/pillar.png"/>
 </tile>
 <tile id="42">
  <image width="260" height="300" source="scenery/arch.png"/>
 </tile>
 <tile id="43">
  <image width="130" height="180" source="scenery/packet.png"/>
 </tile>
 <tile id="44">
  <image width="200" height="110" source="scenery/heads.png"/>
 </tile>
 <tile id="45">
  <image width="400" height="120" source="scenery/swag.png"/>
 </tile>
 <tile id="46">
  <image width="300" height="150" source="scenery/loop.png"/>
 </tile>
 <tile id="47">
  <image width="340" height="250" source="scenery/machine.png"/>
 </tile>
 <tile id="48">
  <image width="40" height="80" source="scenery/stitcher.png"/>
  <animation>
   <frame tileid="48" duration="120"/>
   <frame tileid="49" duration="120"/>
   <frame tileid="50" duration="120"/>
   <frame tileid="49" duration="120"/>
  </animation>
 </tile>
 <tile id="49">
  <image width="40" height="80" source="scenery/stitcher_2.png"/>
 </tile>
 <tile id="50">
  <image width="40" height="80" source="scenery/stitcher_3.png"/>
 </tile>
 <tile id="51">
  <image width="320" height="230" source="scenery/bow.png"/>
 </tile>
 <tile id="52">
  <image width="340" height="230" source="scenery/cushion.png"/>
 </tile>
 <tile id="53">
  <image width="300" height="280" source="scenery/skein.png"/>
 </tile>
 <tile id="54">
  <image width="280" height="320" source="scenery/boot.png"/>
 </tile>
 <tile id="55">
  <image width="360" height="290" source="scenery/chest.png"/>
 </tile>
 <tile id="56">
  <image width="520" height="150" source="scenery/bridge.png"/>
 </tile>
 <tile id="57">
  <image width="170" height="350" source="scenery/tower.png"/>
 </tile>
 <tile id="58">
  <image width="140" height="360" source="scenery/zip_fall.png"/>
  <animation>
   <frame tileid="58" duration="260"/>
   <frame tileid="59" duration="260"/>
  </animation>
 </tile>
 <tile id="59">
  <image width="140" height="360" source="scenery/zip_fall_2.png"/>
 </tile>
 <tile id="60">
  <image width="90" height="130" source="scenery/zip_pull.png"/>
 </tile>
 <tile id="61">
  <image width="300" height="230" source="scenery/press.png"/>
 </tile>
 <tile id="62">
  <image width="640" height="230" source="scenery/board.png"/>
 </tile>
 <tile id="63">
  <image width="380" height="210" source="scenery/engine.png"/>
 </tile>
 <tile id="64">
  <image width="380" height="220" source="scenery/fan.png"/>
 </tile>
 <tile id="65">
  <image width="190" height="350" source="scenery/boxes.png"/>
 </tile>
 <tile id="66">
  <image width="230" height="340" source="scenery/braces.png"/>
 </tile>
 <tile id="67">
  <image width="180" height="360" source="scenery/clock.png"/>
 </tile>
 <tile id="68">
  <image width="80" height="140" source="scenery/pendulum.png"/>
  <animation>
   <frame tileid="68" duration="420"/>
   <frame tileid="69" duration="420"/>
   <frame tileid="70" duration="420"/>
   <frame tileid="69" duration="420"/>
  </animation>
 </tile>
 <tile id="69">
  <image width="80" height="140" source="scenery/pendulum_2.png"/>
 </tile>
 <tile id="70">
  <image width="80" height="140" source="scenery/pendulum_3.png"/>
 </tile>
 <tile id="71">
  <image width="360" height="420" source="scenery/gate.png"/>
 </tile>
 <tile id="72">
  <image width="290" height="290" source="scenery/button_giant.png"/>
 </tile>
 <tile id="73">
  <image width="218" height="281" source="scenery/spool_giant.png"/>
 </tile>
 <tile id="74">
  <image width="195" height="195" source="scenery/wheel_giant.png"/>
 </tile>
 <tile id="75">
  <image width="345" height="253" source="scenery/basket_giant.png"/>
 </tile>
 <tile id="76">
  <image width="858" height="248" source="scenery/bridge_giant.png"/>
 </tile>
 <tile id="77">
  <image width="480" height="368" source="scenery/press_giant.png"/>
 </tile>
 <tile id="78">
  <image width="315" height="315" source="scenery/shirt_giant.png"/>
 </tile>
 <tile id="79">
  <image width="247" height="342" source="scenery/packet_giant.png"/>
 </tile>
</tileset>
