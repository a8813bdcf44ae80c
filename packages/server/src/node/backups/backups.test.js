import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { inTurn, isBackupDue } from '@plinth/data';
import { startTestServer, until } from '../../testing/index.js';
import { createLog } from '../../http/log/log.js';
import { chooseKept } from './keep.js';
import { makeBackup } from './make-backup.js';
import { noteRestore } from './restore-state.js';

const HERE = '/admin/settings/backups';

describe('backups in the admin', () => {
  /** @type {Awaited<ReturnType<typeof startTestServer>>} */
  let site;
  /** @type {any} */
  let admin;
  before(async () => {
    site = await startTestServer({ users: { ada: ['user'], sam: ['staff'] } });
    admin = await site.as('admin');
  });
  after(() => site?.close());

  const list = () => site.data.backups.list(site.system);
  const newest = async () => (await list())[0];
  const quiet = createLog({ level: 'error', write: () => {} });
  const connection = () => site.database.connection;
  const scheduled = () =>
    makeBackup(
      { config: site.runtime.config, connection: connection(), reason: 'scheduled', actor: site.system },
      quiet,
    );
  const query = (/** @type {string} */ text) => site.data.db.query(text);

  it('B4 Z1: only admins see, make, download, delete and plan backups', async () => {
    await query(
      `insert into plinth.backups (reason, node, file, finished_at) values ('admin', 'x', 'plinth-x.tar.gz', now())`,
    );
    const { id } = await newest();
    for (const who of ['public', 'ada', 'sam']) {
      const client = await site.as(who);
      for (const url of [HERE, `${HERE}/${id}/download`, `${HERE}/${id}/restore`, `${HERE}/restore-state`]) {
        const { status, text } = await client.get(url);
        assert.ok([302, 303, 401, 403, 404].includes(status), `${who} ${url}: ${status}`);
        assert.doesNotMatch(text, /plinth-x|tar\.gz/);
      }
      for (const url of [HERE, `${HERE}/now`, `${HERE}/${id}/delete`, `${HERE}/${id}/restore`]) {
        const { status } = await client.post(url, { enabled: 'false', at: '04:00', last: '1' });
        assert.ok([302, 303, 401, 403, 404].includes(status), `${who} ${url}: ${status}`);
      }
    }
    for (const method of /** @type {const} */ (['list', 'summary', 'scheduled']))
      await assert.rejects(
        async () => site.data.backups[method]({ userId: null, roles: ['staff'], system: false }, 'x'),
        {
          code: 'FORBIDDEN',
        },
      );
    assert.equal((await site.data.backups.summary(site.system)).schedule.at, '03:00');
    assert.equal((await list()).length, 1);
    await query('delete from plinth.backups');
  });

  it('are made by a button, restored for a test, and downloaded whole or in parts', async () => {
    await admin.post(`${HERE}/now`, {});
    await until(async () => (await newest())?.finishedAt);
    const made = await newest();
    assert.equal(made.error, null);
    assert.ok(made.testedAt);
    const { text } = await admin.get(HERE);
    assert.match(text, /Tested/);
    assert.match((await admin.get('/admin/tables')).text, /Last backup .*, tested/);
    const response = await fetch(`${site.url}${HERE}/${made.id}/download`, { headers: { cookie: cookieOf(admin) } });
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="plinth-.*\.tar\.gz"$/);
    assert.equal(response.headers.get('cache-control'), 'private, no-store');
    const whole = Buffer.from(await response.arrayBuffer());
    assert.equal(whole.length, made.bytes);
    const part = await fetch(`${site.url}${HERE}/${made.id}/download`, {
      headers: { cookie: cookieOf(admin), range: 'bytes=100-199' },
    });
    assert.equal(part.status, 206);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), whole.subarray(100, 200));
    const { events } = await site.data.security.list(site.system, { what: 'backup-downloaded' });
    assert.equal(events.length, 1, 'a download is noted once');
    assert.equal(events[0].what, made.file);
  });

  it('say what a restore would change, and are restored only by the name of the site', async () => {
    const { id } = await newest();
    const from = `${HERE}/${id}/restore`;
    await query(`insert into plinth.users (email) values ('later@example.com')`);
    const shown = await admin.get(from);
    assert.equal(shown.status, 200);
    assert.match(shown.text, /later@example\.com/);
    assert.match(shown.text, /can’t restart itself/, 'nothing would start this test server again');
    const { siteName } = site.data.catalog().settings;
    assert.equal((await admin.post(from, { name: siteName, at: 'x' })).status, 409);
    /** @type {object[]} */
    const asked = [];
    Object.assign(site.runtime.backups, { canRestore: true, restore: (/** @type {object} */ one) => asked.push(one) });
    const refused = await admin.post(from, { name: `${siteName}x`, at: 'x' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /exactly as shown/);
    assert.deepEqual(asked, []);
    assert.equal(JSON.parse((await admin.get(`${HERE}/restore-state`)).text).state, 'none');
    assert.equal((await admin.get(`${HERE}/01890000-0000-7000-8000-000000000001/restore`)).status, 404);
    assert.match((await admin.post(from, { name: siteName, at: 'x' })).text, /data-adm-restore/);
    assert.deepEqual(asked, [{ file: (await newest()).file, at: 'x' }]);
    assert.equal(JSON.parse((await admin.get(`${HERE}/restore-state`)).text).state, 'running');
    assert.equal((await site.data.security.list(site.system, { what: 'restore-asked' })).events.length, 1);
    const state = { file: 'plinth-x.tar.gz', backupAt: 'x', pid: 1, error: 'The restore was interrupted' };
    noteRestore(site.runtime.config.dataDir, { ...state, state: 'failed' });
    assert.match(
      (await admin.get(HERE)).text,
      /plinth-x\.tar\.gz was not restored\.<\/strong> The restore was interrupted/,
    );
    await query(`delete from plinth.users where email = 'later@example.com'`);
  });

  it('need a password that was entered recently', async () => {
    const { id } = await newest();
    await query(`update plinth.sessions set authenticated_at = now() - interval '2 hours'`);
    await until(async () => {
      const { location } = await admin.get(`${HERE}/${id}/download`);
      return location?.startsWith('/auth/confirm');
    });
    const before = (await list()).length;
    assert.match((await admin.get(`${HERE}/${id}/restore`)).location ?? '', /^\/auth\/confirm/);
    assert.equal((await admin.post(`${HERE}/${id}/restore`, { name: 'x' })).status, 403);
    await admin.post(`${HERE}/now`, {});
    await admin.post(`${HERE}/${id}/delete`, {});
    assert.equal((await list()).length, before);
    await query(`update plinth.sessions set authenticated_at = now()`);
  });

  it('K9: are due once a day, a missed one is made up for, a failed one is tried again later, and one process makes it', async () => {
    const due = () => isBackupDue(connection());
    await query(`delete from plinth.backups`);
    assert.equal(await due(), false, 'not on the first day before its time');
    await query(`update plinth.backup_schedule set since = now() - interval '3 days'`);
    assert.equal(await due(), true, 'it was missed');
    await query(`update plinth.backup_schedule set enabled = false`);
    assert.equal(await due(), false);
    await query(`update plinth.backup_schedule set enabled = true`);
    let made = 0;
    const work = async () => {
      made++;
      await scheduled();
    };
    const turns = await Promise.all([1, 2, 3].map(() => inTurn(connection(), work)));
    assert.deepEqual(turns.filter(Boolean).length, 1);
    assert.equal(made, 1);
    assert.equal(await due(), false);
    await query(`update plinth.backups set error = 'failed'`);
    assert.equal(await due(), false, 'not at once');
    await query(`update plinth.backup_schedule set at = ((now() at time zone 'UTC') - interval '4 hours')::time`);
    await query(`update plinth.backups set started_at = now() - interval '2 hours'`);
    assert.equal(await due(), true, 'an hour later');
  });

  it('restored, say in a banner that nothing is sent yet, which an admin turns on and nobody else', async () => {
    await query("insert into plinth.holds (backup_at) values ('2026-11-20T10:00:00Z')");
    await site.data.outbox.add({
      kind: 'test',
      to: 'x@example.com',
      subject: 'x',
      content: { locale: 'en', blocks: [] },
    });
    const { text } = await admin.get(HERE);
    assert.match(text, /Automation and outgoing messages are off/);
    assert.match(text, /Due by now: 1 e-mail\. This is skipped unless you catch up/);
    for (const who of ['public', 'ada', 'sam']) {
      const client = await site.as(who);
      assert.doesNotMatch((await client.get('/')).text, /outgoing messages/);
      await client.post('/admin/turn-on', { catchUp: 'true' });
    }
    assert.notEqual(await site.data.holding.state(site.system), null);
    const { location } = await admin.post('/admin/turn-on', {});
    assert.equal(location, '/admin');
    assert.doesNotMatch((await admin.get(HERE)).text, /outgoing messages are off/);
    const { rows } = await query("select state from plinth.mails where recipient = 'x@example.com'");
    assert.deepEqual(rows, [{ state: 'cancelled' }]);
    const { rows: noted } = await query("select what from plinth.security_events where kind = 'turned-on'");
    assert.deepEqual(noted, [{ what: 'without what was due' }]);
  });

  it('warn on the first screen when the last good one is too old, or failed', async () => {
    const first = async () => (await admin.get('/admin/tables')).text;
    await query(`update plinth.backups set error = null, started_at = now() - interval '5 days', finished_at = now()`);
    assert.match(await first(), /text-danger[^]*The last good backup was made 5 days ago/);
    await query(
      `insert into plinth.backups (reason, node, file, finished_at, error) values ('scheduled', 'x', 'y', now(), 'no room')`,
    );
    assert.match(await first(), /The last backup failed. The last good one was made 5 days ago/);
    assert.match((await admin.get(HERE)).text, /no room/);
    await query(`delete from plinth.backups`);
  });

  it('K7: tell why they failed, and leave no incomplete file', async () => {
    const config = { ...site.runtime.config, backupFolder: '/dev/null/backups' };
    await assert.rejects(makeBackup({ config, connection: connection(), reason: 'admin', actor: site.system }, quiet), {
      code: 'BACKUP_NOT_WRITABLE',
    });
    const failed = await newest();
    assert.match(failed.error ?? '', /can’t be written/);
    assert.equal((await admin.get(`${HERE}/${failed.id}/download`)).status, 404);
  });

  it('are removed by the rules, their files too', async () => {
    await query('delete from plinth.backups');
    await query('update plinth.backup_schedule set last = 1, daily = 0, weekly = 0, monthly = 0');
    const folder = path.join(site.dataDir, 'backups');
    await scheduled();
    const [first] = await list();
    await query(`update plinth.backups set started_at = now() - interval '1 day'`);
    await scheduled();
    const left = await list();
    assert.equal(left.length, 1);
    assert.notEqual(left[0].id, first.id);
    const files = await readdir(folder);
    assert.ok(files.includes(left[0].file));
    assert.ok((await readFile(path.join(folder, left[0].file))).length > 1000);
    await admin.post(`${HERE}/${left[0].id}/delete`, {});
    assert.deepEqual(await list(), []);
    assert.ok(!(await readdir(folder)).includes(left[0].file));
  });

  it('says what is wrong with a schedule, and keeps what was typed', async () => {
    const { status, text } = await admin.post(HERE, {
      enabled: 'true',
      at: '25:00',
      last: '0',
      daily: '7',
      weekly: 'x',
      monthly: '1',
    });
    assert.equal(status, 422);
    assert.match(text, /id="s-at-error">must be a time such as 8:00 or 17:30</);
    assert.match(text, /id="s-last-error">must be at least 1</);
    assert.match(text, /value="x"[^]*id="s-weekly-error">must be a number</);
    await admin.post(HERE, { enabled: 'true', at: '04:30', last: '2', daily: '5', weekly: '6', monthly: '7' });
    const { schedule } = await site.data.backups.summary(site.system);
    assert.deepEqual(
      [schedule.at, schedule.last, schedule.daily, schedule.weekly, schedule.monthly],
      ['04:30', 2, 5, 6, 7],
    );
  });
});

describe('keep rules', () => {
  const at = (/** @type {string} */ day, error = null) => ({ id: day, startedAt: `${day}T03:00:00.000Z`, error });
  const days = Array.from({ length: 100 }, (_, i) =>
    at(new Date(Date.UTC(2026, 10, 22 - i)).toISOString().slice(0, 10)),
  );
  const kept = (/** @type {any} */ rules) =>
    chooseKept(days, { last: 1, daily: 0, weekly: 0, monthly: 0, ...rules }).keep.map(({ id }) => id);

  it('keep the newest, and the newest of each day, week and month', () => {
    assert.deepEqual(kept({ last: 2 }), ['2026-11-22', '2026-11-21']);
    assert.deepEqual(kept({ daily: 3 }), ['2026-11-22', '2026-11-21', '2026-11-20']);
    assert.deepEqual(kept({ weekly: 3 }), ['2026-11-22', '2026-11-15', '2026-11-08']);
    assert.deepEqual(kept({ monthly: 3 }), ['2026-11-22', '2026-10-31', '2026-09-30']);
  });

  it('never remove the last good one, and keep a failure only until a newer one is good', () => {
    const failed = [
      at('2026-11-22', /** @type {any} */ ('x')),
      at('2026-11-21'),
      at('2026-11-20', /** @type {any} */ ('x')),
    ];
    const { keep } = chooseKept(failed, { last: 1, daily: 0, weekly: 0, monthly: 0 });
    assert.deepEqual(
      keep.map(({ id }) => id),
      ['2026-11-22', '2026-11-21'],
    );
  });
});

/** @param {any} client */
const cookieOf = ({ cookies }) =>
  [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
