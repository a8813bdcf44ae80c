import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createData } from '../../../create-data.js';
import { SYSTEM } from '../../../gate/rows/testing/forum.js';
import { createPlayground } from '../../../rules/expressions/testing/playground.js';
import { checkBackup, compareBackup, openBackups, restoreBackup, writeBackup } from '../index.js';
import { wholeState } from '../testing/whole-state.js';
import { createRowReader, valuesOf } from './copied-rows.js';

describe('a backup compared with the site', () => {
  /** @type {any} */
  let site;
  /** @type {string} */
  let folder;
  /** @type {string} */
  let file;
  const log = { debug() {}, info() {}, warn() {}, error() {} };

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plinth-compare-'));
    file = path.join(folder, 'one.tar.gz');
    site = await createPlayground({ rows: 20 });
    const { data } = site;
    await data.edit(SYSTEM, 'add-table', { name: 'gone', label: 'Gone', fields: [{ name: 'title', type: 'text' }] });
    await data.rows.insert(SYSTEM, 'gone', { title: 'a\tb\nc\\d' });
    await data.edit(SYSTEM, 'add-table', { name: 'notes', label: 'Notes', fields: [{ name: 'title', type: 'text' }] });
    for (let i = 0; i < 5; i++) await data.rows.insert(SYSTEM, 'notes', { title: `a\tb\n${i}\\` });
    await writeBackup({ connection: site.connection, dataDir: folder, file, plinth: '0.1.0' });
  });
  after(async () => {
    await site?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const compare = (/** @type {object} */ more = {}) => compareBackup({ connection: site.connection, file, ...more });
  const query = async (/** @type {string} */ text) => (await site.data.db.query(text)).rows;

  it('says nothing changes while nothing has', async () => {
    const { tables, people, edits } = await compare();
    for (const table of tables) assert.deepEqual(table.rows, { come: 0, go: 0, change: 0 }, table.label);
    assert.ok(tables.every(({ fate, then, now, fields }) => fate === 'stays' && then === now && fields === 0));
    assert.deepEqual([people.come.count, people.go.count, edits], [0, 0, 0]);
  });

  it('counts rows, tables, fields, people and edits that come, go and change; and changes nothing', async () => {
    const { data } = site;
    const [first, second] = await query('select id from app.notes order by id');
    await data.rows.remove(SYSTEM, 'notes', first.id);
    await data.rows.update(SYSTEM, 'notes', second.id, { title: 'other' });
    for (const title of ['new', 'newer']) await data.rows.insert(SYSTEM, 'notes', { title });
    await data.edit(SYSTEM, 'add-field', { table: 'notes', field: { name: 'size', type: 'integer' } });
    await data.edit(SYSTEM, 'remove-table', { table: 'gone' });
    await data.edit(SYSTEM, 'add-table', { name: 'later', label: 'Later', fields: [{ name: 'title', type: 'text' }] });
    const ada = (await query('select id from plinth.users order by email limit 1'))[0].id;
    const me = '01890000-0000-7000-8000-00000000abcd';
    await data.db.query(`delete from plinth.group_members where user_id = '${ada}'`);
    await data.db.query(`delete from plinth.users where id = '${ada}'`);
    await data.db.query(`insert into plinth.users (id, email) values ('${me}', 'new@example.com')`);
    const state = await wholeState(site.connection);
    const { tables, people, edits, asksIn } = await compare({ me });
    const named = (/** @type {string} */ label) => tables.find((one) => one.label === label);
    assert.deepEqual(named('Notes'), {
      label: 'Notes',
      fate: 'stays',
      then: 5,
      now: 6,
      rows: { come: 1, go: 2, change: 1 },
      fields: 1,
    });
    assert.deepEqual([named('Later')?.fate, named('Gone')?.fate, named('Gone')?.then], ['goes', 'comes', 1]);
    assert.deepEqual([people.come.count, people.go.count, people.go.names.length], [1, 1, 1]);
    assert.equal(asksIn, false, 'who asks has no account in the backup');
    assert.ok(edits >= 3);
    assert.deepEqual(await wholeState(site.connection), state);
    const few = await compare({ most: 2 });
    assert.equal(few.tables.find(({ label }) => label === 'Notes')?.rows, null, 'too many to compare one by one');
  });

  it('is refused if it is damaged or cut off', async () => {
    const bytes = await readFile(file);
    const broken = path.join(folder, 'broken.tar.gz');
    for (const bad of [bytes.subarray(0, bytes.length - 200), Buffer.from('hello')]) {
      await writeFile(broken, bad);
      await assert.rejects(compare({ file: broken }), { code: /^BACKUP_(DAMAGED|UNKNOWN)$/ });
    }
  });

  it('is what a restore then does, which keeps the record of backups', async () => {
    const { connection, data } = site;
    const record = await openBackups(connection, log);
    await record.begin(SYSTEM, { reason: 'admin', node: 'here', file: 'one.tar.gz', encrypted: false });
    await record.setSchedule(SYSTEM, { enabled: false, at: '04:30', last: 2, daily: 0, weekly: 0, monthly: 0 });
    await record.close();
    await data.close();
    await restoreBackup({ connection, dataDir: folder, file, replace: true, checked: await checkBackup({ file }) });
    const { tables, people } = await compare();
    for (const { label, then, now, rows } of tables)
      assert.deepEqual([then === now, rows], [true, { come: 0, go: 0, change: 0 }], label);
    assert.equal(people.come.count + people.go.count, 0);
    const again = await openBackups(connection, log);
    try {
      assert.deepEqual(
        (await again.list(SYSTEM)).map((one) => one.file),
        ['one.tar.gz'],
      );
      const { schedule } = await again.summary(SYSTEM);
      assert.deepEqual([schedule.enabled, schedule.at, schedule.last], [false, '04:30', 2]);
    } finally {
      await again.close();
    }
    site.data = await createData({ connection, registry: data.registry, dataDir: folder });
  });
});

it('rows are found in chunks of any size, and their values are what they were', () => {
  const text = Buffer.from('1\ta\\tb\\nc\\\\d\t\\N\n2\tü\t\n');
  for (const size of [1, 3, text.length]) {
    /** @type {unknown[]} */
    const rows = [];
    const read = createRowReader((row) => rows.push(valuesOf(row)));
    for (let i = 0; i < text.length; i += size) read(text.subarray(i, i + size));
    assert.deepEqual(rows, [
      ['1', 'a\tb\nc\\d', null],
      ['2', 'ü', ''],
    ]);
  }
});
