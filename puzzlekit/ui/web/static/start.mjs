// Starts Python, in a worker or in Node.js.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const HOME = "/lib/puzzlekit-site"; // where the archive is unpacked

/** Return Python with the files of an archive, given the options of loadPyodide. */
export async function startPython(archive, language, options = {}) {
  const env = { PUZZLEKIT_HOME: `${HOME}/home`, HOME, LANGUAGE: language };
  const [python, bytes] = await Promise.all([loadPyodide({ ...options, env }), archive]);
  python.unpackArchive(new Uint8Array(bytes), "zip", { extractDir: HOME });
  return python;
}

/** Return Python with puzzlekit imported. */
export async function importPuzzlekit(archive, language, options) {
  const python = await startPython(archive, language, options);
  python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  python.runPython("from puzzlekit.ui.web import browser");
  return python;
}
