import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { createForum } from '../../gate/rows/testing/forum.js';
import { createCsv } from './index.js';

const lines = (/** @type {number} */ count, /** @type {(at: number) => string} */ line) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
const stream = (/** @type {string} */ content) => Readable.from([Buffer.from(content)]);

describe('the whole file decides what a column holds', () => {
  /** @type {Awaited<ReturnType<typeof createForum>>} */
  let forum;
  /** @type {ReturnType<typeof createCsv>} */
  let csv;
  /** @type {any} */
  let data;
  /** @type {string} */
  let dataDir;
  before(async () => {
    forum = await createForum({ history: false });
    data = forum.data;
    dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-csv-'));
    const { db, catalog, registry, edit, reload } = data;
    csv = createCsv({ db, catalog, registry, edit, reload, dataDir });
  });
  after(async () => {
    await forum?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const guess = async (/** @type {string} */ content, /** @type {any} */ options = {}) =>
    (await csv.inspect(stream(content), options)).columns;
  const typesOf = async (/** @type {string} */ content) => (await guess(content)).map(({ type }) => type);

  /** @param {string} name @param {string} content as somebody imports it who changes nothing */
  async function importAsProposed(name, content) {
    const { columns } = await csv.inspect(stream(content));
    return csv.import(forum.admin, stream(content), {
      newTable: { name },
      columns: columns.map(({ header, label, type, attributes, format }) => ({
        header,
        label,
        type,
        attributes,
        format,
      })),
      mode: 'all-or-nothing',
    });
  }

  it('regions and hemispheres that change behind the beginning come in as written', async () => {
    const regions = ['Piemonte', 'Lombardia', 'Veneto', 'Lazio'];
    const content = `Town;Region;Hemisphere\n${lines(
      4000,
      (at) => `Town ${at};${regions[Math.floor(at / 1000)]};${at < 2499 ? 'N' : 'S'}`,
    )}\n`;
    const result = await importAsProposed('towns', content);
    assert.deepEqual([result.inserted, result.rejectedCount, result.emptiedCount], [4000, 0, 0]);
    const { rows } = await data.db.query(
      `select region, hemisphere, count(*)::int from app.towns group by 1, 2 order by min(id)`,
    );
    assert.deepEqual(rows.map(Object.values), [
      ['Piemonte', 'N', 1000],
      ['Lombardia', 'N', 1000],
      ['Veneto', 'N', 499],
      ['Veneto', 'S', 501],
      ['Lazio', 'S', 1000],
    ]);
  });

  it('a number, date or address that is none far behind makes a text, and is told with its line', async () => {
    const odd = (/** @type {number} */ at, /** @type {string} */ good, /** @type {string} */ bad) =>
      at === 8999 ? bad : good;
    const columns = await guess(
      `Zip,Count,Day,Mail,Done,Share,At\n${lines(10_000, (at) =>
        [
          odd(at, `${10000 + at}`, '01234'),
          odd(at, `${at}`, '12a'),
          odd(at, '2026-01-01', 'soon'),
          odd(at, `a${at}@example.com`, 'nobody'),
          odd(at, at % 2 ? 'yes' : 'no', 'We do not know yet and nobody else does'),
          odd(at, `${at % 100} %`, 'half'),
          odd(at, `10:${10 + (at % 50)}`, 'noon'),
        ].join(','),
      )}\n`,
    );
    assert.deepEqual([...new Set(columns.map(({ type }) => type))], ['text']);
    assert.deepEqual(
      columns.map(({ near }) => near && [near.type, near.fit.fitting, near.fit.exceptions]),
      [
        null,
        ['integer', 9999, [{ text: '12a', count: 1, lines: [9001] }]],
        ['date', 9999, [{ text: 'soon', count: 1, lines: [9001] }]],
        ['email', 9999, [{ text: 'nobody', count: 1, lines: [9001] }]],
        ['boolean', 9999, [{ text: 'We do not know yet and nobody else does', count: 1, lines: [9001] }]],
        ['percent', 9999, [{ text: 'half', count: 1, lines: [9001] }]],
        ['time', 9999, [{ text: 'noon', count: 1, lines: [9001] }]],
      ],
    );
  });

  it('a column that is empty at the beginning has the type of what comes later', async () => {
    const content = `Name,Left\n${lines(6000, (at) => `n${at},${at < 5000 ? '' : '2026-01-31'}`)}\n`;
    assert.deepEqual(await typesOf(content), ['text', 'date']);
  });

  it('yes and no may be sorted, and need each other', async () => {
    assert.deepEqual(await typesOf(`Name,Done\n${lines(6000, (at) => `n${at},${at < 5000 ? 'yes' : 'no'}`)}\n`), [
      'text',
      'boolean',
    ]);
    for (const cells of ['N', 'yes', 'x', 'N|S', 'y|f', 'true|no', 'M|F'])
      assert.deepEqual(
        (await typesOf(`A,B\n${lines(30, (at) => `a${at},${cells.split('|')[at % cells.split('|').length]}`)}\n`))[1],
        'text',
        cells,
      );
  });

  it('stock numbers are no telephone numbers, lengths no durations, long digits no numbers', async () => {
    const columns = await guess(
      `stock number,length,isbn,card,code\n${lines(30, (at) =>
        [
          at % 10 === 9 ? '1240-DS-OPT-5' : `1005-00-937-58${10 + at}`,
          at % 2 ? '3.5m' : '9m',
          `978-3-16-1484${10 + at}-0`,
          `40066381333931${10 + at}`,
          `0${100 + at}`,
        ].join(','),
      )}\n`,
    );
    assert.deepEqual(
      columns.map(({ type, near }) => [type, near]),
      Array.from({ length: 5 }, () => ['text', null]),
    );
    assert.deepEqual(await typesOf('a,b,c\n+49 30 123456,2h 15m,555-123-4567\n+1 555 123 4567,3h,555-987-6543\n'), [
      'phone',
      'duration',
      'phone',
    ]);
  });

  it('notes and suppliers are texts that may be choices; few short ones that repeat a lot are choices', async () => {
    const columns = await guess(
      `note,supplier,state\n${lines(120, (at) =>
        [`Called back on day ${at % 4} of the week`, `Supplier ${at % 10}`, ['open', 'done', 'late'][at % 3]].join(','),
      )}\n`,
    );
    assert.deepEqual(
      columns.map(({ type, choices }) => [type, choices]),
      [
        ['text', 4],
        ['text', 10],
        ['select', 3],
      ],
    );
  });

  it('choices of a column that somebody makes a choice are its values', async () => {
    const content = 'Item,Colours,Size\nshirt,"red, blue",L\nhat,green,\ncap,"blue, green",m\n';
    const columns = await guess(content, { chosen: { Colours: { type: 'multi_select' }, Size: { type: 'select' } } });
    const options = columns.map(({ attributes }) => attributes.options?.map((/** @type {any} */ { value }) => value));
    assert.deepEqual(options, [undefined, ['blue', 'green', 'red'], ['L', 'm']]);
    assert.deepEqual(
      columns.map(({ fit }) => fit),
      [null, null, null],
    );
    const result = await csv.import(forum.admin, stream(content), {
      newTable: { name: 'clothes' },
      columns: columns.map(({ header, label, type, attributes, format }) => ({
        header,
        label,
        type,
        attributes,
        format,
      })),
      mode: 'all-or-nothing',
    });
    assert.equal(result.inserted, 3);
    const { rows } = await data.db.query('select colours, size from app.clothes order by id');
    assert.deepEqual(rows.map(Object.values), [
      [['red', 'blue'], 'L'],
      [['green'], null],
      [['blue', 'green'], 'm'],
    ]);
  });

  it('two formats of dates in one column are both read, and asked for where they can be meant in two ways', async () => {
    const content = `Day,X\n${lines(299, (at) => (at < 265 ? `2026-01-${10 + (at % 18)},a${at}` : `11/28/2026,a${at}`))}\n`;
    const [day] = await guess(content);
    assert.deepEqual([day.type, day.ambiguous, day.fit], ['date', false, null]);
    const result = await importAsProposed('days', content);
    assert.deepEqual([result.inserted, result.emptiedCount], [299, 0]);
    const { rows } = await data.db.query(`select count(*)::int from app.days where day = '2026-11-28'`);
    assert.equal(rows[0].count, 34);

    const [mixed] = await guess(`Day,X\n2026-01-10,a\n11/28/2026,b\n01/02/2026,c\n`);
    assert.deepEqual(
      [mixed.format, mixed.ambiguous, mixed.question, mixed.isSure],
      ['12/31/2026', true, '01/02/2026', true],
    );
    const [open] = await guess(`Day,X\n2026-01-10,a\n01/02/2026,c\n`);
    assert.deepEqual([open.ambiguous, open.question, open.isSure], [true, '01/02/2026', false]);
    const [both] = await guess(`Day,X\n28/11/2026,a\n11/28/2026,b\n11/27/2026,b\n`);
    assert.deepEqual([both.type, both.format, both.ambiguous, both.fit], ['date', '12/31/2026', false, null]);
    const [named] = await guess(`Day,X\n2026-01-10,a\n28 Nov 2026,b\n`);
    assert.deepEqual([named.type, named.fit], ['date', null]);
  });

  it('a type that somebody chooses is counted over the whole file, in the format that fits best', async () => {
    const content = `Price,Day\n${lines(5000, (at) => `${at % 1000 === 7 ? 'free' : `1.${100 + (at % 800)},50`};x`)
      .replaceAll(';', ',')
      .replaceAll(/(\d),(50)/g, '"$1,$2"')
      .replaceAll(/1\.(\d+)"/g, '"1.$1')}\n`;
    const [price] = await guess(content, { chosen: { Price: { type: 'decimal' } } });
    assert.deepEqual([price.type, price.format, price.fit?.fitting], ['decimal', '1.234,5', 4995]);
    assert.deepEqual(price.fit?.exceptions, [{ text: 'free', count: 5, lines: [9, 1009, 2009, 3009, 4009] }]);
    const [whole] = await guess(content, { chosen: { Price: { type: 'integer', format: null } } });
    assert.equal(whole.fit?.fitting, 0);
  });

  it('what the choices of a field lack is told before an import into its table', async () => {
    await data.edit(forum.admin, 'add-table', {
      name: 'tasks',
      fields: [
        {
          name: 'state',
          label: 'State',
          type: 'select',
          attributes: { options: [{ value: 'open' }, { value: 'done' }] },
        },
        { name: 'due', label: 'Due', type: 'date' },
      ],
    });
    const content = 'State,Due\nopen,2026-01-01\nlate,soon\nDone,2026-01-02\nlost,\n';
    const [state, due] = await guess(content, { table: 'tasks' });
    assert.deepEqual([state.newChoices, state.fit], [['late', 'lost'], null]);
    assert.deepEqual(due.fit?.exceptions, [{ text: 'soon', count: 1, lines: [3] }]);

    const columns = [
      { header: 'State', field: 'state', newChoices: state.newChoices },
      { header: 'Due', field: 'due', fixes: { soon: '2026-12-24' } },
    ];
    const options = () =>
      data
        .catalog()
        .table('tasks')
        .field('state')
        .attributes.options.map((/** @type {any} */ { value }) => value);
    const wrong = [columns[0], { header: 'Due', field: 'due', fixes: { soon: 'later' } }];
    const into = (/** @type {any[]} */ some, actor = forum.admin) =>
      csv.import(actor, stream(content), { table: 'tasks', columns: some, mode: 'all-or-nothing' });
    assert.deepEqual(
      (await into(wrong)).rejected.map(({ line }) => line),
      [3],
    );
    assert.deepEqual(options(), ['open', 'done'], 'nothing was imported, so nothing was added');
    const result = await into(columns);
    assert.deepEqual([result.inserted, options()], [4, ['open', 'done', 'late', 'lost']]);
    const { rows } = await data.db.query('select state, due::text from app.tasks order by id');
    assert.deepEqual(rows.map(Object.values), [
      ['open', '2026-01-01'],
      ['late', '2026-12-24'],
      ['done', '2026-01-02'],
      ['lost', null],
    ]);
    const more = [{ header: 'State', field: 'state', newChoices: ['other'] }];
    await assert.rejects(into(more, forum.staff), { code: 'FORBIDDEN' });
    assert.deepEqual(options(), ['open', 'done', 'late', 'lost'], 'who may not change the table adds no choices');
  });

  it('an import into a new table can be undone, too', async () => {
    const result = await importAsProposed('fresh', 'Name,Age\nAda,36\nBob,40\n');
    const undone = await csv.undoImport(forum.admin, 'fresh', String(result.import));
    assert.deepEqual([undone.removed, undone.kept], [2, []]);
    await assert.rejects(csv.undoImport(forum.staff, 'fresh', String(result.import)), { code: 'FORBIDDEN' });
  });

  it('says which lines no reading turns into a row, and how many rows there are', async () => {
    const found = await csv.inspect(stream(`A,B\n1,2\n1,2,3\n"x" y,2\n3,4\n`));
    assert.equal(found.rows, 2);
    assert.deepEqual([found.unusable.count, found.unusable.lines.map(({ line }) => line)], [2, [3, 4]]);
  });

  it('can be stopped, and says how far it is', async () => {
    const content = `A\n${lines(50_000, (at) => `word ${at}`)}\n`;
    const chunks = () =>
      Readable.from(Array.from({ length: 20 }, (_, at) => Buffer.from(content.slice(at * 40_000, (at + 1) * 40_000))));
    /** @type {number[]} */
    const told = [];
    const stop = new AbortController();
    const onProgress = (/** @type {{ rows: number }} */ { rows }) => {
      told.push(rows);
      if (told.length === 3) stop.abort();
    };
    await assert.rejects(csv.inspect(chunks(), { onProgress, signal: stop.signal }), { code: 'CSV_CANCELLED' });
    assert.equal(told.length, 3);
  });
});
