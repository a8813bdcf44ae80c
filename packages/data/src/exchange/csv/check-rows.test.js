import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';

// What only the table can tell is counted before an import, as the import itself says it.

/** @type {any} */
let forum;
/** @type {any} */
let data;
before(async () => {
  forum = await createForum({ history: false });
  data = forum.data;
  await data.edit(SYSTEM, 'add-table', { name: 'customers', fields: [{ name: 'name', type: 'text' }] });
  await data.edit(SYSTEM, 'add-table', {
    name: 'orders',
    fields: [
      { name: 'number', type: 'integer', unique: true },
      { name: 'code', type: 'text', unique: true },
      { name: 'customer', type: 'relation', attributes: { table: 'customers' } },
      { name: 'watchers', type: 'many_to_many', attributes: { table: 'customers' } },
      { name: 'title', type: 'text', required: true },
    ],
  });
  await data.rows.insertMany(
    SYSTEM,
    'customers',
    ['Ann', 'Bob', 'Cy', 'Cy'].map((name) => ({ name })),
  );
  await data.rows.insertMany(SYSTEM, 'orders', [{ number: 1000, code: 'a', title: 'First' }]);
});
after(() => forum?.close());

/** @param {string} text @param {Record<string, string>} fields by header */
async function both(text, fields) {
  const columns = Object.entries(fields).map(([header, field]) => ({ header, field, format: null }));
  const told = await data.csv.misfits(SYSTEM, Readable.from([Buffer.from(text)]), { table: 'orders', columns });
  const before = await data.rows.count(SYSTEM, 'orders');
  const how = { table: 'orders', columns, mode: 'all-or-nothing' };
  const { rejectedCount } = await data.csv.import(SYSTEM, Readable.from([Buffer.from(text)]), how);
  if (rejectedCount > 0) assert.equal(await data.rows.count(SYSTEM, 'orders'), before);
  return { told, rejectedCount };
}

/** @param {any[]} told */
const shortly = (told) =>
  told.map(({ kind, field, fitting, of, exceptions }) => [
    kind,
    field,
    `${fitting} of ${of}`,
    exceptions.map((/** @type {any} */ { text, lines }) => `${text}: ${lines}`).join('; '),
  ]);

describe('what a table refuses of a file', () => {
  it('has links to rows that are not there, by name and by key, and those that several rows have', async () => {
    const file = 'Title,Customer,Watchers\na,Ann,Ann;Bob\nb,Zoe,\nc,1,2\nd,99,Bob;77\ne,Cy,\nf,Zoe,\n';
    const { told, rejectedCount } = await both(file, { Title: 'title', Customer: 'customer', Watchers: 'watchers' });
    assert.deepEqual(shortly(told), [
      ['link', 'customer', '2 of 6', 'Zoe: 3,7; 99: 5; Cy: 6'],
      ['link', 'watchers', '2 of 3', 'Bob;77: 5'],
    ]);
    assert.equal(rejectedCount, 4);
  });

  it('has unique values that come twice, however they are written, and those that a row has already', async () => {
    const file = 'Title;Number;Code\na;1;x\nb;01;y\nc;1000;z\nd;2;a\ne;;\nf;;\n';
    const { told, rejectedCount } = await both(file, { Title: 'title', Number: 'number', Code: 'code' });
    assert.deepEqual(shortly(told), [
      ['twice', 'number', '3 of 4', '01: 3'],
      ['taken', 'number', '2 of 3', '1000: 4'],
      ['taken', 'code', '3 of 4', 'a: 5'],
    ]);
    assert.equal(rejectedCount, 3);
  });

  it('has rows without a required value, also where no column has it', async () => {
    const { told, rejectedCount } = await both('Title,Code\nA,q\n,r\n" ",s\n', { Title: 'title', Code: 'code' });
    assert.deepEqual(shortly(told), [['empty', 'title', '1 of 3', ': 3,4']]);
    assert.equal(rejectedCount, 2);
    const without = await both('Code\nt\nu\n', { Code: 'code' });
    assert.deepEqual(shortly(without.told), [['empty', 'title', '0 of 2', ': 2,3']]);
    assert.equal(without.rejectedCount, 2);
  });

  it('is nothing of a file that fits, and of lines that can not be read', async () => {
    const { told, rejectedCount } = await both('Title,Customer\nA,Ann\nB,2\n', {
      Title: 'title',
      Customer: 'customer',
    });
    assert.deepEqual([told, rejectedCount], [[], 0]);
    const broken = await data.csv.misfits(SYSTEM, Readable.from([Buffer.from('Title,Customer\nA,Ann\nB,Zoe,x,y\n')]), {
      table: 'orders',
      columns: [{ header: 'Title', field: 'title' }],
    });
    assert.deepEqual(broken, []);
  });

  it('stays flat: 100,000 different values that do not fit are counted, fifty named', async () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => `t,none ${at}\n`).join('');
    const columns = [
      { header: 'Title', field: 'title' },
      { header: 'Customer', field: 'customer' },
    ];
    const file = Readable.from([Buffer.from(`Title,Customer\n${lines}`)]);
    const [{ of, fitting, exceptions, more }] = await data.csv.misfits(SYSTEM, file, { table: 'orders', columns });
    assert.deepEqual([of, fitting, exceptions.length, more], [100_000, 0, 50, true]);
  });

  it('stops when somebody stops it', async () => {
    const file = Readable.from([Buffer.from('Title\nx\n')]);
    const how = { table: 'orders', columns: [{ header: 'Title', field: 'title' }], signal: AbortSignal.abort() };
    await assert.rejects(data.csv.misfits(SYSTEM, file, how), { code: 'CSV_CANCELLED' });
  });

  it('can be left out: links that are found stay, and the others are reported', async () => {
    const columns = [
      { header: 'Title', field: 'title' },
      { header: 'Customer', field: 'customer', odd: 'empty' },
      { header: 'Watchers', field: 'watchers', odd: 'empty' },
    ];
    const file = Readable.from([Buffer.from('Title,Customer,Watchers\nLeft,Zoe,Ann;Nobody\nKept,Ann,77\nKey,99,\n')]);
    const how = { table: 'orders', columns, mode: 'all-or-nothing' };
    const { inserted, rejectedCount, emptied } = await data.csv.import(SYSTEM, file, how);
    assert.deepEqual([inserted, rejectedCount], [3, 0]);
    assert.deepEqual(
      emptied.map((/** @type {any} */ { line, reason }) => [line, reason]),
      [
        [2, 'Customer: there is no "Zoe"; Watchers: there is no "Nobody"'],
        [3, 'Watchers: there is no "77"'],
        [4, 'Customer: there is no "99"'],
      ],
    );
    const { rows } = await data.db.query({
      text: `select title, customer from app.orders where title = any ('{Left,Kept,Key}') order by id`,
    });
    assert.deepEqual(
      rows.map((/** @type {any} */ { title, customer }) => [title, customer && Number(customer)]),
      [
        ['Left', null],
        ['Kept', 1],
        ['Key', null],
      ],
    );
  });
});
