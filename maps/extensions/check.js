// F6 in Tiled: saves the map, runs `seamwalker check`, and shows what it finds: all of it in a box, and each problem in Tiled's list
// of issues, where a double click leads to the object or tile.

/** The most problems that the box shows; the list of issues has them all. */
const MAX_SHOWN = 8;

/** Selects the object or tile that a problem names, and moves the view there. */
function show(file, place) {
  const map = tiled.open(file);
  if (!map || !map.isTileMap) return;
  const view = tiled.mapEditor.currentMapView;
  const object = place.match(/^object (\d+)/);
  const tile = place.match(/tile \((-?\d+),(-?\d+)\)/);
  if (object) {
    const found = objects(map).find((candidate) => candidate.id === Number(object[1]));
    if (!found) return;
    map.selectedObjects = [found];
    view.centerOn(found.x, found.y);
  } else if (tile) {
    const [x, y] = [Number(tile[1]), Number(tile[2])];
    map.selectedArea.set(Qt.rect(x, y, 1, 1));
    view.centerOn((x + 0.5) * map.tileWidth, (y + 0.5) * map.tileHeight);
  }
}

/** All objects of a map or group. Tiled's JavaScript has no flatMap. */
function objects(around) {
  const within = (layer) => {
    if (layer.isGroupLayer) return objects(layer);
    return layer.isObjectLayer ? layer.objects : [];
  };
  return around.layers.reduce((all, layer) => all.concat(within(layer)), []);
}

/** What `seamwalker check` says of a map: a list of problems. */
function problemsOf(file) {
  const process = new Process();
  process.exec("seamwalker", ["check", "--json", file], false);
  const answer = process.readStdOut();
  if (!answer) throw new Error(process.readStdErr());
  return JSON.parse(answer);
}

/** A number with its noun. */
function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function check() {
  const map = tiled.activeAsset;
  if (!map || !map.isTileMap) return tiled.alert("Open a map first.", "Check the map");
  if (!map.fileName || map.modified && !map.save()) return tiled.alert("Save the map first.", "Check the map");
  let problems;
  try {
    problems = problemsOf(map.fileName);
  } catch (error) {
    const help = "Tiled found no program 'seamwalker'. This puts it on the path: cargo install --locked --path .";
    return tiled.alert(`${help}\n\n${error.message}`, "Check the map");
  }
  const lines = problems.map((problem) => {
    const place = problem.place ? `${problem.place}: ` : "";
    return `${problem.severity}: ${place}${problem.what}${problem.help ? `; ${problem.help}` : ""}`;
  });
  problems.forEach((problem, i) => {
    if (problem.severity === "note") return;
    const report = problem.severity === "error" ? tiled.error : tiled.warn;
    report(lines[i], () => show(map.fileName, problem.place));
  });
  const count = (severity) => problems.filter((problem) => problem.severity === severity).length;
  const summary = `${counted(count("error"), "error")}, ${counted(count("warning"), "warning")}`;
  const more = lines.length > MAX_SHOWN ? [`and ${lines.length - MAX_SHOWN} more, in the list of issues`] : [];
  tiled.alert([summary, ...lines.slice(0, MAX_SHOWN), ...more].join("\n\n"), "Check the map");
}

const action = tiled.registerAction("SeamwalkerCheck", check);
action.text = "Check the Map";
action.shortcut = "F6";
tiled.extendMenu("Map", [{ separator: true }, { action: "SeamwalkerCheck" }]);
