// Where Python runs: in workers of this page (static site), or in the local server.

import { label } from "./board.js";

const IDLE = 60_000; // the engine ends after this time in milliseconds, to save memory
const SILENCE = 10_000; // milliseconds without a sign of the server, which sends one every 4 seconds
const PAUSE = 2_000; // milliseconds before the server is asked again
const PATIENCE = 20_000; // milliseconds for the card of a plugin, which may loop endlessly

/** Calls to Python in a worker. */
class PythonWorker {
  constructor(base, site, files) {
    this.worker = new Worker(new URL("worker.js", base), { type: "module" });
    this.calls = new Map();
    this.count = 0;
    this.worker.onmessage = ({ data }) => {
      const call = this.calls.get(data.id);
      if ("more" in data) return call.more(data.more);
      this.calls.delete(data.id);
      "error" in data ? call.reject(this.hasFailed ? missing() : new Error(data.error)) : call.resolve(data.value);
    };
    this.worker.onerror = () => this.calls.forEach((call) => call.reject(missing()));
    this.started = this.call("start", [site]).catch(() => (this.hasFailed = true)); // the next calls fail, too
    this.call("add_plugins", [files]).catch(() => {});
  }

  call(name, args, more) {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.calls.set(id, { resolve, reject, more });
      this.worker.postMessage({ id, call: name, args });
    });
  }
}

/** Boards whose Python runs in this page: one worker for all boards, and one for the engine. */
export class WorkerHost {
  constructor(base, site, files = () => ({})) {
    Object.assign(this, { base, site, files, boards: 0, jobs: new Map() });
  }

  worker() {
    return new PythonWorker(this.base, this.site, this.files());
  }

  query(name, ...args) {
    return (this.table ??= this.worker()).call(name, args);
  }

  async open(board, given) {
    board.number = ++this.boards;
    this.show(board, await this.query("open", board.number, given));
  }

  /** Stop all work for a board, if any, even of an own plugin that never returns. */
  close(board) {
    this.plan(board, null);
    const isBusy = this.table?.calls.size && Object.keys(this.files()).length;
    if (isBusy || this.table?.hasFailed) this.restart();
  }

  /** Return the card of a plugin file, from a worker of its own. */
  async ownCard(name, theme) {
    const worker = this.worker();
    await worker.started;
    const late = new Promise((_, reject) => {
      setTimeout(() => reject(new Error(label("The plugin is not responding."))), PATIENCE);
    });
    return Promise.race([worker.call("own_card", [name, theme]), late]).finally(() => worker.worker.terminate());
  }

  async act(board, ...act) {
    this.show(board, await this.query("act", board.number, ...act));
  }

  /** Show a view, unless the board has been closed, and let the engine work on its job. */
  show(board, view) {
    if (board.element.board !== board) return;
    board.element.show(view);
    if (view.id) this.plan(board, view.job && JSON.stringify(view.job)); // others show only marks
  }

  /** Let the engine work on the job of a board, if any, after the jobs of other boards. */
  plan(board, job) {
    if ((this.jobs.get(board) ?? null) === job) return;
    job ? this.jobs.set(board, job) : this.jobs.delete(board);
    if (this.working === board) this.stop(); // it cannot be interrupted otherwise
    this.work();
  }

  work() {
    if (this.working || !this.jobs.size) return;
    const [board, job] = this.jobs.entries().next().value;
    clearTimeout(this.idle);
    const engine = (this.engine ??= this.worker());
    const fail = (error) => board.element.message(error.message, "error");
    const receive = async (reply) => {
      if (this.jobs.get(board) === job) this.show(board, await this.query("receive", board.number, reply));
    };
    const rest = () => {
      if (this.engine !== engine) return;
      this.working = null;
      this.jobs.delete(board);
      this.idle = setTimeout(() => this.stop(), IDLE);
      this.work();
    };
    this.working = board;
    engine.call("think", [job], (reply) => receive(reply).catch(fail)).catch(fail).finally(rest);
  }

  /** End the engine, also to save memory. */
  stop() {
    this.engine?.worker.terminate();
    this.engine = this.working = null;
  }

  /** Forget all boards, so that the next one starts with the present plugin files. */
  restart() {
    this.table?.worker.terminate();
    this.table = null;
    this.jobs.clear();
    this.stop();
  }
}

const missing = () => new Error(label("Python cannot be loaded."));
const lost = () => Object.assign(new Error(label("The server is not responding.")), { isLost: true });

/** Boards whose Python runs in the local server. */
export class ServerHost {
  constructor(base) {
    this.base = base;
  }

  async query(name, ...args) {
    const signal = name === "act" ? AbortSignal.timeout(SILENCE) : null; // later acts wait for it
    const request = { method: "POST", body: JSON.stringify(args), signal };
    const reply = await fetch(new URL(name, this.base), request).catch(() => Promise.reject(lost()));
    const text = await reply.text();
    if (!reply.ok) throw new Error(text);
    return JSON.parse(text);
  }

  /** Open a board, again if it is saved; a device that opens it again gets the same seat. */
  async open(board, given) {
    const seat = `puzzlekit.seat${this.base.pathname}`;
    localStorage.setItem(seat, localStorage[seat] ?? ""); // fails before a seat is taken for nothing
    const opened = await this.query("open", { ...given, token: localStorage[seat] });
    localStorage[seat] = opened.token;
    board.number = opened.board;
    if (board.element.board === board) this.connect(board);
  }

  /**
   * Receive views; connect again if nothing arrives for a while, such as after the device has slept.
   * If the server does not know the board, it has been started again, and so is the page.
   */
  connect(board) {
    this.close();
    const { element, number } = board;
    const wait = (time = SILENCE) => {
      clearTimeout(this.silence);
      this.silence = setTimeout(again, time);
    };
    const fail = (error) => {
      if (!error.isLost) return location.reload();
      element.message(error.message, "error");
      wait(PAUSE);
    };
    const again = () => this.query("act", number, "look").then(
      () => element.board === board && this.connect(board), (error) => element.board === board && fail(error));
    wait();
    this.events = new EventSource(new URL(`events/${number}`, this.base));
    this.events.addEventListener("alive", () => wait());
    this.events.onmessage = ({ data }) => {
      wait();
      element.show({ ...JSON.parse(data), save: number });
    };
    this.events.onerror = () => {
      element.message(lost().message, "error");
      if (this.events.readyState === EventSource.CLOSED) wait(PAUSE); // otherwise, it connects again
    };
  }

  close() {
    clearTimeout(this.silence);
    this.events?.close();
  }

  act(board, ...act) {
    return this.query("act", board.number, ...act);
  }
}
