// Python in a worker, for the boards of a page or for the engine.
// Starting from a memory snapshot takes a fraction of the time of a normal start.
import createModule from "./pyodide/pyodide.asm.mjs";
import { importPuzzlekit, startPython } from "./start.mjs";

/** Return the memory snapshot, which this browser caches under a key with the site's digest. */
async function readImage(digest) {
  const key = `./image-${digest}`;
  const store = await globalThis.caches?.open("puzzlekit-image");
  const kept = await store?.match(key);
  if (kept) return kept.arrayBuffer();
  const { body } = await fetch(`./image.bin?${digest}`);
  const image = await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  for (const old of (await store?.keys()) ?? []) await store.delete(old);
  store?.put(key, new Response(image)).catch((error) => console.info("Cannot cache the memory snapshot:", error.message));
  return image;
}

/** Return Python with its memory restored from a snapshot. */
async function restorePython(archive, language, image) {
  const createPyodideModule = async (settings) => {
    const module = await createModule(settings);
    // The memory does not grow to the size of the snapshot by itself.
    while (module.HEAP8.length < image.length) module._malloc(image.length - module.HEAP8.length);
    return module;
  };
  const python = await startPython(archive, language, { _loadSnapshot: image, createPyodideModule });
  python.runPython("import random; random.seed()");
  image.buffer.transfer?.(0); // Pyodide keeps the snapshot, which is as large as the memory
  return python;
}

/** Return Python with puzzlekit imported, from the snapshot if the site has one. */
async function start({ digest, language, image }) {
  const archive = fetch(`./puzzlekit.zip?${digest}`).then((reply) => reply.arrayBuffer());
  if (image) {
    try {
      return await restorePython(archive, language, new Uint8Array(await readImage(digest)));
    } catch (error) {
      console.info("Cannot use the memory snapshot:", error.message);
    }
  }
  return importPuzzlekit(archive, language);
}

let python;
self.onmessage = async ({ data: { id, call, args } }) => {
  try {
    if (call === "start") python = start(...args);
    const browser = (await python).globals.get("browser");
    let answer = { value: null };
    if (call === "think") browser.think(args[0], (text) => postMessage({ id, more: text }));
    else if (call !== "start") answer = JSON.parse(browser.call(call, JSON.stringify(args)));
    postMessage({ id, ...answer });
  } catch (error) {
    postMessage({ id, error: String(error.message ?? error) });
  }
};
