// The page around the game: fetches and starts it, shows what goes wrong, and answers what the game asks of its page.
//
// It runs before mq_js_bundle.js, the loader of macroquad, whose functions draw and hear the keys. When the document is
// complete the bundle has run too, and the page does what the bundle's own `load` does, with a loading bar.
// `window.seamwalker` tells tests what happens.
"use strict";

// The bundle assigns to this name and never declares it. It is strict, so that would end it half way through.
var register_plugin;

(() => {
  const script = document.currentScript.dataset;
  const query = new URLSearchParams(location.search);
  const element = (id) => document.getElementById(id);
  const [screen, cover, full, noticed, update] = ["glcanvas", "cover", "full", "notice", "update"].map(element);

  // `started` and `ready` are moments on the clock of `performance.now()`.
  const sounds = { state: "none", samples: 0, played: 0, music: null };
  const told = { errors: [], state: {}, line: "", started: null, ready: null, sound: sounds };
  window.seamwalker = told;

  // ---- What goes wrong

  const text = (thing) => (thing instanceof Error ? `${thing.name}: ${thing.message}` : String(thing));

  /** What the game said when it gave up, in case it cannot show it itself. */
  let lastWords = "";

  const { error: consoleError, log: consoleLog } = console;
  console.error = (...all) => {
    told.errors.push(all.map(text).join(" "));
    consoleError.apply(console, all);
  };
  console.log = (...all) => {
    // The window library logs a panic this way.
    if (/^Panic\w*Info/.test(all[0])) lastWords = all[0];
    consoleLog.apply(console, all);
  };
  window.addEventListener("error", (event) => {
    told.errors.push(event.message || text(event.error));
    if (event.error instanceof WebAssembly.RuntimeError) stopped(lastWords || text(event.error));
  });
  window.addEventListener("unhandledrejection", (event) => told.errors.push(text(event.reason)));
  // The bundle's way of saying that WebGL lacks something.
  window.alert = (message) => problem("The picture cannot be drawn", graphicsHint, String(message));

  const graphicsHint =
    "The game draws with WebGL, which this browser does not offer here. It may be switched off in the settings, " +
    "or the driver of the graphics card is too old. Another browser may do.";

  const show = (what) => (cover.dataset.shows = what);
  // Until here the page shows that this script is missing.
  show("loading");

  /** Shows a message instead of the game. The first one stays: what follows comes of it. */
  function problem(what, hint = "", detail = "") {
    if (cover.dataset.shows === "problem") return;
    element("what").textContent = what;
    element("hint").textContent = hint;
    element("detail").textContent = detail;
    show("problem");
    letSound();
    full.hidden = true;
    element("reload").focus();
  }
  element("reload").onclick = () => location.reload();

  /** Says something beside the game, which goes on. It stays until it is closed. */
  function notice(what) {
    const line = document.createElement("p");
    line.textContent = what;
    element("notices").append(line);
    noticed.hidden = false;
  }
  function closeNotice() {
    noticed.hidden = true;
    element("notices").replaceChildren();
    screen.focus();
  }
  noticed.querySelector("button").onclick = closeNotice;

  /** The program has ended in the middle of something: nothing may call into it again. */
  function stopped(detail) {
    const nothing = () => 0;
    wasm_exports = new Proxy({}, { get: () => nothing });
    problem("A seam has burst", "The game stopped because of a mistake in it. What was saved is still there.", detail);
  }

  screen.addEventListener("webglcontextlost", () =>
    problem("The picture is gone", "The browser took the graphics card away from the game. Reload to play on."));

  // Nothing of the page shines through the picture, and its pixels have sharp edges: both are cheaper so.
  const plain = screen.getContext.bind(screen);
  screen.getContext = (kind) => plain(kind, { alpha: false, antialias: false });

  /** Why the game cannot run in this browser, if it cannot. */
  function lacking() {
    if (typeof WebAssembly !== "object") {
      return ["This browser is too old", "The game is a WebAssembly program, which this browser cannot run."];
    }
    // The game's own context: making it takes a while, and here it is made while the files are on their way.
    if (!screen.getContext("webgl")) return ["The picture cannot be drawn", graphicsHint];
    return null;
  }

  // ---- Loading

  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

  function progress(bytes, total) {
    element("bar").classList.toggle("unknown", !total);
    if (!total) {
      element("amount").textContent = `${megabytes(bytes)} MB`;
      return;
    }
    const percent = Math.min(100, Math.floor((bytes / total) * 100));
    if (element("bar").getAttribute("aria-valuenow") === String(percent)) return;
    element("fill").style.width = `${percent}%`;
    element("bar").setAttribute("aria-valuenow", percent);
    element("amount").textContent = `${megabytes(bytes)} of ${megabytes(total)} MB`;
  }

  /** Fetches a file of the page. */
  async function fetched(url) {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
    return answer;
  }

  /** Says which file an error is about. */
  const damaged = (name) => (error) => {
    throw new Error(`${name}: it is damaged or incomplete (${text(error)})`);
  };

  /** Fetches and compiles the game at the same time, and tells how far it is. */
  async function compiled() {
    const answer = await fetched(script.game);
    // What arrives here is unpacked, while Content-Length, if there is any, counts what was sent. web/build knows better.
    const packed = answer.headers.has("Content-Encoding");
    const total = Number(script.bytes) || (packed ? 0 : Number(answer.headers.get("Content-Length")));
    const reader = answer.body.getReader();
    let bytes = 0;
    progress(0, total);
    const counted = new ReadableStream({
      async pull(to) {
        const { done, value } = await reader.read();
        if (done) return to.close();
        bytes += value.length;
        progress(bytes, total);
        to.enqueue(value);
      },
    });
    // With a type of our own, servers that do not know .wasm will do.
    const typed = new Response(counted, { headers: { "Content-Type": "application/wasm" } });
    if (WebAssembly.compileStreaming) return WebAssembly.compileStreaming(typed).catch(damaged(script.game));
    return WebAssembly.compile(await typed.arrayBuffer()).catch(damaged(script.game));
  }

  /** Fetches the maps and pictures that were taken out of the program, and unpacks them; `null` if they are still in it. */
  async function unpacked() {
    if (!script.pack) return null;
    const answer = await fetched(script.pack);
    const plain = new Response(answer.body.pipeThrough(new DecompressionStream("gzip")));
    return plain.arrayBuffer().catch(damaged(script.pack));
  }

  /** The archive of the pack to be played, if the address names one. */
  let pack = null;
  const largestPack = 64 << 20;

  /** Fetches it: only from where the page comes from, so that a link cannot bring in what another site holds. */
  async function fetchPack() {
    const name = query.get("pack");
    if (!name) return;
    const tooLarge = `it is larger than ${largestPack >> 20} MiB`;
    try {
      const url = new URL(name, location.href);
      if (url.origin !== location.origin) throw "a pack must lie on the same site as this page";
      const answer = await fetch(url);
      if (!answer.ok) throw `the server answers ${answer.status} ${answer.statusText}`;
      if (Number(answer.headers.get("Content-Length")) > largestPack) throw tooLarge;
      const bytes = new Uint8Array(await answer.arrayBuffer());
      if (bytes.length > largestPack) throw tooLarge;
      pack = bytes;
    } catch (why) {
      notice(`The pack ${name} cannot be fetched: ${text(why)}. These are the game's own levels.`);
    }
  }

  /** Puts them back where they were: address, length, bytes, again and again. */
  function putBack(files) {
    const view = new DataView(files);
    const memory = new Uint8Array(wasm_memory.buffer);
    for (let at = 0; at < files.byteLength; ) {
      const [address, length] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
      memory.set(new Uint8Array(files, at + 8, length), address);
      at += 8 + length;
    }
  }

  /** Waits for the player: a browser plays sound and gives keys only to a page that was touched. */
  function pressed() {
    show("start");
    element("play").focus();
    return new Promise((resolve) => {
      cover.onclick = resolve;
      window.addEventListener("keydown", function any(event) {
        if (browsers(event) || /^(Shift|Control|Alt|Meta|CapsLock|Escape)/.test(event.key)) return;
        event.preventDefault();
        window.removeEventListener("keydown", any);
        resolve();
      });
    });
  }

  /** Starts the program. All names that are not declared here are the bundle's. */
  async function run(module, files) {
    told.started = performance.now();
    // The press allows sound, in some browsers only while it is handled. Without one, the picture comes first.
    if (query.get("start") !== "1") beginSound();
    miniquad_add_plugin({
      name: "seamwalker",
      version: 1,
      register_plugin: (to) => Object.assign(to.env, {
        page_call,
        page_give,
        page_take,
        // Links in the debug menu, of which there are none, go here.
        quad_url_link_open() {},
        sapp_set_clipboard: copied,
      }),
      on_init() {},
    });
    register_plugins(plugins);
    add_missing_functions_stabs(module);
    wasm_exports = (await WebAssembly.instantiate(module, importObject)).exports;
    wasm_memory = wasm_exports.memory;
    if (wasm_exports.crate_version() !== version) console.error("mq_js_bundle.js is of another version than the game");
    if (files) putBack(files);
    init_plugins(plugins);
    screen.focus();
    wasm_exports.main();
    // Safe areas change without a change of the window, which is all that the bundle hears of.
    new ResizeObserver(() => window.onresize?.()).observe(screen);
    offerFullScreen();

    // A program that does not know the page cannot tell that its first frame is drawn.
    const speaks = WebAssembly.Module.imports(module).some(({ name }) => name === "page_call");
    if (speaks) setTimeout(ready, 10000);
    else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(ready)));
  }

  function ready() {
    if (told.ready !== null) return;
    told.ready = performance.now();
    if (cover.dataset.shows !== "problem") show("nothing");
    if (!sound.context) beginSound();
    keepFiles();
  }

  // ---- Without a network: worker.js keeps the files. It begins when the first frame is drawn, so that the game loads first.

  async function keepFiles() {
    const workers = navigator.serviceWorker;
    // None without https. A frame of another site, or a private window, may refuse it: then the game needs the network.
    const registration = await workers?.register("worker.js").catch(() => null);
    if (!registration) return;
    const offer = () => {
      // The first version of all waits for nothing and replaces nothing.
      if (registration.waiting && workers.controller) update.hidden = false;
    };
    offer();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
    // Browsers look for a new version with every visit, but not at once.
    if (workers.controller) registration.update().catch(() => {});
    update.querySelector("button").onclick = () => {
      // Another window may have changed to it already.
      if (!registration.waiting) return location.reload();
      workers.addEventListener("controllerchange", () => location.reload());
      registration.waiting.postMessage("take over");
    };
  }

  // What the browser lacks is found out while the files are on their way.
  const loading = typeof WebAssembly === "object" && Promise.all([compiled(), unpacked(), fetchPack()]);
  if (loading) loading.catch(() => {});
  const missing = lacking();

  document.addEventListener("DOMContentLoaded", async () => {
    // By now it is there, or never will be. Without it the canvas is a small picture beside the page's text.
    if (!getComputedStyle(document.documentElement).getPropertyValue("--plum")) {
      const line = document.createElement("p");
      line.textContent = "The game does not start: style.css, a file of this page, is missing or blocked. Reload the page, or " +
        "allow the file where something in the browser blocks it.";
      return document.body.replaceChildren(line);
    }
    let module, files;
    try {
      if (missing) return problem(...missing);
      if (typeof miniquad_add_plugin !== "function") throw new Error("mq_js_bundle.js: it is missing or damaged");
      [module, files] = await loading;
    } catch (error) {
      console.error(error);
      const hint = location.protocol === "file:"
        ? "The browser runs it only when it comes from a web server, not from a file. " +
          "Python brings one: python3 -m http.server in the folder of this page."
        : "Is the network there? If it is, the files of the page may be incomplete.";
      return problem("The game cannot be loaded", hint, text(error));
    }
    if (query.get("start") !== "1") await pressed();
    show("loading");
    element("amount").textContent = "Threading the needle ...";
    try {
      await run(module, files);
    } catch (error) {
      console.error(error);
      stopped(lastWords || text(error));
    }
  });

  // ---- Keys, fingers, focus

  /** Something is typed into a field of the game, and whether its laboratory is open. */
  let typing = false;
  let laboratory = false;

  /** Whether a key edits what is typed: all of it, copy, cut, undo, again. What is pasted comes without a key. */
  const edits = (event) => typing && (event.ctrlKey || event.metaKey) && /^[acxyz]$/i.test(event.key);

  /** Presses a key of editing for the game, which knows only Ctrl, and letters by the place that they have in the USA. */
  function edit(letter, shiftKey = false) {
    const code = `Key${letter.toUpperCase()}`;
    for (const kind of ["keydown", "keyup"]) {
      screen.dispatchEvent(new KeyboardEvent(kind, { code, shiftKey, ctrlKey: kind === "keydown" }));
    }
  }

  /** What the game copies: browsers without the newer way take it with the next Ctrl+C. */
  function copied(at, length) {
    clipboard = UTF8ToString(at, length);
    navigator.clipboard?.writeText(clipboard).catch(() => {});
  }

  // The bundle keeps what is pasted, and gives it to whoever asks.
  window.addEventListener("paste", () => typing && setTimeout(() => edit("v")));

  /** Whether a key is the browser's. The game has what is left. */
  const browsers = (event) => {
    const keys = laboratory ? /^F(5|11|12)$/ : /^F(3|5|6|7|10|11|12)$/;
    return event.ctrlKey || event.metaKey || event.altKey || keys.test(event.key);
  };
  const playing = () => cover.dataset.shows === "nothing";
  const held = new Set();

  window.addEventListener("keydown", (event) => {
    if (!event.isTrusted || !playing()) return;
    // A Mac never tells that a key is released while this one is down.
    if (event.key === "Meta") release();
    if (event.key === "Escape" && !noticed.hidden) {
      closeNotice();
      return event.stopImmediatePropagation();
    }
    if (edits(event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return edit(event.key, event.shiftKey);
    }
    if (browsers(event)) return event.stopImmediatePropagation();
    held.add(event.code);
    // The bundle prevents this too, but only where the canvas has the focus.
    if (/^(F1|Tab|Arrow\w+| |Backspace|'|\/)$/.test(event.key)) event.preventDefault();
    if (event.target !== screen) {
      screen.focus();
      screen.dispatchEvent(new KeyboardEvent("keydown", event));
    }
  }, true);
  window.addEventListener("keyup", (event) => held.delete(event.code), true);

  /** Lets go of all keys: what is let go while another window has the focus is never heard of. */
  function release() {
    for (const code of held) screen.dispatchEvent(new KeyboardEvent("keyup", { code }));
    held.clear();
  }
  window.addEventListener("blur", release);

  let wasHidden = false;

  /** The page may never come back: the game gets one more frame, in which it pauses and saves. */
  function left() {
    wasHidden = true;
    release();
    if (playing()) animation();
  }
  document.addEventListener("visibilitychange", () => {
    letSound();
    if (document.hidden) left();
  });
  window.addEventListener("pagehide", left);

  // What the player's layout writes on keys, where a browser tells.
  const SIGNS = {
    Minus: "-", Equal: "=", BracketLeft: "[", BracketRight: "]", Backslash: "\\", Semicolon: ";", Quote: "'", Backquote: "`",
    Comma: ",", Period: ".", Slash: "/",
  };
  let labels = null;
  navigator.keyboard?.getLayoutMap?.().then((layout) => {
    const lines = [...layout].map(([code, letter]) => [/^Key/.test(code) ? code[3].toLowerCase() : SIGNS[code], letter]);
    labels = lines.filter(([name]) => name).map((line) => line.join(" ")).join("\n");
  }, () => {});

  screen.addEventListener("pointerdown", () => screen.focus());
  screen.addEventListener("contextmenu", (event) => event.preventDefault());
  // Safari zooms by two fingers whatever the style sheet says.
  document.addEventListener("gesturestart", (event) => event.preventDefault());

  // ---- Other pages

  /** Until the mouse button or finger that is down is released. */
  let pointer = Promise.resolve();
  window.addEventListener("pointerdown", () => {
    pointer = new Promise((released) => {
      for (const kind of ["pointerup", "pointercancel"]) window.addEventListener(kind, released, { capture: true, once: true });
    });
  }, true);

  /** Opens a page in a new tab, or in this one if the browser allows none. */
  function openTab(url) {
    const tab = window.open(url, "_blank");
    if (tab) tab.opener = null;
    else location.assign(url);
  }

  // ---- Pace: while nothing moves, each frame asks for a rest, which ends by itself or with whatever somebody does.

  let resting = null;

  function rest() {
    // Pads are looked at only in frames, and a short press would come and go in between.
    if (anyPad || resting !== null) return;
    // The bundle asks for the next frame after each, unless this is set.
    window.blocking_event_loop = true;
    resting = setTimeout(wake, 100);
  }

  function wake() {
    if (resting === null) return;
    clearTimeout(resting);
    resting = null;
    window.blocking_event_loop = false;
    importObject.env.sapp_schedule_update();
  }

  /** When the last frame began, where the player limits them. */
  let limited = 0;

  /** Leaves refreshes out until the next frame of this rate is due. */
  function limit(rate) {
    if (resting !== null) return;
    window.blocking_event_loop = true;
    requestAnimationFrame(function next(now) {
      if (resting !== null) return;
      // Refreshes come a little early or late.
      if (now - limited < 950 / rate) return requestAnimationFrame(next);
      limited = now;
      window.blocking_event_loop = false;
      animation();
    });
  }

  const stirs = "keydown keyup pointerdown pointermove pointerup touchstart touchmove wheel paste drop focus blur resize gamepadconnected";
  for (const kind of stirs.split(" ")) window.addEventListener(kind, wake, true);

  // ---- Full screen

  let fading;
  function showFull() {
    full.classList.remove("faded");
    clearTimeout(fading);
    fading = setTimeout(() => full.classList.add("faded"), 2500);
  }

  function offerFullScreen() {
    // A telephone of Apple has none.
    if (!document.fullscreenEnabled) return;
    full.hidden = false;
    showFull();
    // A mouse asks for it by moving, a finger by touching the top of the picture: it must not come with every jump.
    window.addEventListener("pointermove", (event) => event.pointerType === "mouse" && showFull());
    window.addEventListener("pointerdown", (event) => event.clientY < innerHeight / 5 && showFull());
  }

  full.onclick = async () => {
    screen.focus();
    if (document.fullscreenElement) return document.exitFullscreen();
    try {
      // The whole page and not the canvas, or messages would be behind it.
      await document.documentElement.requestFullscreen({ navigationUI: "hide" });
    } catch {
      // A browser may refuse, and it can be played all the same.
    }
  };

  // ---- Pads

  let anyPad = false;
  window.addEventListener("gamepadconnected", () => (anyPad = true));

  /** A line per pad: number, bits of the buttons, left stick, triggers, name. Null where there never was one. */
  function pads() {
    if (!anyPad) return null;
    const lines = [...navigator.getGamepads()].filter((pad) => pad?.connected).map((pad) => {
      const bits = pad.buttons.slice(0, 16).reduce((bits, { pressed }, i) => bits | (pressed && i !== 6 && i !== 7) << i, 0);
      const levers = [pad.axes[0], pad.axes[1], pad.buttons[6]?.value, pad.buttons[7]?.value];
      return [pad.index, bits, ...levers.map((value) => (value ?? 0).toFixed(3)), pad.id.replace(/\s+/g, " ")].join("\t");
    });
    return lines.join("\n");
  }

  // ---- Sound: the game makes the samples when it starts, and they are played here.

  const RATE = 22050;
  const MOST_VOICES = 24;
  const FADE = 0.4; // seconds in which music is two thirds gone
  const LAYER_FADE = 0.1; // the same of a layer
  const AHEAD = 0.1; // seconds between an order to start a layer and its start: in time, so that all of them are in step
  const sound = { context: null, music: null, effects: null, samples: [], pieces: [], playing: 0, wanted: null, levels: [], now: null };

  /** What the game asked for before there was sound: music and volumes, which stay as they are until they change. */
  const missed = new Map();

  /** Begins with the press that starts the game: before one, a browser plays nothing. It takes a tenth of a second. */
  function beginSound() {
    const Context = window.AudioContext ?? window.webkitAudioContext;
    if (!Context) return;
    let context;
    try {
      context = new Context();
    } catch {
      return; // A browser without a sound card may refuse: then the game is silent.
    }
    const end = new WaveShaperNode(context, { curve: bent() });
    end.connect(context.destination);
    const bus = () => {
      const gain = new GainNode(context, { gain: 0 });
      gain.connect(end);
      return gain;
    };
    // Half as loud into the curve, which reaches to twice full scale and doubles again.
    Object.assign(sound, { context, music: bus(), effects: bus() });
    told.sound.state = context.state;
    context.onstatechange = () => (told.sound.state = context.state);
    for (const kind of ["keydown", "pointerdown", "touchend"]) window.addEventListener(kind, letSound, true);
    letSound();
    missed.forEach((all, verb) => soundVerbs[verb](...all));
  }

  /** Sound that comes near full scale is bent instead of cut off; as in src/app/audio/mixer.rs. */
  function bent() {
    const knee = 0.7;
    return Float32Array.from({ length: 1025 }, (_, i) => {
      const loud = (i - 512) / 256;
      const over = Math.max(0, Math.abs(loud) - knee) / (1 - knee);
      return over === 0 ? loud : Math.sign(loud) * (knee + ((1 - knee) * over) / (1 + over));
    });
  }

  /** Sound runs while the game is seen, as soon as the browser lets it. */
  function letSound() {
    const { context } = sound;
    if (!context) return;
    if (document.hidden || cover.dataset.shows === "problem") context.suspend();
    else if (context.state !== "running") context.resume().catch(() => {});
  }

  /** Fills a side of a buffer with samples of 16 bits, of which every so many are its own. */
  function fill(buffer, side, samples, every, at = 0) {
    const part = new Float32Array(samples.length / every);
    for (let i = 0; i < part.length; i++) part[i] = samples[i * every + side] / 32768;
    buffer.copyToChannel(part, side, at);
  }

  /** Fades to the piece that is wanted, once its first layer is complete, and lets the others join in. */
  function fade() {
    const { context, now, wanted, pieces } = sound;
    const { currentTime } = context;
    const soon = currentTime + AHEAD;
    if (now && now.index !== wanted) {
      now.gain.gain.setTargetAtTime(0, currentTime, FADE);
      now.layers.forEach(({ source }) => source.stop(currentTime + FADE * 8));
      sound.now = null;
    }
    const complete = (layer) => layer && layer.at === layer.buffer.length;
    const piece = pieces[wanted];
    if (!piece || !complete(piece[0])) return;
    if (!sound.now) {
      const gain = new GainNode(context, { gain: 0 });
      gain.connect(sound.music);
      gain.gain.setTargetAtTime(1, currentTime, FADE);
      sound.now = { index: wanted, gain, begun: soon, layers: [] };
      told.sound.music = wanted;
    }
    const { gain: all, begun, layers } = sound.now;
    piece.forEach((layer, index) => {
      if (!complete(layer)) return;
      if (!layers[index]) {
        const source = new AudioBufferSourceNode(context, { buffer: layer.buffer, loop: true });
        const gain = new GainNode(context, { gain: 0 });
        source.connect(gain).connect(all);
        source.start(soon, (soon - begun) % layer.buffer.duration);
        layers[index] = { source, gain };
      }
      layers[index].gain.gain.setTargetAtTime(sound.levels[index], currentTime, LAYER_FADE);
    });
  }

  const soundVerbs = {
    sound_effect(index) {
      const samples = new Int16Array(given.buffer);
      const buffer = new AudioBuffer({ length: samples.length, sampleRate: RATE });
      fill(buffer, 0, samples, 1);
      sound.samples[index] = buffer;
      told.sound.samples = sound.samples.length;
    },
    sound_piece(index, number, at, all) {
      const samples = new Int16Array(given.buffer);
      const piece = (sound.pieces[index] ??= []);
      const layer = (piece[number] ??= {
        buffer: new AudioBuffer({ length: all / 2, sampleRate: RATE, numberOfChannels: 2 }), at: 0,
      });
      // The rest of a piece that was forgotten while it was made.
      if (layer.at !== at / 2) return;
      for (const side of [0, 1]) fill(layer.buffer, side, samples, 2, layer.at);
      layer.at += samples.length / 2;
      fade();
    },
    sound_forget(index) {
      delete sound.pieces[index];
      if (sound.now?.index !== Number(index)) return;
      sound.now.layers.forEach(({ source }) => source.stop());
      sound.now = null;
    },
    sound_play(index, volume, pitch, pan) {
      const buffer = sound.samples[index];
      const { context } = sound;
      // What was started while nothing is heard would all be heard at once later.
      if (!buffer || context.state !== "running" || sound.playing >= MOST_VOICES) return;
      const source = new AudioBufferSourceNode(context, { buffer, playbackRate: Number(pitch) });
      const gain = new GainNode(context, { gain: Number(volume) });
      const side = new StereoPannerNode(context, { pan: Math.max(-1, Math.min(1, Number(pan))) });
      source.connect(gain).connect(side).connect(sound.effects);
      source.onended = () => sound.playing--;
      source.start();
      sound.playing++;
      told.sound.played++;
    },
    sound_music(index, ...levels) {
      sound.wanted = index === "" ? null : Number(index);
      sound.levels = levels.map(Number);
      fade();
    },
    sound_volumes(music, effects) {
      const { currentTime } = sound.context;
      sound.music.gain.setTargetAtTime(music / 2, currentTime, 0.03);
      sound.effects.gain.setTargetAtTime(effects / 2, currentTime, 0.03);
    },
  };

  // ---- What the game asks of its page: a verb, then its arguments. No answer where a verb returns nothing.

  const item = (name) => `seamwalker/${name}`;

  const verbs = new Map(Object.entries({
    load(name) {
      try {
        return localStorage.getItem(item(name));
      } catch {
        return null; // Private windows may have no storage at all: then nothing was saved.
      }
    },
    save(name, ...rest) {
      try {
        localStorage.setItem(item(name), rest.join("\0"));
      } catch (error) {
        if (error.name === "QuotaExceededError") return "the storage that the browser gives to this page is full";
        return "the browser does not let this page store anything";
      }
    },
    remove(name) {
      try {
        localStorage.removeItem(item(name));
      } catch {
        // Without a storage there is nothing to be removed.
      }
    },
    download(name) {
      const link = document.createElement("a");
      link.download = name;
      link.href = URL.createObjectURL(new Blob([given], { type: name.endsWith(".png") ? "image/png" : "application/octet-stream" }));
      link.click();
      // Some browsers read it a moment later.
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    },
    param: (name) => query.get(name),
    pack: () => pack,
    state(line) {
      told.line = line;
      const pairs = line.split(" ").filter((word) => word.includes("=")).map((word) => {
        const [key, ...value] = word.split("=");
        const joined = value.join("=");
        return [key, joined !== "" && Number.isFinite(Number(joined)) ? Number(joined) : joined];
      });
      told.state = Object.fromEntries(pairs);
    },
    notice,
    ready,
    rest,
    limit: (rate) => limit(Number(rate)),
    rumble(strong, weak, millis) {
      for (const pad of navigator.getGamepads()) {
        const effect = { duration: Number(millis), strongMagnitude: Number(strong), weakMagnitude: Number(weak) };
        // Some pads have no motors, and some browsers know only other effects.
        pad?.vibrationActuator?.playEffect?.("dual-rumble", effect).catch(() => {});
      }
    },
    hidden() {
      const was = wasHidden;
      wasHidden = false;
      return was ? "1" : null;
    },
    laboratory: (open, types) => void ([laboratory, typing] = [open === "1", types === "1"]),
    /** A line per key: the name of its place, and its letter. Once, when they are known. */
    labels() {
      const known = labels;
      labels = null;
      return known;
    },
    calm: () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "1" : null),
    pads,
    language: () => navigator.language,
    touch: () => (matchMedia("(pointer: coarse)").matches ? "1" : null),
    panic: stopped,
    open(url) {
      const { href, protocol } = new URL(url, location.href);
      // A finger allows a new tab only when it is lifted, and a tab that opens under a held mouse button hides its release.
      if (/^https?:/.test(protocol)) pointer.then(() => setTimeout(openTab, 0, href));
    },
    log: (line) => console.log(line),
  }));

  for (const [verb, run] of Object.entries(soundVerbs)) {
    verbs.set(verb, (...all) => {
      if (sound.context) run(...all);
      else if (/music|volumes/.test(verb)) missed.set(verb, all);
    });
  }

  let kept = new Uint8Array();
  let given = new Uint8Array();
  // The memory may have moved since the last call: never keep a view of it.
  const memory = (at, length) => new Uint8Array(wasm_memory.buffer, at, length);

  function page_call(at, length) {
    const [verb, ...rest] = new TextDecoder().decode(memory(at, length)).split("\0");
    const answer = verbs.get(verb)?.(...rest);
    if (typeof answer !== "string" && !(answer instanceof Uint8Array)) return -1;
    kept = typeof answer === "string" ? new TextEncoder().encode(answer) : answer;
    return kept.length;
  }

  function page_give(at, length) {
    given = memory(at, length).slice();
  }

  function page_take(at, length) {
    memory(at, length).set(kept.subarray(0, length));
  }
})();
