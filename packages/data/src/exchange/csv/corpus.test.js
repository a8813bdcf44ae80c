import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';
import { USUAL } from './dialect.js';
import { createCsv } from './index.js';
import { restore } from './neutral.js';
import { cutRecords } from './records.js';

const FOLDER = path.join(import.meta.dirname, 'corpus');
const FILES = readdirSync(FOLDER)
  .filter((name) => !name.endsWith('.json') && !name.endsWith('.md'))
  .sort();

/**
 * What a file of the corpus holds, in the JSON file of the same name.
 *
 * @typedef {{ reading?: Record<string, any>, types: string[], formats?: Record<string, string>, headers: string[], cells: string[][],
 *   skipped?: number[] }} Expected
 *   `reading`: what a person says about the file; `types` of the columns by default; `formats` by header, of columns that
 *   have one; `cells` as an export writes them; `skipped`: lines that no reading can turn into a row
 */

describe('files of other programs', () => {
  /** @type {Awaited<ReturnType<typeof createForum>>} */
  let forum;
  /** @type {ReturnType<typeof createCsv>} */
  let csv;
  /** @type {string} */
  let dataDir;
  before(async () => {
    forum = await createForum({ history: false });
    dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-csv-'));
    const { db, catalog, registry, edit, reload } = /** @type {any} */ (forum.data);
    csv = createCsv({ db, catalog, registry, edit, reload, dataDir });
  });
  after(async () => {
    await forum?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** @param {string} table @returns {Promise<string[][]>} */
  async function cellsOf(table) {
    const { fields } = forum.data.catalog().table(table);
    const written = await text(
      await csv.export(SYSTEM, {
        table,
        fields: fields.filter(({ auto }) => !auto).map(({ name }) => name),
      }),
    );
    const { records } = cutRecords(written.slice(1), 1, USUAL, true);
    return records.slice(1).map((record) => record.fields.map((cell) => restore(cell, ',')));
  }

  for (const [at, file] of FILES.entries())
    it(file, async () => {
      const stem = file.replace(/\.\w+$/, '');
      const expected = /** @type {Expected} */ (JSON.parse(readFileSync(path.join(FOLDER, `${stem}.json`), 'utf8')));
      const bytes = readFileSync(path.join(FOLDER, file));
      const reading = expected.reading ?? {};
      const found = await csv.inspect(Readable.from([bytes]), reading);
      const seen = {
        headers: found.columns.map(({ header }) => header),
        types: found.columns.map(({ type }) => type),
        formats: Object.fromEntries(found.columns.flatMap(({ header, format }) => (format ? [[header, format]] : []))),
      };
      assert.deepEqual(seen, {
        headers: expected.headers,
        types: expected.types,
        formats: expected.formats ?? {},
      });
      const table = `corpus_${at}`;
      const result = await csv.import(SYSTEM, Readable.from([bytes]), {
        ...reading,
        newTable: { name: table },
        columns: found.columns.map(({ header, label, type, attributes, format }) => ({
          header,
          label,
          type,
          attributes,
          format,
        })),
        mode: 'good-rows',
      });
      assert.deepEqual(await cellsOf(table), expected.cells);
      assert.deepEqual(
        result.rejected.map(({ line }) => line),
        expected.skipped ?? [],
      );
      assert.equal(result.emptiedCount, 0, 'no default empties a cell');
    });
});
