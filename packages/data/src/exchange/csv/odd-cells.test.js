import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';
import { createCsv } from './index.js';

const stream = (/** @type {string} */ content) => Readable.from([Buffer.from(content)]);
const lines = (/** @type {number} */ count, /** @type {(at: number) => string} */ line) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

describe('cells that do not fit their column', () => {
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

  /** @param {string} content */
  const guess = async (content) => (await csv.inspect(stream(content))).columns;

  const nearly = (/** @type {any} */ { type, near }) => [
    type,
    near.type,
    near.format,
    near.fit.fitting,
    near.fit.of,
    near.fit.odd,
  ];

  it('few of them make it a text, and what it would be without them is told with their lines', async () => {
    const [price, day] = await guess(
      `Price,Day\n${lines(300, (at) => (at === 7 || at === 9 ? 'n/a,soon' : `$${at}.50,2026-01-${String((at % 28) + 1).padStart(2, '0')}`))}\n`,
    );
    assert.deepEqual(nearly(price), ['text', 'money', null, 298, 300, ['n/a']]);
    assert.deepEqual(price.near?.attributes, { currency: 'USD' });
    assert.deepEqual(price.near?.fit.exceptions, [{ text: 'n/a', count: 2, lines: [9, 11] }]);
    assert.deepEqual(nearly(day), ['text', 'date', null, 298, 300, ['soon']]);
  });

  it('in German formats, too', async () => {
    const [price, count] = await guess(
      `Preis;Menge\n${lines(40, (at) => `1.0${10 + at},50 €;1.${100 + at}`)}\nk. A.;viele\n`,
    );
    assert.deepEqual(nearly(price), ['text', 'money', '1.234,5', 40, 41, ['k. A.']]);
    assert.deepEqual(nearly(count), ['text', 'decimal', '1.234,5', 40, 41, ['viele']]);
  });

  it('many of them make it a text, and so do house numbers', async () => {
    const [mixed, house] = await guess(
      `A,B\n${lines(30, (at) => (at % 3 ? `${at}` : `word${at}`) + `,${at}${at % 5 ? '' : 'a'}`)}\n`,
    );
    assert.deepEqual([mixed.type, mixed.fit, house.type, house.fit], ['text', null, 'text', null]);
  });

  it('lines that can not be used do not count', async () => {
    const content = `Price,Count,Note\n${lines(5, (at) => `€${at}.00,${at},x`)}\nbroken,"x,y\na,b,c,d,e\n`;
    const columns = await guess(content);
    assert.deepEqual(columns.map(({ type, fit }) => [type, fit]).slice(0, 2), [
      ['money', null],
      ['integer', null],
    ]);
  });

  it('money is in the currency that stands beside it, in front or behind, as sign or code', async () => {
    const currencyOf = async (/** @type {string} */ cells) => {
      const [column] = await guess(`Price;X\n${cells.split('|').join(';a\n')};a\n`);
      return [column.type, column.attributes.currency ?? null];
    };
    assert.deepEqual(await currencyOf('$5|$7.50'), ['money', 'USD']);
    assert.deepEqual(await currencyOf('5 €|7,50 €'), ['money', 'EUR']);
    assert.deepEqual(await currencyOf('USD 12|USD 3.50'), ['money', 'USD']);
    assert.deepEqual(await currencyOf('12 CHF|3 CHF'), ['money', 'CHF']);
    assert.deepEqual(await currencyOf('R$ 12,50|R$ 3'), ['money', 'BRL']);
    assert.deepEqual(await currencyOf('$12|$3|$4 CAD'), ['money', 'CAD']);
    assert.deepEqual(await currencyOf('12 kr|3 kr'), ['money', null], 'three countries have them: it is asked for');
    assert.deepEqual(await currencyOf('INV 12|INV 13'), ['text', null], 'no currency');
  });

  it('amounts in several currencies are told, and are a text when there are many', async () => {
    const [few] = await guess(`Price\n${lines(30, (at) => (at === 3 ? '€7' : `$${at}`))}\n`);
    assert.deepEqual([...nearly(few), few.near?.attributes.currency], ['text', 'money', null, 29, 30, ['€7'], 'USD']);
    const [many] = await guess(`Price\n${lines(30, (at) => (at % 2 ? `€${at}` : `$${at}`))}\n`);
    assert.equal(many.type, 'text');
    assert.deepEqual(
      many.currencies.map(({ code, count }) => [code, count]),
      [
        ['USD', 15],
        ['EUR', 15],
      ],
    );
  });

  it('a currency is never assumed for a new table, nor changed by a file', async () => {
    const into = (/** @type {Record<string, any>} */ attributes) =>
      csv.import(forum.admin, stream('Price\n$5\n€6\n7\n'), {
        newTable: { name: 'prices' },
        columns: [{ header: 'Price', type: 'money', attributes }],
        mode: 'good-rows',
      });
    for (const attributes of [{}, { currency: 'EURO' }, { currency: 'XYZ' }])
      await assert.rejects(into(attributes), { code: 'CSV_MAPPING_INVALID', message: /The currency of "Price"/ });
    const result = await into({ currency: 'USD' });
    assert.deepEqual(
      [result.inserted, result.rejected.map(({ line, reason }) => [line, reason])],
      [2, [[3, 'Price must be in USD']]],
    );
  });

  it('are left empty when asked to, and each is reported with its line', async () => {
    await forum.data.edit(SYSTEM, 'add-table', {
      name: 'things',
      fields: [
        { name: 'name', label: 'Name', type: 'text', required: true },
        { name: 'count', label: 'Count', type: 'integer', attributes: { min: 0 }, default: 5 },
        { name: 'due', label: 'Due', type: 'date' },
      ],
    });
    const columns = [
      { header: 'Name', field: 'name', odd: 'empty' },
      { header: 'Count', field: 'count', odd: 'empty' },
      { header: 'Due', field: 'due', odd: 'empty', format: '31/12/2026' },
    ];
    const content = 'Name,Count,Due\nAda,1,31/12/2026\nBob,n/a,2026\nCleo,-1,1/2/2026\n,x,\nEve,3\n';
    const result = await csv.import(forum.admin, stream(content), { table: 'things', columns, mode: 'good-rows' });
    const { rows } = await /** @type {any} */ (forum.data).db.query(
      'select name, count, due::text from app.things order by id',
    );
    assert.deepEqual(rows.map(Object.values), [
      ['Ada', 1, '2026-12-31'],
      ['Bob', null, null],
      ['Cleo', null, '2026-02-01'],
      ['Eve', 3, null],
    ]);
    assert.deepEqual(
      result.emptied.map(({ line, reason }) => [line, reason]),
      [
        [3, 'Count must be a whole number; Due must look like 31/12/2026'],
        [4, 'Count must be at least 0'],
      ],
    );
    assert.deepEqual(
      result.rejected.map(({ line }) => line),
      [5],
      'a row that is refused is only told once',
    );
    assert.equal(result.emptiedCount, 2);
    const report = await text(await csv.report(forum.admin, String(result.emptiedReport)));
    assert.match(report, /Bob,n\/a,2026,3,"Count must be a whole number/);
  });
});
