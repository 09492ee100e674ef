// Python in a worker, for the boards of a page or for the engine.
// Starting from a memory snapshot takes a fraction of the time of a normal start.
import createModule from "./pyodide/pyodide.asm.mjs";
import { importPuzzlekit, startPython } from "./start.mjs";

const BLOCK = 4096;

/** Return the memory snapshot, which this browser caches under a key with the site's digest. */
async function readImage(digest, size) {
  const key = `./image-${digest}`;
  const store = await globalThis.caches?.open("puzzlekit-image");
  const kept = await store?.match(key);
  const body = kept?.body ?? (await fetch(`./image.bin?${digest}`)).body.pipeThrough(new DecompressionStream("gzip"));
  const image = new Uint8Array(size); // the buffers of responses are not released in time
  const reader = body.getReader(); // Safari cannot iterate over a stream
  for (let at = 0, step; !(step = await reader.read()).done; at += step.value.length) image.set(step.value, at);
  if (kept) return image;
  for (const old of (await store?.keys()) ?? []) await store.delete(old);
  store?.put(key, new Response(image)).catch((error) => console.info("Cannot cache the memory snapshot:", error.message));
  return image;
}

const isEmpty = (words) => {
  for (const word of words) if (word) return false;
  return true;
};

/** Return Python with its memory restored from a snapshot: a header with its size, and the memory. */
async function restorePython(archive, language, image) {
  const header = image.subarray(0, new Uint32Array(image.buffer)[1]);
  const createPyodideModule = async (settings) => {
    const module = await createModule(settings);
    const length = image.length - header.length;
    while (module.HEAP8.length < length) module._malloc(length - module.HEAP8.length);
    for (let at = header.length; at < image.length; at += BLOCK) {
      // Empty blocks occupy no memory as long as nobody writes to them.
      const words = new Uint32Array(image.buffer, at, Math.min(BLOCK, image.length - at) / 4);
      if (!isEmpty(words)) module.HEAPU32.set(words, (at - header.length) / 4);
    }
    return module;
  };
  const python = await startPython(archive, language, { _loadSnapshot: header, createPyodideModule });
  python.runPython("import random; random.seed()");
  image.buffer.transfer?.(0); // Pyodide keeps a reference to it
  return python;
}

/** Return Python with puzzlekit imported, from the snapshot if the site has one. */
async function start({ digest, language, image }) {
  const archive = fetch(`./puzzlekit.zip?${digest}`).then((reply) => reply.arrayBuffer());
  if (image) {
    try {
      return await restorePython(archive, language, await readImage(digest, image));
    } catch (error) {
      console.info("Cannot use the memory snapshot:", error.message);
    }
  }
  return importPuzzlekit(archive, language);
}

/** Fails if Pyodide cannot load its WebAssembly, which Pyodide itself does not report. */
const failure = new Promise((_, reject) => {
  const instantiate = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = (...given) => {
    const instance = instantiate(...given);
    instance.catch(reject);
    return instance;
  };
});

let python;
self.onmessage = async ({ data: { id, call, args } }) => {
  try {
    if (call === "start") python = Promise.race([start(...args), failure]);
    const browser = (await python).globals.get("browser");
    let answer = { value: null };
    if (call === "think") browser.think(args[0], (text) => postMessage({ id, more: text }));
    else if (call !== "start") answer = JSON.parse(browser.call(call, JSON.stringify(args)));
    postMessage({ id, ...answer });
  } catch (error) {
    postMessage({ id, error: String(error.message ?? error) });
  }
};
