import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { createColumn, openTestDatabase, throughColumn } from './testing/column-harness.js';
import { sampleField, typeSamples } from './testing/type-samples.js';
import { fieldTypes } from './index.js';

/** @import { FieldType } from '@plinth/plugin' */

const columns = fieldTypes.filter((type) => type.storage === 'column');
const HOSTILE = [
  ...[
    '',
    ' ',
    'NaN',
    'Infinity',
    '1e999',
    '2026-02-30',
    '2024-02-29',
    '2025-02-29',
    '0000-01-01',
    '99999-01-01',
    '24:00',
  ],
  ...[
    '2026-11-21T25:00',
    '2026-11-21T10:00+99:00',
    '2026-11-21',
    '2026-11-21 10:00',
    '12:61',
    '9'.repeat(500),
    '-',
    '.',
  ],
  ...[
    '{"a":1}',
    '{"a":',
    '"\\u0000"',
    '[1e999999]',
    "o'clock",
    'A',
    'a;B C',
    '#FFF000',
    '#12345',
    'a@b.de',
    'https://x.y',
  ],
  ...[
    '\\',
    "'",
    '$$',
    '5',
    '-5',
    '1.50',
    '1e5',
    ' 7 ',
    'true',
    'NO',
    '0193f7a0-0000-7000-8000-00000000000A',
    '+49 30 1',
  ],
];

describe('conversion of columns', () => {
  /** @type {Awaited<ReturnType<typeof openTestDatabase>>} */
  let database;
  before(async () => (database = await openTestDatabase()));
  after(() => database?.close());

  for (const from of columns) {
    it(`${from.name}: converts to every type without an error, to values that the type accepts`, async () => {
      const { client } = database;
      const source = sampleField(from.name);
      await createColumn(client, { ...from, checks: undefined }, source);
      await fill(client, from);
      for (const to of columns) await checkConversion(client, from, to);
    });
  }

  it('keeps equivalent values', async () => {
    const cases = /** @type {[string, unknown, string, unknown][]} */ ([
      ['text', '42', 'integer', 42],
      ['text', ' 4.50 ', 'money', '4.50'],
      ['text', '4.505', 'money', null],
      ['text', '2024-02-29', 'date', '2024-02-29'],
      ['text', '2025-02-29', 'date', null],
      ['text', '2026-11-21T10:00+02:00', 'date_time', '2026-11-21T08:00:00.000Z'],
      ['text', 'Yes', 'boolean', true],
      ['text', "O'CLOCK", 'select', "o'clock"],
      ['text', '{"a":1}', 'json', { a: 1 }],
      ['text', '{"a":', 'json', null],
      ['decimal', '7.5', 'integer', null],
      ['decimal', '7', 'rating', null],
      ['integer', 3, 'rating', 3],
      ['integer', 1, 'boolean', true],
      ['boolean', false, 'integer', 0],
      ['date', '2026-11-21', 'date_time', '2026-11-21T00:00:00.000Z'],
      ['date_time', '2026-11-21T23:59:00.000Z', 'date', '2026-11-21'],
      ['duration', 5400, 'integer', 5400],
      ['integer', 90, 'duration', 90],
      ['multi_select', ['a', 'b c'], 'text', 'a;b c'],
      ['text', 'a; b c', 'multi_select', ['a', 'b c']],
      ['integer', 5, 'text', null], // shorter than the sample's shortest
    ]);
    for (const [from, value, to, expected] of cases) {
      const [source, target] = [find(from), find(to)];
      await createColumn(database.client, { ...source, checks: undefined }, sampleField(from));
      await throughColumn(database.client, source, sampleField(from), value);
      const rows = await converted(database.client, source, target);
      assert.deepEqual(rows?.[0].value, expected, `${from} ${JSON.stringify(value)} to ${to}`);
    }
  });
});

/** @param {string} name */
const find = (name) => /** @type {FieldType} */ (columns.find((type) => type.name === name));

/** Random values and, in text columns, hostile ones. @param {import('pg').Client} client @param {FieldType} from */
async function fill(client, from) {
  const field = sampleField(from.name);
  const textual = from.sqlType(field, {}) === 'text';
  const inputs = [...fc.sample(typeSamples[from.name].input, { numRuns: 30, seed: 7 }), null];
  for (const input of textual ? [...inputs, ...HOSTILE] : inputs) {
    let value;
    try {
      value = HOSTILE.includes(/** @type {string} */ (input)) ? input : from.parse(input, field);
    } catch {
      continue;
    }
    if (from.target && from.name !== 'user' && typeof value === 'string' && !from.name.match(/file|image/)) continue;
    await throughColumn(client, from, field, value);
  }
}

/** @param {import('pg').Client} client @param {FieldType} from @param {FieldType} to */
async function checkConversion(client, from, to) {
  const field = sampleField(to.name);
  const rows = await converted(client, from, to);
  for (const { value } of rows ?? []) {
    if (value === null) continue;
    const parsed = to.parse(to.name === 'json' ? JSON.stringify(value) : value, field);
    if (parsed !== null) to.validate(parsed, field);
  }
}

/** @param {import('pg').Client} client @param {FieldType} from @param {FieldType} to */
async function converted(client, from, to) {
  const field = sampleField(to.name);
  const sql = to.convertSql?.('"value"', { type: from.name, field: sampleField(from.name) }, field);
  if (!sql) return null;
  const sqlType = to.sqlType(field, { targetKey: 'identity' });
  await client.query('drop table if exists app.converted');
  await client.query(`create table app.converted as select id, (${sql})::${sqlType} as "value" from app.t`);
  const checks = to.checks?.('"value"', field, (value) =>
    typeof value === 'number' ? `(${value})` : `'${value.replaceAll("'", "''")}'`,
  );
  for (const check of checks ?? []) await client.query(`alter table app.converted add check (${check.sql})`);
  const read = to.readSql?.('"value"', field) ?? '"value"';
  const { rows } = await client.query(`select ${read} as value from app.converted`);
  return rows;
}
