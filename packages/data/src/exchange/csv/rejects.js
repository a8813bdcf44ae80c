/** @import { Message, Translate } from '@plinth/plugin' */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { AppError, say } from '@plinth/plugin';
import { csvLine, neutralise } from './neutral.js';

/** How many rejected rows come with the result; all of them are in the report. */
const MAX_STORED = 1000;
const LONGEST_TEXT = 500;
const REPORT = /^[0-9a-f-]{36}$/;
const DAY = 86_400_000;

/** Different reasons that are told, and lines of each. */
const MOST_REASONS = 100;
const MOST_LINES = 10;

/** @typedef {{ line: number, reason: string, text: string }} Rejected */
/** @typedef {{ reason: string, count: number, lines: number[], text: string }} Reason with its first lines, and the text of the first */

/**
 * Collects rows that were not imported: the first ones in memory, all of them in a CSV file that can be corrected and
 * imported again.
 *
 * @param {string} dataDir @param {string[]} columns @param {Translate} t translates the reasons
 */
export function createRejects(dataDir, columns, t) {
  /** @type {Rejected[]} */
  const kept = [];
  const id = randomUUID();
  /** @type {import('node:fs').WriteStream | null} */
  let file = null;
  let count = 0;
  /** @type {Map<string, Reason>} */
  const reasons = new Map();
  // A report that can't be written (no space left) must not end the import; there is no report then.
  let broken = false;

  return {
    get count() {
      return count;
    },

    /** @param {{ line: number, text: string, fields: string[] }} record @param {Message} problem */
    async add({ line, text, fields }, problem) {
      const reason = say(problem, t);
      count++;
      noteReason(reasons, { reason, line, text });
      if (kept.length < MAX_STORED) kept.push({ line, reason, text: text.slice(0, LONGEST_TEXT) });
      if (broken) return;
      if (!file) {
        broken = !canMake(folderOf(dataDir));
        if (broken) return;
        file = createWriteStream(path.join(folderOf(dataDir), id), { mode: 0o600 });
        file.on('error', () => (broken = true));
        file.write(csvLine([...columns, t('Line'), t('Reason')].map((cell) => neutralise(cell))));
      }
      const cells = fields.length ? columns.map((_, at) => fields[at] ?? '') : [text];
      // Cells without a column are what the row was refused for.
      const more = fields.slice(columns.length);
      const all = [
        ...cells.map((cell) => neutralise(cell)),
        String(line),
        neutralise(reason),
        ...more.map((cell) => neutralise(cell)),
      ];
      const entry = csvLine(all);
      if (!file.write(entry)) await once(file, 'drain').catch(() => {});
    },

    /** @returns {Promise<{ rejected: Rejected[], rejectedCount: number, reasons: Reason[], report: string | null }>} */
    async end() {
      if (file) {
        file.end();
        await finished(file).catch(() => {});
      }
      kept.sort((one, other) => one.line - other.line);
      const told = [...reasons.values()];
      return { rejected: kept, rejectedCount: count, reasons: told, report: file && !broken ? id : null };
    },

    async drop() {
      if (!file) return;
      file.destroy();
      await rm(path.join(folderOf(dataDir), id), { force: true });
    },
  };
}

/** @param {Map<string, Reason>} reasons @param {Rejected} entry */
function noteReason(reasons, { reason, line, text }) {
  const known = reasons.get(reason);
  if (!known) {
    if (reasons.size < MOST_REASONS)
      reasons.set(reason, { reason, count: 1, lines: [line], text: text.slice(0, LONGEST_TEXT) });
    return;
  }
  known.count++;
  if (known.lines.length < MOST_LINES) known.lines.push(line);
}

/**
 * Created at once: rows are rejected by both reader and writer, which have to share one file.
 *
 * @param {string} folder
 */
function canMake(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}

/** @param {string} dataDir */
const folderOf = (dataDir) => path.join(dataDir, 'imports');

/** @param {string} dataDir @param {string} id */
export async function openReport(dataDir, id) {
  const file = REPORT.test(id) ? path.join(folderOf(dataDir), id) : null;
  const found = file && (await stat(file).catch(() => null));
  if (!file || !found)
    throw new AppError('REPORT_NOT_FOUND', 'This report does not exist', {
      status: 404,
      hint: 'Reports are kept for a day',
    });
  return createReadStream(file);
}

/** Deletes expired reports. @param {string} dataDir @param {number} now */
export async function sweepReports(dataDir, now) {
  const names = await readdir(folderOf(dataDir)).catch(() => /** @type {string[]} */ ([]));
  for (const name of names) {
    const file = path.join(folderOf(dataDir), name);
    const found = await stat(file).catch(() => null);
    if (found && found.mtimeMs < now - DAY) await rm(file, { force: true });
  }
}
