// Writes a snapshot of Python's memory with puzzlekit imported, in Node.js.
// Usage: node image.mjs SITE IMAGE LANGUAGE

import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [site, image, language] = process.argv.slice(2);
const { importPuzzlekit } = await import(pathToFileURL(`${site}/start.mjs`));
const python = await importPuzzlekit(await readFile(`${site}/puzzlekit.zip`), language, {
  indexURL: `${site}/pyodide/`,
  _makeSnapshot: true,
});
await writeFile(image, python.makeMemorySnapshot());
process.exit(0);
