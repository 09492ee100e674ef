// Python in a worker, for the boards of a page or for the engine.
// A start from an image of the memory takes a fraction of a plain start. The worker makes the image
// at the first visit; its key holds the digest of the site, so it never outlives its program.
import createModule from "./pyodide/pyodide.asm.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const HOME = "/lib/puzzlekit-site"; // where the archive is unpacked
const IMAGES = "puzzlekit-image";

/** Return a fresh Python, or one restored from an image; Python code is in sys.path. */
async function startPython(digest, language, image) {
  const createPyodideModule = async (settings) => {
    const module = await createModule(settings);
    // The memory does not grow to the size of the image by itself.
    while (module.HEAP8.length < image.length) module._malloc(image.length - module.HEAP8.length);
    return module;
  };
  const options = image ? { _loadSnapshot: image, createPyodideModule } : { _makeSnapshot: true };
  const [python, archive] = await Promise.all([
    loadPyodide({ ...options, env: { PUZZLEKIT_HOME: `${HOME}/home`, HOME, LANGUAGE: language } }),
    fetch(`./puzzlekit.zip?${digest}`).then((reply) => reply.arrayBuffer()),
  ]);
  python.unpackArchive(new Uint8Array(archive), "zip", { extractDir: HOME });
  return python;
}

async function readImage(key) {
  const reply = await (await caches.open(IMAGES)).match(key);
  return reply && new Uint8Array(await reply.arrayBuffer());
}

async function writeImage(key, image) {
  for (const old of await (await caches.open(IMAGES)).keys()) {
    await (await caches.open(IMAGES)).delete(old);
  }
  await (await caches.open(IMAGES)).put(key, new Response(image));
}

/** Return Python with puzzlekit imported, from the image if there is one. */
async function start(digest, language) {
  const key = `./image-${digest}`;
  const image = await readImage(key).catch(() => undefined);
  if (image) {
    try {
      const python = await startPython(digest, language, image);
      python.runPython("import random; random.seed()");
      image.buffer.transfer?.(0); // Pyodide keeps the image, which is as large as the memory
      return python;
    } catch (error) {
      console.info("The image of the memory cannot be used:", error.message);
    }
  }
  const python = await startPython(digest, language);
  python.runPython(`import sys; sys.path.insert(0, '${HOME}')`);
  python.runPython("from puzzlekit.ui.web import browser");
  const made = python.makeMemorySnapshot();
  writeImage(key, made).catch((error) => console.info("No image is kept:", error.message));
  return python;
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
