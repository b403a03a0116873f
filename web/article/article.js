// The figures of the article. `figures.wasm` (src/) simulates them; this script draws what it reports, and hands it sliders, fingers
// and keys. Without it, and where WebAssembly is missing, each figure shows its text alternative.
"use strict";

(() => {
  /** The order of names() in src/figure.rs. */
  const KINDS = [
    "ranges", "shadows", "winner", "bricks", "per-axis", "mandatory", "sweep", "thick", "centre", "exact", "vertices", "internal-edges",
    "minkowski", "downhill", "platform", "random-ground",
  ];
  /** The order of Tone and MarkShape in crates/lab/src/mark.rs of the game. */
  const TONES = ["mover", "ground", "winner", "other", "end", "bad"];
  const SHAPES = ["line", "bar", "arrow", "frame", "area", "word"];
  /** What the numbers of figures are called on the page, their digits, and their unit. */
  const NUMBERS = {
    snags: ["snags", 0, ""], way: ["distance walked", 0, " px"], price: ["longest step", 2, " of a step"], overlap: ["overlap", 1, " px"],
    push: ["push", 1, " px"], apart: ["axes with a gap", 0, ""], gap: ["gap", 1, " px"], margin: ["next best is longer by", 1, " px"],
    mandatory: ["with one way out", 0, ""], free: ["with two", 0, ""], lost: ["lost by this order", 1, " px"], least: ["lost by the least push", 1, " px"],
    entry: ["enters after", 0, " px"], exit: ["leaves after", 0, " px"], through: ["the end is beyond the wall", "no yes", ""],
    distance: ["distance", 2, " px"], squeezed: ["squeezed", "no yes", ""], steps: ["steps", 0, ""],
    air: ["in the air", 0, " ticks"],
  };
  const TICK = 1000 / 60;
  /** How many ticks a figure has run at least where it stands still: on paper, and where nothing may move by itself. */
  const STILL = 110;
  /** By how many pixels of the scene an arrow key moves what is dragged, and how near to it a finger must be. */
  const NUDGE = 2;
  const REACH = 14;

  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const colors = {};
  const told = { ready: null, errors: [], figures: {} };
  window.article = told;
  window.addEventListener("error", (event) => told.errors.push(event.message));

  let wasm = null;

  /** Reads a picture: src/picture.rs says how it is laid out. */
  function read(length) {
    const numbers = new Float32Array(wasm.memory.buffer, wasm.figure_buffer(), length);
    let at = 0;
    const next = () => numbers[at++];
    const text = () => Array.from({ length: next() }, () => String.fromCodePoint(next())).join("");
    const box = () => ({ left: next(), top: next(), right: next(), bottom: next() });
    const picture = { view: box(), handle: box(), from: next(), to: next(), step: next(), value: next(), named: next(), moves: next() };
    picture.numbers = Array.from({ length: next() }, () => ({ tone: TONES[next()], value: next(), name: text() }));
    picture.marks = [];
    while (at < length) {
      const [shape, tone, count] = [SHAPES[next()], TONES[next()], next()];
      const end = at + count;
      const points = [];
      const isWord = shape === "word";
      for (const last = isWord ? at + 2 : end; at < last; ) points.push([next(), next()]);
      picture.marks.push({ shape, tone, points, text: isWord ? text() : "" });
      at = end;
    }
    return picture;
  }

  class Figure {
    constructor(element) {
      this.element = element;
      this.kind = element.dataset.figure;
      this.id = wasm.figure_open(KINDS.indexOf(this.kind));
      this.canvas = element.querySelector("canvas");
      this.brush = this.canvas.getContext("2d");
      this.shown = false;
      this.played = !calm.matches;
      this.behind = 0;
      this.ticks = 0;
      this.held = null;
      this.picture = this.step(calm.matches ? STILL : 0);
      this.controls();
      this.size();
    }

    step(ticks) {
      this.ticks += ticks;
      const [held, x, y] = this.held ? [1, ...this.held] : [0, 0, 0];
      return (this.picture = read(wasm.figure_step(this.id, ticks, held, x, y)));
    }

    /** The slider, the button that stops what moves, the numbers, and what can be dragged. */
    controls() {
      const { element, canvas, picture } = this;
      const row = element.querySelector(".controls");
      const link = row.firstElementChild;
      if (picture.named && element.dataset.slider) {
        const label = document.createElement("label");
        const slider = document.createElement("input");
        Object.assign(slider, { type: "range", min: picture.from, max: picture.to, step: picture.step, value: picture.value });
        const output = document.createElement("output");
        const show = () => (output.textContent = `${Number(slider.value)}${element.dataset.unit ?? ""}`);
        slider.addEventListener("input", () => {
          wasm.figure_set(this.id, Number(slider.value));
          this.ticks = 0;
          this.step(this.moving() ? 0 : calm.matches ? STILL : 1);
          show();
          this.draw();
        });
        show();
        label.append(`${element.dataset.slider} `, slider, " ", output);
        row.insertBefore(label, link);
      }
      if (picture.moves) {
        const button = document.createElement("button");
        button.type = "button";
        const show = () => (button.textContent = this.played ? "Pause" : "Play");
        button.addEventListener("click", () => {
          this.played = !this.played;
          show();
          wake();
        });
        show();
        row.insertBefore(button, link);
      }
      this.output = element.querySelector(".numbers");
      if (Number.isFinite(picture.handle.left)) this.drag();
      new ResizeObserver(() => this.size()).observe(canvas);
    }

    /** Fingers, the mouse and arrow keys on the canvas. */
    drag() {
      const { canvas } = this;
      canvas.tabIndex = 0;
      canvas.classList.add("draggable");
      const at = (event) => {
        const { left, top, width, height } = canvas.getBoundingClientRect();
        const { view } = this.picture;
        return [
          view.left + ((event.clientX - left) / width) * (view.right - view.left),
          view.top + ((event.clientY - top) / height) * (view.bottom - view.top),
        ];
      };
      const grabs = ([x, y]) => {
        const { left, top, right, bottom } = this.picture.handle;
        return x > left - REACH && x < right + REACH && y > top - REACH && y < bottom + REACH;
      };
      const hold = (place) => {
        this.held = place;
        this.step(1);
        this.draw();
      };
      // A finger on what can be dragged does not scroll the page; elsewhere on the figure it does.
      canvas.addEventListener("touchstart", (event) => {
        if (grabs(at(event.touches[0]))) event.preventDefault();
      }, { passive: false });
      canvas.addEventListener("pointerdown", (event) => {
        const place = at(event);
        if (!grabs(place)) return;
        canvas.setPointerCapture(event.pointerId);
        hold(place);
      });
      canvas.addEventListener("pointermove", (event) => this.held && hold(at(event)));
      for (const end of ["pointerup", "pointercancel"]) {
        canvas.addEventListener(end, () => {
          if (this.held) hold(null);
        });
      }
      canvas.addEventListener("keydown", (event) => {
        const by = { ArrowLeft: [-NUDGE, 0], ArrowRight: [NUDGE, 0], ArrowUp: [0, -NUDGE], ArrowDown: [0, NUDGE] }[event.key];
        if (!by) return;
        event.preventDefault();
        hold([0, 0]);
        hold(by);
        hold(null);
      });
    }

    moving() {
      return this.played && this.picture.moves && !this.held;
    }

    size() {
      const { width } = this.canvas.getBoundingClientRect();
      const { view } = this.picture;
      const dots = Math.max(1, Math.round(width * Math.min(devicePixelRatio, 3)));
      const height = Math.round((dots * (view.bottom - view.top)) / (view.right - view.left));
      if (this.canvas.width !== dots || this.canvas.height !== height) Object.assign(this.canvas, { width: dots, height });
      this.draw();
    }

    frame(passed) {
      if (!this.moving()) return;
      this.behind = Math.min(this.behind + passed, 6 * TICK);
      const ticks = Math.floor(this.behind / TICK);
      this.behind -= ticks * TICK;
      if (ticks === 0) return;
      this.step(ticks);
      this.draw();
    }

    draw() {
      const { brush, canvas, picture } = this;
      const { view } = picture;
      const scale = canvas.width / (view.right - view.left);
      brush.setTransform(1, 0, 0, 1, 0, 0);
      brush.fillStyle = colors.paper;
      brush.fillRect(0, 0, canvas.width, canvas.height);
      brush.setTransform(scale, 0, 0, scale, -view.left * scale, -view.top * scale);
      // A line of this page's pixels, in pixels of the scene.
      const dot = (canvas.width / canvas.getBoundingClientRect().width || 1) / scale;
      for (const mark of picture.marks) this.mark(mark, dot);
      this.report();
    }

    mark({ shape, tone, points, text }, dot) {
      const { brush } = this;
      const path = (close) => {
        brush.beginPath();
        points.forEach(([x, y], i) => (i ? brush.lineTo(x, y) : brush.moveTo(x, y)));
        if (close) brush.closePath();
      };
      brush.strokeStyle = brush.fillStyle = colors[tone];
      brush.lineCap = brush.lineJoin = "round";
      brush.globalAlpha = 1;
      if (shape === "area") {
        path(true);
        brush.globalAlpha = 0.55;
        brush.fill();
        brush.globalAlpha = 1;
        brush.lineWidth = dot;
        brush.stroke();
      } else if (shape === "frame") {
        const [[left, top], [right, bottom]] = points;
        brush.lineWidth = 2 * dot;
        brush.strokeRect(left, top, right - left, bottom - top);
        if (tone === "other") return;
        brush.globalAlpha = 0.25;
        brush.fillRect(left, top, right - left, bottom - top);
        brush.globalAlpha = 1;
      } else if (shape === "word") {
        const size = 13 * dot;
        brush.font = `600 ${size}px system-ui, sans-serif`;
        brush.textBaseline = "top";
        brush.lineWidth = 3 * dot;
        brush.strokeStyle = colors.paper;
        brush.strokeText(text, ...points[0]);
        brush.fillText(text, ...points[0]);
      } else {
        path(false);
        brush.lineWidth = shape === "bar" ? 4 * dot : shape === "arrow" ? 2.5 * dot : 1.25 * dot;
        brush.stroke();
        if (shape !== "arrow") return;
        const [[fromX, fromY], [x, y]] = points;
        const angle = Math.atan2(y - fromY, x - fromX);
        const head = Math.min(9 * dot, Math.hypot(x - fromX, y - fromY));
        brush.beginPath();
        brush.moveTo(x, y);
        for (const turn of [2.6, -2.6]) brush.lineTo(x + head * Math.cos(angle + turn), y + head * Math.sin(angle + turn));
        brush.closePath();
        brush.fill();
      }
    }

    /** The numbers below the picture, each in the colour of what it belongs to. What the slider shows already is left out. */
    report() {
      const { numbers } = this.picture;
      told.figures[this.kind] = numbers;
      // Walkers of other pages have a longest step as well, but only here it says something.
      const says = ({ name }) => NUMBERS[name] && (name !== "price" || this.kind === "per-axis");
      const parts = numbers.filter(says).map(({ name, value, tone }) => {
        const [label, digits, unit] = NUMBERS[name];
        const shown = typeof digits === "string" ? digits.split(" ")[value ? 1 : 0] : `${value.toFixed(digits).replace(/^-(0(\.0*)?)$/, "$1")}${unit}`;
        return [tone, `${label}: ${shown}`];
      });
      const all = parts.map((part) => part.join()).join();
      if (all === this.reported) return;
      this.reported = all;
      this.output.replaceChildren(...parts.map(([tone, line]) => {
        const part = document.createElement("span");
        part.className = tone;
        part.textContent = line;
        return part;
      }));
    }
  }

  const figures = [];
  let [last, asked] = [0, 0];

  /** Draws the figures in view that move; where none does, nothing runs. */
  function frame(now) {
    asked = 0;
    const passed = last ? now - last : TICK;
    last = now;
    const awake = figures.filter((figure) => figure.shown && figure.moving());
    for (const figure of awake) figure.frame(passed);
    told.awake = awake.map(({ kind }) => kind);
    if (awake.length > 0) asked = requestAnimationFrame(frame);
    else last = 0;
  }
  function wake() {
    if (!asked) asked = requestAnimationFrame(frame);
  }

  /** Draws all figures with the colours of the theme, or of paper. */
  function paint() {
    const style = getComputedStyle(document.documentElement);
    for (const name of [...TONES, "paper"]) colors[name] = style.getPropertyValue(`--${name}`).trim();
    for (const figure of figures) figure.draw();
  }
  for (const change of ["(prefers-color-scheme: dark)", "print"]) matchMedia(change).addEventListener("change", paint);
  // What was never in view has not begun.
  window.addEventListener("beforeprint", () => {
    for (const figure of figures) if (figure.picture.moves && figure.ticks < STILL) figure.step(STILL - figure.ticks);
    paint();
  });

  async function start() {
    paint();
    const answer = await fetch(document.currentScript?.dataset.figures ?? "figures.wasm");
    if (!answer.ok) throw new Error(`figures.wasm: ${answer.status} ${answer.statusText}`);
    wasm = (await WebAssembly.instantiate(await answer.arrayBuffer())).instance.exports;
    const seen = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes) {
        const figure = figures.find(({ element }) => element === target);
        if (figure) figure.shown = isIntersecting;
      }
      wake();
    });
    for (const element of document.querySelectorAll("figure[data-figure]")) {
      const figure = new Figure(element);
      element.classList.add("live");
      figures.push(figure);
      seen.observe(element);
    }
    told.ready = performance.now();
  }

  start().catch((error) => {
    told.errors.push(String(error));
    console.error(error);
    document.body.classList.add("still");
  });
})();
