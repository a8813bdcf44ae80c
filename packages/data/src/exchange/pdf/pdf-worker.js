import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { definitionOf } from './definition.js';

// Runs in a thread of its own, which the process ends if it takes too long: laying out a long table needs seconds.
const require = createRequire(import.meta.url);
const pdfmake = /** @type {any} */ (require('pdfmake'));
const font = (/** @type {string} */ name) =>
  fileURLToPath(new URL(`./fonts/Roboto/Roboto-${name}.ttf`, new URL('..', `file://${require.resolve('pdfmake')}`)));

pdfmake.addFonts({
  Roboto: {
    normal: font('Regular'),
    bold: font('Medium'),
    italics: font('Italic'),
    bolditalics: font('MediumItalic'),
  },
});
// Nothing is loaded for a document: it is text only.
pdfmake.setLocalAccessPolicy((/** @type {string} */ path) => path.endsWith('.ttf'));
pdfmake.setUrlAccessPolicy(() => false);
const bytes = await pdfmake.createPdf(definitionOf(workerData)).getBuffer();
parentPort?.postMessage(bytes);
