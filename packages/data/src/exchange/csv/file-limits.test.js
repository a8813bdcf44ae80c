import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { LIMITS } from '../../catalog/limits/limits.js';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';
import { atEdge } from '../../testing/at-edge.js';
import { zipOf } from '../xlsx/testing/zip-of.js';
import { createCsv } from './index.js';

const MB = 1024 ** 2;

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {any} */
let data;
/** @type {string} */
let dataDir;

before(async () => {
  forum = await createForum();
  data = forum.data;
  dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-limits-'));
  const fields = [
    { name: 'note', label: 'Note', type: 'long_text' },
    { name: 'count', label: 'Count', type: 'integer' },
  ];
  await data.edit(SYSTEM, 'add-table', { name: 'taken', fields });
});
after(async () => {
  await forum?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** @param {Buffer} bytes @param {Partial<import('../../catalog/limits/limits.js').Limits>} lowered */
async function importFile(bytes, lowered = {}) {
  const { db, catalog, registry, edit, reload } = data;
  const csv = createCsv({ db, catalog, registry, edit, reload, dataDir, limits: { ...LIMITS, ...lowered } });
  const result = await csv.import(SYSTEM, Readable.from([bytes]), {
    table: 'taken',
    columns: [
      { header: 'Note', field: 'note' },
      { header: 'Count', field: 'count' },
    ],
    mode: 'good-rows',
  });
  assert.ok(result.inserted > 0);
  for (const { line, reason } of result.rejected) throw Object.assign(new Error(`${reason}`), { code: `LINE_${line}` });
}

/** Rows of the table, and files of the import. */
const stored = async () => ({
  rows: (await data.db.query('select count(*)::int as count from app.taken')).rows[0].count,
  files: (await readdir(path.join(dataDir, 'imports'))).filter((name) => name.endsWith('.xlsx')),
});
/** Rows that are longer than the others. */
const longRows = async () =>
  (await data.db.query('select count(*)::int as count from app.taken where length(note) > 1000')).rows[0].count;

const text = (/** @type {string} */ value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const HEAD = `<row>${text('Note')}${text('Count')}</row>`;
const ROWS = `${HEAD}<row>${text('a')}<c><v>1</v></c></row>`;
/** @param {{ rows?: string, pad?: string, strings?: string }} [content] @returns {Record<string, string>} */
const parts = ({ rows = ROWS, pad = '', strings = '' } = {}) => ({
  'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="s.xml"/></Relationships>',
  'xl/s.xml': `<worksheet><sheetData>${rows}</sheetData>${pad}</worksheet>`,
  'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
});
const PLAIN = { compress: false };
/** Blanks that make a part `count` bytes long. @param {number} count @param {string} part */
const blanks = (count, part) => ' '.repeat(count - parts()[part].length);

describe('a workbook at the edge of its limits', () => {
  const tooLarge = { wayOut: /Save the sheet as CSV and import that/, stored };

  atEdge('workbookBytes', {
    most: MB,
    async send(count) {
      const least = await zipOf({ ...parts(), 'xl/picture': '' }, PLAIN);
      const file = await zipOf({ ...parts(), 'xl/picture': 'x'.repeat(count - least.length) }, PLAIN);
      assert.equal(file.length, count);
      return importFile(file, { workbookBytes: MB });
    },
    cause: /The workbook is larger than 1 MB/,
    ...tooLarge,
  });

  atEdge('sheetBytes', {
    most: 2 * MB,
    send: async (count) =>
      importFile(await zipOf(parts({ pad: blanks(count, 'xl/s.xml') }), PLAIN), {
        sheetBytes: 2 * MB,
        workbookPartBytes: MB,
      }),
    cause: /The sheet is larger than 2 MB unpacked/,
    ...tooLarge,
  });

  atEdge('workbookPartBytes', {
    most: MB,
    send: async (count) =>
      importFile(await zipOf(parts({ strings: blanks(count, 'xl/sharedStrings.xml') }), PLAIN), {
        workbookPartBytes: MB,
      }),
    cause: /texts or the styles of the workbook are larger than 1 MB unpacked/,
    ...tooLarge,
  });

  atEdge('workbookParts', {
    async send(count) {
      const all = parts();
      for (let at = Object.keys(all).length; at < count; at++) all[`xl/media/${at}.png`] = '';
      return importFile(await zipOf(all, PLAIN));
    },
    cause: /The workbook has more than 10000 parts/,
    ...tooLarge,
  });

  /** A file with a part that is just so many times larger than packed. @param {'xl/s.xml' | 'xl/sharedStrings.xml'} part */
  const larger = (part) => async (/** @type {number} */ count) => {
    const padded = (/** @type {number} */ bytes) =>
      parts({ [part === 'xl/s.xml' ? 'pad' : 'strings']: blanks(bytes, part) });
    const packed = (/** @type {number} */ bytes) => deflateRawSync(padded(bytes)[part]).length;
    const free = LIMITS.workbookFreeBytes;
    let bytes = free;
    while (bytes !== free + packed(bytes) * count) bytes = free + packed(bytes) * count;
    return importFile(await zipOf(padded(bytes)));
  };

  atEdge('workbookRatio', {
    send: larger('xl/s.xml'),
    cause: /A sheet of the workbook is more than 100 times larger than packed/,
    wayOut: /save it again, or save the sheet as CSV/,
    stored,
  });

  atEdge('workbookPartRatio', {
    send: larger('xl/sharedStrings.xml'),
    cause: /The texts or the styles of the workbook are more than 40 times larger than packed/,
    wayOut: /save it again, or save the sheet as CSV/,
    stored,
  });

  atEdge('workbookFreeBytes', {
    send: async (count) => importFile(await zipOf(parts({ pad: blanks(count, 'xl/s.xml') })), { workbookRatio: 0 }),
    cause: /A sheet of the workbook is more than 0 times larger than packed/,
    wayOut: /save it again, or save the sheet as CSV/,
    stored,
  });

  atEdge('workbookHeldBytes', {
    most: MB / 2,
    async send(count) {
      // An entry costs 64 and its characters: the sheet, its relation, and a text.
      const others = 3 * 64 + 'A'.length + 'r1'.length + 's.xml'.length;
      const strings = `<si><t>${'x'.repeat(count - others)}</t></si>`;
      return importFile(await zipOf(parts({ strings }), PLAIN), { workbookHeldBytes: MB / 2 });
    },
    cause: /The texts, styles and lists of the workbook take more than 0\.5 MB together/,
    wayOut: /Save the sheet as CSV/,
    stored,
  });

  atEdge('lineCharacters', {
    as: 'a cell of a workbook',
    send: async (count) =>
      importFile(await zipOf(parts({ rows: `${ROWS}<row>${text('x'.repeat(count))}<c><v>2</v></c></row>` }), PLAIN)),
    cause: /The row has a text of more than 1000000 characters/,
    wayOut: /shorten it, or split it into several cells/,
    stored: longRows,
  });

  atEdge('lineCharacters', {
    as: 'a cell of a workbook, by its number',
    async send(count) {
      const strings = `<si><r><t>${'x'.repeat(count - 1)}</t></r><r><t>y</t></r></si>`;
      const rows = `${ROWS}<row><c t="s"><v>0</v></c><c><v>2</v></c></row>`;
      return importFile(await zipOf(parts({ rows, strings }), PLAIN));
    },
    cause: /The row has a text of more than 1000000 characters/,
    wayOut: /shorten it, or split it into several cells/,
    stored: longRows,
  });

  atEdge('importColumns', {
    as: 'a workbook',
    async send(count) {
      const wide = (/** @type {string} */ first, /** @type {string} */ second) =>
        `<row>${text(first)}${text(second)}${Array.from({ length: count - 2 }, (_, at) => text(`x${at}`)).join('')}</row>`;
      return importFile(await zipOf(parts({ rows: wide('Note', 'Count') + wide('a', '1') })));
    },
    cause: /Row 1 has a value in column ALM/,
    wayOut: /At most 1000 columns can be imported\. Delete the others, or move them to a second sheet/,
    stored,
  });
});

describe('a CSV file at the edge of its limits', () => {
  const csv = (/** @type {string} */ line) => importFile(Buffer.from(`Note,Count\na,1\n${line}\nb,2\n`));

  atEdge('lineCharacters', {
    as: 'a line',
    send: (count) => csv(`${'x'.repeat(count - 2)},2`),
    cause: /The line is longer than 1000000 characters/,
    wayOut: /shorten its texts, or look for a missing line break/,
    stored: longRows,
  });

  atEdge('lineCharacters', {
    as: 'a quoted text of several lines',
    send: (count) => csv(`"${'x'.repeat(count - 1004)}\n${'y'.repeat(999)}",2`),
    cause: /The line has a quoted text that does not end within 1000000 characters/,
    wayOut: /look for a missing quotation mark, or shorten it/,
    stored: longRows,
  });

  atEdge('importColumns', {
    as: 'a CSV file',
    send(count) {
      const more = Array.from({ length: count - 2 }, (_, at) => `x${at}`).join();
      return importFile(Buffer.from(`Note,Count,${more}\na,1,${more}\n`));
    },
    cause: /The file has 1001 columns/,
    wayOut: /At most 1000 columns can be imported\. Delete the others, or move them to a second file/,
    stored,
  });
});
