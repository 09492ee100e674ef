// The page: a gallery of games and puzzles, and the board of one of them.
// The hash of the address holds the ID and the moves: #permute:9+Ch3-i3.
import { BoardElement, DARK, label, make, theme } from "./board.js";
import { ServerHost, WorkerHost } from "./host.js";

const site = JSON.parse(document.getElementById("site").textContent);
const base = new URL(".", import.meta.url);
const find = (id) => document.getElementById(id);
const [gallery, board, dialog, home] = ["gallery", "board", "dialog", "home"].map(find);
const [tools, search, none] = ["tools", "search", "none"].map(find);
const host = site.server ? new ServerHost(base) : new WorkerHost(base, site, ownFiles);
BoardElement.labels = site.labels;
BoardElement.host = async () => host;
BoardElement.letters = read("letters", site.letters ?? false);
search.placeholder = search.ariaLabel = label("Search");
gallery.ariaLabel = home.title = label("Games and puzzles");
if (site.table) home.removeAttribute("href"); // there is no gallery

// -- what is kept in this browser -----------------------------------------------------------------

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`puzzlekit.${key}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(`puzzlekit.${key}`, JSON.stringify(value));
  } catch (error) {
    say(label("Not saved"), error.message);
  }
}

// -- dialogs --------------------------------------------------------------------------------------

function show(title, content, close = "Close") {
  dialog.replaceChildren(make("h2", {}, title),
    make("form", { method: "dialog" }, ...content, make("button", {}, label(close))));
  dialog.ariaLabel = title;
  if (!dialog.open) dialog.showModal();
}

function say(title, text) {
  show(title, [make("p", {}, text)]);
}

async function showRules() {
  const tabs = await host.query("rules", game().id || board.view.id, theme());
  show(board.view.name ?? "", tabs.map(({ title, sections }, at) => make("details", { name: "tabs", open: at === 0 },
    make("summary", {}, title), ...sections.map(section))));
}

function section({ title, text, pictures, rows }) {
  const figure = make("figure", { "aria-hidden": "true" }); // the text says the same
  figure.innerHTML = pictures.join("");
  const table = make("table", {}, ...rows.map(([key, act]) =>
    make("tr", {}, make("th", { align: "left" }, key), make("td", {}, act))));
  return make("div", { class: "section" }, make("h3", {}, title),
    ...text.split("\n\n").map((each) => make("p", {}, each)), figure, table);
}

async function newGame() {
  const { id: shown = game().id, players = [] } = board.view; // nothing if the game could not be opened
  const current = shown.split("#")[0]; // begins with another scramble
  const options = await host.query("variants", current);
  const choice = (choices, chosen, events) => make("select", events, ...choices.map(([title, value]) =>
    make("option", { value, selected: value === chosen }, title)));
  const isKnown = options.variants.some(([, value]) => value === current);
  const id = make("input", { value: current, "aria-label": label("ID") });
  const variants = choice(isKnown ? options.variants : [[current, current], ...options.variants], current,
    { change: () => (id.value = variants.value) });
  const seats = options.seats.map((_, number) => choice(options.players, players[number]));
  const start = () => {
    dialog.close();
    begin(id.value.trim(), { players: seats.map((seat) => seat.value) });
  };
  show(label("New game"), [make("label", {}, label("Variant"), variants), make("label", {}, label("ID"), id),
    ...seats.map((seat, number) => make("label", {}, options.seats[number], seat)),
    make("p", {}, make("button", { class: "main", click: start }, label("Begin")))], "Cancel");
}

async function share() {
  const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  say(label(isCopied ? "Link copied" : "Link to this position"), location.href);
}

// -- games ----------------------------------------------------------------------------------------

function game() {
  const [id, ...moves] = location.hash.slice(1).split("+").map(decode);
  return { id, moves };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // of an incomplete link
  }
}

/** Start a new game or a lesson, and put it into the address. */
function begin(id, given) {
  history.pushState(null, "", `#${encodeURI(id)}`);
  open({ game: id, ...given });
}

async function open(given) {
  gallery.hidden = search.hidden = none.hidden = true;
  board.hidden = false;
  if (document.activeElement !== document.body) board.field.focus({ preventScroll: true });
  home.textContent = "‹ puzzlekit";
  showTools();
  await board.open(given);
}

board.addEventListener("view", ({ detail: { name, link, coach, save = null } }) => {
  if (board.hidden) return;
  document.title = `${name} – puzzlekit`;
  home.textContent = site.table ? name : `‹ ${name}`;
  if (site.table || coach || (location.hash === `#${link}` && history.state === save)) return;
  history.replaceState(save, "", `#${link}`);
});

/** Show safe colours and letters on the pieces, or stop showing them. */
function toggleLetters({ target }) {
  keep("letters", (target.ariaPressed = BoardElement.letters = !BoardElement.letters));
  board.act("theme", theme());
  fillGallery();
}

function showTools() {
  const button = (text, act, title = text) => make("button", { type: "button",
    click: () => act().catch((error) => say(label(title), error.message)) }, label(text));
  const lesson = async () => begin(game().id, { lesson: true });
  const inGame = [button("New", newGame, "New game"), button("Rules", showRules), button("Lesson", lesson), button("Link", share)];
  const inGallery = site.server ? [] : [button("Add a plugin", choosePlugin)];
  const letters = make("button", { type: "button", click: toggleLetters }, label("Colour-blind"));
  letters.ariaPressed = BoardElement.letters;
  const shown = site.table ? [button("Rules", showRules)] : gallery.hidden ? inGame : inGallery;
  tools.replaceChildren(...shown, letters);
}

function route() {
  dialog.close();
  if (site.table) return open({});
  const { id, moves } = game();
  if (!id) {
    gallery.hidden = search.hidden = none.hidden = false;
    board.hidden = true;
    board.close();
    document.title = home.textContent = "puzzlekit";
    return showTools();
  }
  open({ save: history.state, link: location.hash.slice(1), game: [id, ...moves].join(" ") });
}

// -- the gallery, and plugins of one's own --------------------------------------------------------

function card({ id, name, note, text, svg, error, own }) {
  const src = svg ? `data:image/svg+xml,${encodeURIComponent(svg)}` : new URL(`pictures/${id}-${theme()}.svg`, base);
  const link = make("a", error ? {} : { href: `#${id}` },
    error ? null : make("img", { alt: "", loading: "lazy", src }), make("b", {}, name),
    make("small", { class: error ? "error" : "" }, error ?? note));
  const remove = own ? make("button", { type: "button", click: () => removePlugin(own) }, label("Remove")) : null;
  return make("div", { class: "card", "data-text": text ?? id }, link, remove);
}

/** Return the plugin files that are kept in this browser. */
function ownFiles() {
  return read("files", {});
}

const EMPTY = '<svg xmlns="http://www.w3.org/2000/svg"/>'; // shows no broken image while a plugin is loading
const stem = (file) => file.replace(/\.\w+$/, "");

async function fillGallery() {
  const names = site.server ? [] : Object.keys(ownFiles()).map(stem);
  const own = names.map((name) => ({ id: name, name, note: label("Loading …"), svg: EMPTY, own: name }));
  const cards = own.map(card);
  gallery.replaceChildren(...cards, ...site.cards.map(card));
  filter();
  for (const [at, each] of own.entries()) {
    const found = await host.ownCard(each.own, theme()).catch((error) => ({ ...each, error: error.message }));
    cards[at].replaceWith(card(found));
  }
}

function filter() {
  const letters = search.value.toLowerCase().replace(/ß/g, "ss").normalize("NFKD").replace(/\p{M}/gu, "");
  const words = letters.replace(/ ?× ?/g, "x").split(/\s+/);
  for (const each of gallery.children) {
    each.hidden = !words.every((word) => each.dataset.text.includes(word));
  }
  none.textContent = gallery.querySelector(".card:not([hidden])") ? "" : label("No matches");
}

async function choosePlugin() {
  const file = make("input", { type: "file", accept: ".py,.toml", multiple: true,
    change: () => addPlugins(file.files) });
  file.click();
}

async function addPlugins(files) {
  const texts = ownFiles();
  for (const file of files) {
    if (/.\.(py|toml)$/.test(file.name)) texts[file.name] = await file.text();
    else return say(label("This plugin cannot be used"), `${file.name}: .py, .toml`);
  }
  changePlugins(texts);
}

function removePlugin(name) {
  changePlugins(Object.fromEntries(Object.entries(ownFiles()).filter(([file]) => stem(file) !== name)));
}

/** Keep other plugin files, and show the gallery; Python starts again without the old ones. */
function changePlugins(texts) {
  history.pushState(null, "", "#");
  route();
  keep("files", texts);
  host.restart();
  fillGallery();
}

document.addEventListener("keydown", (event) => {
  if (!board.hidden && !dialog.open && event.target !== board) board.key(event); // it has no focus
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files.length && !site.server) addPlugins(event.dataTransfer.files);
});
window.addEventListener("popstate", route);
search.addEventListener("input", filter);
DARK.addEventListener("change", fillGallery);
fillGallery();
route();
if (site.digest && "serviceWorker" in navigator) {
  navigator.serviceWorker.register(new URL("sw.js", base)).catch((error) => console.info(error.message));
}
