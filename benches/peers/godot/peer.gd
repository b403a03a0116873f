## Moves a character through static terrain, as asked over a socket by benches/peers/src/peer/godot.rs.
##
## The engine connects to the port in PEERS_PORT and quits when the connection ends. A message is a kind and a number of values,
## both u32, and then the values, f32, all little-endian:
## - GROUND: form, then polygons, each as a number of corners and their coordinates. The answer is one value, once the physics
##   server knows the shapes.
## - CHARACTER: shape, mode, safe margin. No answer.
## - SLIDE: half extents, centre, wanted move. The answer is the actual move.
extends Node2D

enum Message { GROUND, CHARACTER, SLIDE }
enum Form { OUTLINES, PIECES, TILES, JOINED_TILES }
enum Mode { DEFAULTS, SNAPPING, GROUNDED, SLIDING, FLOATING, COLLIDE }

## The side of a tile in pixels, and of a quadrant in tiles; the second is the engine's default.
const TILE := 16
const QUADRANT := 16
## The most different tiles are the square of this.
const ATLAS := 512
## A quadrant that holds every scene.
const LARGE_QUADRANT := 1024
## Slopes without limit, in radians.
const ANY_SLOPE := 1.55
## The most slides of our own loop: the default of `max_slides`.
const ROUNDS := 4
## A move from farther than this away from the last result starts another run, in pixels.
const SAME_PLACE := 0.01
## The physics frames that new terrain is given.
const FRAMES := 2

var socket := StreamPeerTCP.new()
var frames_to_wait := 0
var character: CharacterBody2D
var shape: CollisionShape2D
var mode: Mode
var half := Vector2.ZERO


func _ready() -> void:
	socket.connect_to_host("127.0.0.1", int(OS.get_environment("PEERS_PORT")))
	while socket.get_status() == StreamPeerTCP.STATUS_CONNECTING:
		OS.delay_usec(1000)
		socket.poll()
	socket.set_no_delay(true)


## Serves messages until one needs a physics frame.
func _physics_process(_delta: float) -> void:
	if frames_to_wait > 0:
		frames_to_wait -= 1
		if frames_to_wait > 0:
			return
		answer([1.0])
	while frames_to_wait == 0:
		var head := receive(8)
		if head.is_empty():
			get_tree().quit()
			return
		var values := receive(4 * head.decode_u32(4)).to_float32_array()
		match head.decode_u32(0):
			Message.GROUND:
				build_ground(values)
				frames_to_wait = FRAMES
			Message.CHARACTER:
				build_character(values)
			Message.SLIDE:
				var at := Vector2(values[2], values[3])
				var moved := slide(Vector2(values[0], values[1]), at, Vector2(values[4], values[5]))
				answer([moved.x, moved.y])


## Waits for bytes; empty if the connection ended.
func receive(count: int) -> PackedByteArray:
	if count == 0:
		return PackedByteArray()
	var data := socket.get_data(count)
	return data[1] if data[0] == OK else PackedByteArray()


func answer(values: Array) -> void:
	socket.put_data(PackedFloat32Array(values).to_byte_array())


func build_ground(values: PackedFloat32Array) -> void:
	for child in get_children():
		child.free()
	# A new space: the order of its contacts does not depend on earlier terrain.
	get_viewport().world_2d = World2D.new()
	var polygons: Array[PackedVector2Array] = []
	var next := 1
	while next < values.size():
		var polygon := PackedVector2Array()
		for i in int(values[next]):
			polygon.append(Vector2(values[next + 1 + 2 * i], values[next + 2 + 2 * i]))
		polygons.append(polygon)
		next += 1 + 2 * polygon.size()
	var ground: Node2D
	match int(values[0]):
		Form.OUTLINES:
			ground = outlines(polygons)
		Form.PIECES:
			ground = pieces(polygons)
		Form.TILES:
			ground = tiles(polygons, QUADRANT)
		Form.JOINED_TILES:
			ground = tiles(polygons, LARGE_QUADRANT)
	add_child(ground)
	if ground is TileMapLayer:
		ground.update_internals()


## One body, whose shapes are the segments of each polygon.
func outlines(polygons: Array[PackedVector2Array]) -> Node2D:
	var body := StaticBody2D.new()
	for polygon in polygons:
		var outline := CollisionPolygon2D.new()
		outline.build_mode = CollisionPolygon2D.BUILD_SEGMENTS
		outline.polygon = polygon
		body.add_child(outline)
	return body


## One body for each polygon, as tile maps had up to Godot 4.4.
func pieces(polygons: Array[PackedVector2Array]) -> Node2D:
	var all := Node2D.new()
	for polygon in polygons:
		var bounds := Rect2(polygon[0], Vector2.ZERO)
		for corner in polygon:
			bounds = bounds.expand(corner)
		var is_box := polygon.size() == 4
		for corner in polygon:
			is_box = is_box and corner.x in [bounds.position.x, bounds.end.x] and corner.y in [bounds.position.y, bounds.end.y]
		var piece := CollisionShape2D.new()
		piece.position = bounds.get_center()
		if is_box:
			piece.shape = RectangleShape2D.new()
			piece.shape.size = bounds.size
		else:
			piece.shape = ConvexPolygonShape2D.new()
			piece.shape.points = Transform2D(0, -piece.position) * polygon
		var body := StaticBody2D.new()
		body.add_child(piece)
		all.add_child(body)
	return all


## A tile map. A polygon belongs to the cell of its centre.
func tiles(polygons: Array[PackedVector2Array], quadrant: int) -> Node2D:
	var layer := TileMapLayer.new()
	layer.physics_quadrant_size = quadrant
	layer.tile_set = TileSet.new()
	layer.tile_set.tile_size = Vector2i(TILE, TILE)
	layer.tile_set.add_physics_layer()
	var source := TileSetAtlasSource.new()
	source.texture = PlaceholderTexture2D.new()
	source.texture.size = Vector2(ATLAS * TILE, ATLAS * TILE)
	source.texture_region_size = Vector2i(TILE, TILE)
	layer.tile_set.add_source(source, 0)
	var cells := {}
	for polygon in polygons:
		var sum := Vector2.ZERO
		for corner in polygon:
			sum += corner
		var cell := layer.local_to_map(sum / polygon.size())
		cells.get_or_add(cell, []).append(Transform2D(0, -layer.map_to_local(cell)) * polygon)
	var known := {}
	for cell: Vector2i in cells:
		if cells[cell] not in known:
			@warning_ignore("integer_division")
			var tile := Vector2i(known.size() % ATLAS, known.size() / ATLAS)
			source.create_tile(tile)
			var data := source.get_tile_data(tile, 0)
			for polygon: PackedVector2Array in cells[cell]:
				data.add_collision_polygon(0)
				data.set_collision_polygon_points(0, data.get_collision_polygons_count(0) - 1, polygon)
			known[cells[cell]] = tile
		layer.set_cell(cell, 0, known[cells[cell]])
	return layer


func build_character(values: PackedFloat32Array) -> void:
	character = CharacterBody2D.new()
	shape = CollisionShape2D.new()
	shape.shape = RectangleShape2D.new() if values[0] == 0.0 else CapsuleShape2D.new()
	half = Vector2.ZERO
	mode = int(values[1]) as Mode
	character.safe_margin = values[2]
	if mode == Mode.FLOATING:
		character.motion_mode = CharacterBody2D.MOTION_MODE_FLOATING
		character.wall_min_slide_angle = 0.0
	elif mode != Mode.DEFAULTS:
		character.floor_max_angle = ANY_SLOPE
		character.floor_block_on_wall = false
		if mode != Mode.SNAPPING:
			character.floor_snap_length = 0.0
		if mode == Mode.SLIDING:
			character.floor_stop_on_slope = false
	character.add_child(shape)
	add_child(character)


func slide(size: Vector2, at: Vector2, delta: Vector2) -> Vector2:
	if size != half:
		half = size
		resize()
	if character.position.distance_to(at) > SAME_PLACE:
		# Another run: a node that enters the tree forgets its floor.
		remove_child(character)
		add_child(character)
	character.position = at
	if mode == Mode.COLLIDE:
		collide(delta)
	else:
		character.velocity = delta / get_physics_process_delta_time()
		character.move_and_slide()
	return character.position - at


func resize() -> void:
	if shape.shape is RectangleShape2D:
		shape.shape.size = half * 2.0
		return
	# A capsule stands upright unless it is turned.
	shape.shape.radius = minf(half.x, half.y)
	shape.shape.height = maxf(half.x, half.y) * 2.0
	shape.rotation = PI / 2.0 if half.x > half.y else 0.0


## The loop of the manual for `move_and_collide`: slide the remainder along each hit.
func collide(delta: Vector2) -> void:
	var rest := delta
	for i in ROUNDS:
		var hit := character.move_and_collide(rest, false, character.safe_margin)
		if not hit:
			return
		rest = hit.get_remainder().slide(hit.get_normal())
		if rest.is_zero_approx() or rest.dot(delta) <= 0.0:
			return
