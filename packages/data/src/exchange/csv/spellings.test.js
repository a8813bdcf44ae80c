import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { SPELLINGS } from '../../catalog/field-types/base/spelling/spellings.js';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';
import { writeWorkbook } from '../xlsx/write-workbook.js';
import { csvLine } from './neutral.js';
import { createCsv } from './index.js';

const TYPES = Object.entries(SPELLINGS);

/** @typedef {{ written: string, value: any }} Case */

/** @param {string} type @returns {Case[]} */
const casesOf = (type) =>
  SPELLINGS[type].spellings.flatMap(({ value, written }) => written.map((text) => ({ written: text, value })));

describe('every spelling of every type', () => {
  /** @type {Awaited<ReturnType<typeof createForum>>} */
  let forum;
  /** @type {any} */
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

  /** @param {string} way @param {string} type @param {any} [field] @returns {Promise<string>} name of a new table */
  async function tableFor(way, type, field = {}) {
    const { attributes = {} } = SPELLINGS[type];
    const name = `${way}_${type}`;
    const fields = [
      { name: 'written', type: 'text' },
      { name: 'value', type, attributes, ...field },
    ];
    await forum.data.edit(SYSTEM, 'add-table', { name, fields });
    return name;
  }

  /** The values of a table in the order of their rows. @param {string} table @returns {Promise<any[]>} */
  async function valuesIn(table) {
    const select = [{ as: 'value', field: 'value' }];
    const spec = { table, select, sort: [{ field: 'id' }], limit: 500 };
    const [{ rows }] = await forum.data.select(SYSTEM, [{ spec, params: {} }]);
    return rows.map((/** @type {any} */ { value }) => value);
  }

  /** @param {any[]} values @param {Case[]} cases */
  function agree(values, cases) {
    assert.deepEqual(
      values.map((value, at) => [cases[at]?.written, value]),
      cases.map(({ written, value }) => [written, value]),
    );
  }

  for (const [type] of TYPES) {
    const cases = casesOf(type);

    it(`${type}: rows that the API, a form or a function writes`, async () => {
      const table = await tableFor('rows', type);
      const rows = cases.map(({ written }) => ({ written, value: written }));
      assert.deepEqual((await forum.data.rows.insertMany(SYSTEM, table, rows)).errors, []);
      agree(await valuesIn(table), cases);
    });

    it(`${type}: a CSV file`, async () => {
      const table = await tableFor('csv', type);
      const lines = cases.map(({ written }) => csvLine(['x', written]));
      const result = await csv.import(
        SYSTEM,
        Readable.from([Buffer.from(csvLine(['written', 'value']) + lines.join(''))]),
        {
          table,
          header: true,
          mode: 'all-or-nothing',
          delimiter: ',',
          columns: ['written', 'value'].map((name) => ({ header: name, field: name })),
        },
      );
      assert.deepEqual(result.rejected, []);
      agree(await valuesIn(table), cases);
    });

    it(`${type}: texts of an Excel workbook`, async () => {
      const table = await tableFor('xlsx', type);
      const cell = (/** @type {string} */ value) => ({ kind: /** @type {const} */ ('text'), value });
      const rows = cases.map(({ written }) => [cell('x'), cell(written)]);
      const file = await buffer(
        await writeWorkbook({ name: 'Sheet', head: ['written', 'value'] }, Readable.from([rows])),
      );
      const result = await csv.import(SYSTEM, Readable.from([file]), {
        table,
        header: true,
        mode: 'all-or-nothing',
        columns: ['written', 'value'].map((name) => ({ header: name, field: name })),
      });
      assert.deepEqual(result.rejected, []);
      agree(await valuesIn(table), cases);
    });

    it(`${type}: a default value`, async () => {
      const some = cases.filter(({ value }) => value !== null);
      for (const [at, { written, value }] of some.slice(0, 6).entries()) {
        const table = await tableFor(`default_${at}`, type, { default: written });
        await forum.data.rows.insert(SYSTEM, table, { written });
        assert.deepEqual(await valuesIn(table), [value], written);
      }
    });

    it(`${type}: a text field that becomes one`, async () => {
      const table = await tableFor('was', type, { type: 'text', attributes: {} });
      const some = cases.filter(({ value }) => value !== null && !Array.isArray(value));
      await forum.data.rows.insertMany(
        SYSTEM,
        table,
        some.map(({ written }) => ({ value: written })),
      );
      const { attributes = {} } = SPELLINGS[type];
      await forum.data.edit(SYSTEM, 'change-field', { table, field: 'value', changes: { type, attributes } });
      agree(await valuesIn(table), some);
    });
  }

  it('what a text can’t be read as is counted before it becomes another type, and nothing of it is lost', async () => {
    for (const [type, { attributes = {}, refused }] of TYPES) {
      const texts = refused.filter((text) => text !== '');
      const table = await tableFor('stays', type, { type: 'text', attributes: {} });
      await forum.data.rows.insertMany(
        SYSTEM,
        table,
        texts.map((value) => ({ value })),
      );
      const change = { table, field: 'value', changes: { type, attributes } };
      await assert.rejects(forum.data.edit(SYSTEM, 'change-field', change), (/** @type {any} */ error) => {
        assert.deepEqual([error.code, error.details.count], ['FIELD_NOT_CONVERTIBLE', texts.length], type);
        return true;
      });
      assert.deepEqual(await valuesIn(table), texts);
    }
  });
});
