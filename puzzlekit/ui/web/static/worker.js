// Python in a worker: the table of a page, or the thinker of its computer players.
// A start from an image of the memory takes a fraction of a plain start. The worker makes the image
// at the first visit; its key holds the digest of the site, so it never outlives its program.
import createModule from "./pyodide/pyodide.asm.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const HOME = "/lib/puzzlekit-site"; // where the archive is unpacked
const IMAGES = "puzzlekit-image";

/** Return a fresh Python, or one restored from an image; Python code is in sys.path. */
async function startPython(digest, image) {
  const createPyodideModule = async (settings) => {
    const module = await createModule(settings);
    // The memory does not grow to the size of the image by itself.
    while (module.HEAP8.length < image.length) module._malloc(image.length - module.HEAP8.length);
    return module;
  };
  const options = image ? { _loadSnapshot: image, createPyodideModule } : { _makeSnapshot: true };
  const [python, archive] = await Promise.all([
    loadPyodide({ ...options, env: { PUZZLEKIT_HOME: `${HOME}/home`, HOME } }),
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
async function start(digest) {
  const key = `./image-${digest}`;
  const image = await readImage(key).catch(() => undefined);
  if (image) {
    try {
      const python = await startPython(digest, image);
      python.runPython("import random; random.seed()");
      return python;
    } catch (error) {
      console.info("The image of the memory cannot be used:", error.message);
    }
  }
  const python = await startPython(digest);
  python.runPython(`import sys; sys.path.insert(0, '${HOME}')`);
  python.runPython("from puzzlekit.ui.web import browser");
  const made = python.makeMemorySnapshot();
  writeImage(key, made).catch((error) => console.info("No image is kept:", error.message));
  return python;
}

let python;
self.onmessage = async ({ data: { id, call, args } }) => {
  try {
    if (call === "start") python = start(args[0]);
    const browser = (await python).globals.get("browser");
    let value = null;
    if (call === "think") browser.think(args[0], (text) => postMessage({ id, more: text }));
    else if (call !== "start") value = JSON.parse(browser.call(call, JSON.stringify(args)));
    postMessage({ id, value });
  } catch (error) {
    const lines = String(error.message ?? error).trim().split("\n");
    postMessage({ id, error: lines[lines.length - 1].replace(/^[\w.]+: /, "") });
  }
};
