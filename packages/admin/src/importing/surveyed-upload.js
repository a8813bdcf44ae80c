/** @import { Values } from '@plinth/plugin' */
import { createHash } from 'node:crypto';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { AppError, say } from '@plinth/plugin';
import { chosenReading } from './csv-reading.js';
import { pendingUploads } from './pending-uploads.js';
import { importErrors, runImport } from './running-import.js';

/** @import { FormErrors, Request } from '../types.d.ts' */
/** @typedef {ReturnType<typeof chosenReading>} Reading */
/** @typedef {{ table?: string, chosen?: Values }} Asked `chosen`: by header, what somebody chose for a column */

/** What is noted is read by no other version of it. */
const VERSION = 2;
/** A larger file is read by a request of its own, which shows how far it is. */
const AT_ONCE = 4 * 1024 * 1024;

/**
 * What an upload holds. The whole file is read for it, so what was found out lies beside the file: a page that is loaded again
 * does not read it again, whichever worker answers.
 *
 * @param {Request} req with the upload's id and how to read it @param {Asked} asked
 * @param {{ large?: boolean, reading?: Reading }} [options] `large`: read also what takes long; `reading`: how, instead of as the
 *   address says
 * @returns {Promise<any>} null: it has to be read first, and takes long
 */
export async function surveyedUpload(req, asked, { large = true, reading = chosenReading(req) } = {}) {
  const { app } = req.ctx;
  const uploads = pendingUploads(app.config, 'csv');
  const path = uploads.path(req.params.id);
  const note = `${path}.survey-${keyOf(req, asked, reading)}.json`;
  const known = await readFile(note, 'utf8').catch(() => null);
  if (known) return withMisfits(req, asked, JSON.parse(known));
  const file = await uploads.open(req.params.id);
  if (!large && (await stat(path)).size > AT_ONCE) {
    file.destroy();
    return null;
  }
  return withMisfits(req, asked, await inspect(req, { ...asked, ...reading }, { file, note }));
}

/**
 * The same for a page that corrects how a file is read: what can't be read so is told there, with what was chosen, instead of
 * ending on a page of its own.
 *
 * @param {Request} req @param {Asked} asked @param {{ large: boolean, errors: FormErrors }} options errors: of reading it before
 * @returns {Promise<{ found: any, errors: FormErrors, isWrong: boolean }>} isWrong: `found` is how the file is read without the
 *   choice, which `errors` are about
 */
export async function surveyedAsChosen(req, asked, { large, errors }) {
  const chosen = chosenReading(req);
  const isChosen = Object.keys(chosen).length > 0;
  const plain = async () => {
    const found = isChosen && (await surveyedUpload(req, asked, { large, reading: {} }).catch(() => null));
    return found && { ...found, ...chosen };
  };
  try {
    const found = await surveyedUpload(req, asked, { large });
    const failed = !found && errors.code === 'CSV_INVALID' ? await plain() : null;
    return { found: failed ?? found, errors, isWrong: Boolean(failed) };
  } catch (error) {
    const found = error instanceof AppError && error.code === 'CSV_INVALID' ? await plain() : null;
    if (!found) throw error;
    return { found, errors: importErrors(error, req.ctx.t), isWrong: true };
  }
}

/**
 * What the table refuses is looked up each time, as its rows change meanwhile. Of a large file it is noted with the rest.
 *
 * @param {Request} req @param {Asked} asked @param {Values} found
 */
async function withMisfits(req, asked, found) {
  if (!asked.table || found.misfits) return found;
  const file = await pendingUploads(req.ctx.app.config, 'csv').open(req.params.id);
  return { ...found, misfits: await misfitsIn(req, asked, found, file) };
}

/** @param {Request} req @param {Values} asked @param {Values} found @param {import('node:fs').ReadStream} file */
function misfitsIn({ ctx: { app, actor } }, { table, signal }, found, file) {
  const { delimiter, encoding, sheet, header, headLine, skip, comment } = found;
  const reading = found.kind === 'xlsx' ? { sheet } : { delimiter, encoding, comment };
  const columns = found.columns.map((/** @type {Values} */ one) => ({
    header: one.header,
    field: one.field,
    format: one.format,
  }));
  const place = { header, skip, ...(headLine !== null && { headLine }) };
  return app.data.csv.misfits(actor, file, { table, columns, signal, ...reading, ...place });
}

/**
 * Reads a large upload with its progress, for a page that shows it and then what was found.
 *
 * @param {Request} req @param {Asked} asked
 */
export async function surveyLarge(req, asked) {
  const { app } = req.ctx;
  const uploads = pendingUploads(app.config, 'csv');
  const path = uploads.path(req.params.id);
  const reading = chosenReading(req);
  const note = `${path}.survey-${keyOf(req, asked, reading)}.json`;
  const read = async (/** @type {import('./running-import.js').Watched} */ { signal, onProgress }) => {
    const file = await uploads.open(req.params.id);
    const tell = (/** @type {{ rows: number }} */ { rows }) => onProgress({ rows, inserted: 0, rejected: 0 });
    await inspect(req, { ...asked, ...reading, signal, onProgress: tell }, { file, note, isLarge: true });
  };
  await runImport(path, read, app.heavy);
}

/** @param {Request} req @param {Values} asked @param {{ file: import('node:fs').ReadStream, note: string, isLarge?: boolean }} place */
async function inspect(req, asked, { file, note, isLarge = false }) {
  const { app, t } = req.ctx;
  const found = await app.data.csv.inspect(file, asked);
  const { count, lines } = found.unusable;
  const told = lines.map(({ line, reason }) => ({ line, reason: say(reason, t) }));
  const read = { ...found, unusable: { count, lines: told } };
  const again = isLarge && asked.table && (await pendingUploads(app.config, 'csv').open(req.params.id));
  const answer = again ? { ...read, misfits: await misfitsIn(req, asked, found, again) } : read;
  // Another request may be reading it at this moment: never half a note.
  const half = `${note}.${process.pid}`;
  await writeFile(half, JSON.stringify(answer), { mode: 0o600 })
    .then(() => rename(half, note))
    .catch(() => {});
  return answer;
}

/** @param {Request} req @param {Asked} asked @param {Reading} reading */
function keyOf(req, { table, chosen = {} }, reading) {
  const { catalog, locale } = req.ctx;
  const fields = table && catalog.table(table).fields;
  const parts = JSON.stringify([VERSION, locale, reading, fields ?? null, chosen]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 24);
}
