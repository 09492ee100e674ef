// <puzzlekit-board game="permute:9" players="human,mcts:casual">: one board with its controls.
// The element shows its own content, such as a picture, until Python has started.

import { WorkerHost } from "./host.js";

const DRAG = 9; // pixels
const SCROLL = 50; // pixels; trackpads send many small wheel events
const LONG = 500; // milliseconds after which a touch acts as a right-click
const POSITIONS = ["hover", "hold"]; // acts of which only the latest matters
const SVG = "http://www.w3.org/2000/svg";
const STYLE = new URL("board.css", import.meta.url);
export const DARK = matchMedia("(prefers-color-scheme: dark)");

export function theme() {
  return (DARK.matches ? "dark" : "light") + (BoardElement.letters ? "_letters" : "");
}

/** Return an element with attributes (or event handlers, if functions) and children. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

/** Replace only the children that differ, so that focus, typed text and clicks in progress survive. */
function update(parent, children) {
  children.forEach((child, at) => {
    const old = parent.children[at];
    if (!old) parent.append(child);
    else if (old.isEqualNode(child)) return;
    else if (old.tagName !== child.tagName || child.tagName === "BUTTON") {
      const hasFocus = old.matches(":focus") && old.name === child.name;
      old.replaceWith(child);
      if (hasFocus) child.focus();
    } else {
      old.className = child.className;
      child.childElementCount ? update(old, [...child.children]) : (old.textContent = child.textContent);
    }
  });
  while (parent.children.length > children.length) parent.lastElementChild.remove();
}

/** Return a label in the language of the site. */
export function label(text) {
  return BoardElement.labels?.[text] ?? text;
}

function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export class BoardElement extends HTMLElement {
  /** Return where Python runs: by default, in workers shared by all boards of the page. */
  static async host() {
    this.worker ??= fetch(new URL("site.json", import.meta.url))
      .then((reply) => reply.json())
      .then((site) => {
        this.labels = site.labels;
        return new WorkerHost(new URL(".", import.meta.url), site);
      });
    return this.worker;
  }

  connectedCallback() {
    if (this.shadowRoot) return;
    const root = this.attachShadow({ mode: "open" });
    this.field = make("div", { class: "field", tabindex: "0", role: "application" });
    this.panel = make("div", { class: "panel" });
    this.field.append(make("slot"));
    root.append(make("link", { rel: "stylesheet", href: STYLE }), this.field, this.panel);
    this.listen();
    this.view = {};
    if (this.hasAttribute("manual")) return;
    for (const name of ["pointerdown", "keydown"]) {
      this.field.addEventListener(name, ({ key }) => {
        if (!this.host && key !== "Tab") this.open({ game: this.getAttribute("game") });
      });
    }
  }

  /** Open a game, given its ID, players and perhaps a saved text. */
  async open(given) {
    this.close();
    this.view = {};
    this.message(label("Loading …"));
    const board = (this.board = { element: this, acts: [] });
    try {
      this.host ??= await BoardElement.host();
      const players = given.players ?? this.getAttribute("players")?.split(",");
      if (this.board === board) await this.host.open(board, { theme: theme(), ...given, players });
    } catch (error) {
      if (this.board !== board) return; // another game has been opened since
      this.board = null;
      this.svg?.remove();
      this.message(error.message, "error");
    }
  }

  close() {
    this.host?.close(this.board);
    this.board = null;
  }

  /** Send an act after those before it, because requests can overtake each other. */
  async act(...act) {
    const { board, host } = this;
    if (!board?.number) return;
    const { acts } = board; // the first one has been sent
    if (acts.length > 1 && acts.at(-1)[0] === act[0] && POSITIONS.includes(act[0])) acts.pop();
    if (acts.push(act) > 1) return;
    for (; acts.length; acts.shift()) {
      await host.act(board, ...acts[0]).catch((error) => {
        if (this.board === board && !POSITIONS.includes(acts[0][0])) this.message(error.message, "error");
      });
    }
  }

  message(text, kind = "") {
    const retry = () => make("button", { type: "button", click: () => location.reload() }, label("Retry"));
    update(this.panel, [make("p", { class: `status ${kind}`, role: "status" }, text), ...(kind ? [retry()] : [])]);
  }

  // -- what the page shows ----------------------------------------------------------------------

  show(view) {
    this.view = view.id ? view : { ...this.view, ...view }; // some views show only marks
    if (view.svg) this.draw(view.svg, view.plane);
    this.under.innerHTML = view.under;
    this.over.innerHTML = view.marks;
    if (view.motion) this.animate(view.motion);
    if (view.frames?.length) this.turn(view.frames);
    if (!view.id) return; // only the marks have changed
    this.field.setAttribute("aria-label", `${view.name}. ${view.coach?.title ?? view.status}`);
    this.showPanel();
    this.dispatchEvent(new CustomEvent("view", { detail: this.view }));
  }

  draw(svg, plane) {
    const before = this.origin();
    this.field.innerHTML = svg;
    this.svg = this.field.querySelector("svg");
    this.svg.setAttribute("aria-hidden", "true"); // the panel lists the pieces
    this.svg.removeAttribute("width");
    this.svg.removeAttribute("height");
    this.under = document.createElementNS(SVG, "g");
    this.over = document.createElementNS(SVG, "g");
    const piece = this.svg.querySelector("g[data-cell]");
    piece ? piece.before(this.under) : this.svg.append(this.under);
    this.svg.append(this.over);
    this.plane = plane;
    if (before && plane) this.glide(before, this.origin());
  }

  /** Return the origin of an infinite board on the screen, and the size of a cell. */
  origin() {
    if (!this.plane) return null;
    const [unit, left, top] = this.plane;
    const matrix = this.svg.getScreenCTM();
    const { x, y } = new DOMPoint(left, top).matrixTransform(matrix);
    return { x, y, size: unit * matrix.a };
  }

  /** Move a board that has grown from where its origin was to where it is now. */
  glide(before, now) {
    if (isStill()) return;
    const { left, top } = this.svg.getBoundingClientRect();
    this.svg.style.transformOrigin = `${now.x - left}px ${now.y - top}px`;
    const [x, y, scale] = [before.x - now.x, before.y - now.y, before.size / now.size];
    this.svg.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: "none" }], 240);
  }

  animate(motion) {
    if (isStill()) return;
    for (const [cell, steps] of Object.entries(motion)) {
      const frames = steps.map(([x, y, size]) => ({ transform: `translate(${x}px, ${y}px) scale(${size})` }));
      for (const piece of this.svg.querySelectorAll(`g[data-cell="${cell}"]`)) {
        piece.style.transformOrigin = "center";
        piece.style.transformBox = "fill-box";
        piece.animate(frames, 240);
      }
    }
  }

  /** Show pictures of a layer that turns, in front of the last picture. */
  async turn(frames) {
    if (isStill()) return;
    const front = make("div", { class: "front" });
    this.field.append(front);
    for (const frame of frames) {
      front.innerHTML = frame;
      await new Promise((resolve) => setTimeout(resolve, 240 / frames.length));
    }
    front.remove();
  }

  button(text, act, attributes = {}) {
    const click = () => (act[0] !== "resign" || confirm(label("Resign?"))) && this.act(...act);
    return make("button", { type: "button", name: act.join(" "), click, ...attributes }, text);
  }

  showPanel() {
    const { view, shadowRoot } = this;
    const hadFocus = this.panel.contains(shadowRoot.activeElement);
    update(this.panel, [ // elements of role "status" are kept, because screen readers notice their changes
      make("p", { class: "status", role: "status" }, view.status),
      make("p", { class: "hidden", role: "status" }, view.news),
      make("p", { class: "message", role: "status" }, view.message),
      make("ul", { class: "hidden" }, ...view.pieces.map((line) => make("li", {}, line))),
      make("div", { class: "seats" }, ...view.seats.map((seat) => this.seat(seat))),
      make("div", { role: "status" }, view.coach && this.coach(view.coach)),
      this.row("answers", view.answers.map(([answer, move]) => this.button(answer, ["play", move], { class: "main" }))),
      this.row("acts", view.buttons.map((each) => this.button(each.label, [each.act],
        { disabled: !each.enabled, "aria-pressed": each.on ? "true" : false }))),
      this.row("offered", view.offered.map(([text, move]) => this.button(text, ["play", move]))),
      ...(view.coach ? [] : [this.moves(view), ...(view.types ? [this.typing()] : [])]),
    ]);
    if (hadFocus && !shadowRoot.activeElement) this.field.focus({ preventScroll: true });
    const [list, at] = [".moves", ".at"].map((each) => this.panel.querySelector(each));
    if (at && at !== this.at) list.scrollTop = at.offsetTop - list.offsetTop - list.clientHeight / 2;
    this.at = at;
  }

  row(kind, buttons) {
    return make("div", { class: `row ${kind}` }, ...buttons);
  }

  seat(seat) {
    const classes = `seat ${seat.turn ? "turn" : ""} ${seat.won ? "won" : ""}`;
    return make("div", { class: classes },
      make("b", { role: "status" }, seat.side), make("span", {}, seat.player), make("span", {}, seat.status),
      seat.clock ? make("span", { class: "clock" }, seat.clock) : null);
  }

  coach(coach) {
    return make("div", { class: "coach" },
      make("b", {}, coach.title), make("p", {}, coach.text),
      coach.done ? this.button(label("Continue"), ["continue"], { class: "main" }) : null,
      coach.last ? make("button", { class: "main", click: () => this.open({ game: this.view.id }) }, label("Play a game")) : null);
  }

  moves(view) {
    let before = 0;
    return make("div", { class: "moves", role: "group", "aria-label": label("Moves") }, ...view.listed.map(([move, ply]) => {
      const isAt = before < view.at && view.at <= ply;
      before = ply;
      return this.button(move, ["go", ply], { class: isAt && "at", "aria-current": isAt && "true" });
    }));
  }

  typing() {
    const input = make("input", { placeholder: label("Type a move"), "aria-label": label("Type a move"),
      autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    const submit = (event) => {
      event.preventDefault();
      const text = input.value;
      input.value = "";
      if (text) this.act("type", text);
    };
    return make("form", { submit }, input);
  }

  // -- mouse, touch and keyboard ----------------------------------------------------------------

  listen() {
    const field = this.field;
    let start = null;
    const cancel = () => {
      if (start?.moved) this.act("leave");
      start = null;
    };
    field.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary) return cancel(); // two fingers zoom
      if (event.button !== 1) start = { at: this.point(event), event };
      field.setPointerCapture(event.pointerId);
    });
    field.addEventListener("pointermove", (event) => {
      const at = this.point(event);
      if (at && event.pointerType === "mouse" && !event.buttons) this.act("hover", ...at);
      if (start?.at && this.view.solid && (start.moved ||= this.distance(start.event, event) > DRAG)) {
        this.act("hold", ...start.at, ...at);
      }
    });
    field.addEventListener("pointerup", (event) => {
      const began = start;
      start = null;
      if (!began?.at) return;
      if (began.moved || this.distance(began.event, event) > DRAG) {
        this.act("drag", ...began.at, ...this.point(event));
      } else {
        const isTouch = event.pointerType === "touch";
        const isLong = isTouch && event.timeStamp - began.event.timeStamp > LONG;
        if (isTouch && !isLong) this.act("tap", ...began.at);
        else this.act("press", ...began.at, isLong || began.event.button === 2 ? 1 : 0);
      }
    });
    field.addEventListener("pointercancel", cancel);
    field.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") this.act("leave");
    });
    const prevent = (event) => event.preventDefault();
    field.addEventListener("contextmenu", prevent);
    field.addEventListener("selectstart", prevent); // Safari selects the text of the panel otherwise
    let scrolled = 0;
    field.addEventListener("wheel", (event) => {
      if (!this.view.turns || event.ctrlKey) return;
      event.preventDefault();
      scrolled += event.deltaMode ? event.deltaY * SCROLL : event.deltaY; // in lines or in pixels
      if (Math.abs(scrolled) < SCROLL) return;
      this.act("turn", Math.sign(scrolled));
      scrolled = 0;
    }, { passive: false });
    this.shadowRoot.addEventListener("keydown", (event) => this.key(event));
    DARK.addEventListener("change", () => this.act("theme", theme()));
  }

  distance(a, b) {
    return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  }

  /** Return the point of an event in the units of the picture. */
  point(event) {
    const matrix = this.svg?.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [x, y];
  }

  key(event) {
    if (event.target.tagName === "INPUT" || event.altKey || !this.board?.number) return;
    const other = event.shiftKey ? 1 : 0;
    const keys = {
      ArrowLeft: ["move", -1, 0], ArrowRight: ["move", 1, 0], ArrowUp: ["move", 0, 1], ArrowDown: ["move", 0, -1],
      Enter: ["enter", other], " ": ["enter", other], Escape: ["back"], Backspace: ["back"],
      F2: ["hint"], F3: ["legal"], PageUp: ["step", -1], PageDown: ["step", 1],
      Home: ["go", 0], End: ["go", this.view.moves?.length ?? 0],
    };
    let act = keys[event.key];
    if (event.ctrlKey || event.metaKey) {
      const key = event.key.toLowerCase();
      const turns = key === "r" && event.ctrlKey && this.view.turns; // Cmd+R reloads the page
      act = key === "z" ? [other ? "redo" : "undo"] : key === "y" ? ["redo"] : turns ? ["rotate"] : null;
    } else if (this.view.keys?.includes(event.key)) {
      act = ["key", event.key];
    }
    const onButton = ["A", "BUTTON"].includes(event.target.tagName) && ["Enter", " "].includes(event.key);
    if (!act || onButton) return;
    event.preventDefault();
    this.act(...act);
  }
}

customElements.define("puzzlekit-board", BoardElement);
