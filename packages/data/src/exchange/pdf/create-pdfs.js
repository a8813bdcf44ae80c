/** @import { Actor, Values } from '@plinth/plugin' */
/** @import { Person } from '../../postgres/fairness/person.js' */
/** @import { OpenFile } from './load-pictures.js' */
/** @import { LoadedPdf, PdfDocument } from './types.d.ts' */
import { Worker } from 'node:worker_threads';
import { AppError, phrase } from '@plinth/plugin';
import { ONE_PDF, PDFS } from '../../postgres/fairness/figures.js';
import { createFairness, createTurns, shareUsed } from '../../postgres/fairness/index.js';
import { loadPictures, wantedBy } from './load-pictures.js';
import { LIMITS } from '../../catalog/limits/limits.js';

/** Rows of all tables of a document: a thousand need about 3 s and 150 MB while they are laid out. */
export const MOST_PDF_ROWS = LIMITS.pdfRows;
/** Up to here, and with few pictures, it needs little more than the thread itself: an invoice never waits for an import. */
const FEW_ROWS = 100;
const FEW_PICTURES = 10;
const USUAL = Object.freeze({ ms: 30_000, waiting: PDFS.places });
const MEMORY = Object.freeze({ maxOldGenerationSizeMb: 256 });

/** Scripts that the font has. */
const OTHERS = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u;

/** @typedef {<T>(work: () => Promise<T>, options: { signal: AbortSignal }) => Promise<T>} Heavy */

/**
 * Makes PDF files, one at a time and people in turn, in a thread that is ended when it takes too long. A long one first takes its
 * place among the heavy jobs of the machine.
 *
 * @param {{ files?: OpenFile | null, heavy?: Heavy, ms?: number, waiting?: number, pictures?: import('./load-pictures.js').PictureLimits,
 *   fairness?: import('../../postgres/fairness/fairness.js').Fairness }} [options]
 *   files: where pictures come from; heavy: says when this machine has room; ms: for its place, and for making it; waiting:
 *   documents in the queue
 */
export function createPdfs({
  files = null,
  heavy = (work) => work(),
  ms = USUAL.ms,
  waiting = USUAL.waiting,
  pictures,
  fairness = createFairness(),
} = {}) {
  const queue = createTurns({ ...PDFS, places: waiting });
  const making = createTurns(ONE_PDF, busy);
  const long = createTurns(ONE_PDF, busy);

  /** The others need not wait until it has its place. @template T @param {Person} person @param {() => Promise<T>} make @returns {Promise<T>} */
  function makeLong(person, make) {
    const signal = AbortSignal.timeout(ms);
    const made = async () => {
      if (signal.aborted) throw busy();
      return making.use(person, make);
    };
    return long.use(person, async () => {
      if (signal.aborted) throw busy();
      return heavy(made, { signal });
    });
  }

  return {
    /**
     * @param {PdfDocument} document @param {Actor} actor whose pictures it shows @returns {Promise<Buffer>}
     * @throws {AppError} PDF_BUSY, PDF_TOO_LARGE, SHARE_USED
     */
    async make(document, actor) {
      checkPaper(document);
      const person = fairness.personOrAll();
      const place = queue.takeNow(person);
      if (!place) throw queue.isUsedUpBy(person) ? shareUsed() : busy();
      // Only the document whose turn it is holds its pictures.
      const make = async () => inThread(await loadPictures(files, actor, document, pictures), ms);
      return (isLong(document) ? makeLong(person, make) : making.use(person, make)).finally(() => queue.give(place));
    },
  };
}

/** Whether it needs much memory while it is laid out. @param {PdfDocument} document */
const isLong = (document) => rowsOf(document) > FEW_ROWS || wantedBy(document).size > FEW_PICTURES;

/** Whether some letters would be missing. @param {string} text */
export const hasOtherScripts = (text) => OTHERS.test(text);

export const MAILED_PDF = 'application/pdf';

/** Whether it can be laid out at all. @param {PdfDocument} document @throws {AppError} PDF_TOO_LARGE */
export function checkPaper(document) {
  if (rowsOf(document) > LIMITS.pdfRows) throw tooLarge();
}

/** @param {PdfDocument} document */
const rowsOf = ({ blocks }) => blocks.reduce((sum, block) => sum + ('rows' in block ? block.rows.length : 0), 0);

/** @param {LoadedPdf} document @param {number} ms @returns {Promise<Buffer>} */
function inThread(document, ms) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./pdf-worker.js', import.meta.url), {
      workerData: document,
      resourceLimits: MEMORY,
      env: {},
      stdout: true,
      stderr: true,
    });
    const late = setTimeout(() => {
      void worker.terminate();
      reject(tooLarge());
    }, ms);
    worker.once('message', (bytes) => resolve(Buffer.from(bytes)));
    worker.once('error', (error) =>
      reject(/** @type {Values} */ (error).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error),
    );
    // After a message or an error, this changes nothing any more.
    worker.once('exit', () => {
      clearTimeout(late);
      reject(tooLarge());
    });
  });
}

const tooLarge = () =>
  new AppError('PDF_TOO_LARGE', 'This is too much for a PDF', {
    status: 422,
    hint: phrase`Filter the list to at most ${LIMITS.pdfRows} rows, or export it as Excel`,
  });

const busy = () =>
  new AppError('PDF_BUSY', 'Too many PDF files are being made at the moment', {
    status: 503,
    hint: 'Try again in a minute',
  });
