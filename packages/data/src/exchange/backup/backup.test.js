import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createData } from '../../create-data.js';
import { createFiles } from '../../gate/files/index.js';
import { createPlayground } from '../../rules/expressions/testing/playground.js';
import { SYSTEM } from '../../gate/rows/testing/forum.js';
import { createTestDatabase } from '../../testing/index.js';
import { backupSession } from './database/session.js';
import { checkBackup, restoreBackup, tryRestore, writeBackup } from './index.js';
import { wholeState } from './testing/whole-state.js';

const PASSPHRASE = 'correct horse battery';

for (const rowSecurity of [false, true]) {
  describe(`a backup of a site with every type of field${rowSecurity ? ' and row-level security' : ''}`, () => {
    /** @type {any} */
    let site;
    /** @type {string} */
    let folder;
    /** @type {any} */
    let file;
    /** @type {any} */
    let dataDir;
    const target = (/** @type {string} */ name) => path.join(folder, name);

    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'plinth-backup-'));
      dataDir = target('data');
      await mkdir(dataDir);
      site = await createPlayground({ rows: 60, rowSecurity });
      const { data } = site;
      await data.edit(SYSTEM, 'add-field', {
        table: 'places',
        field: { name: 'double', type: 'integer', formula: 'row.size * 2', stored: true },
      });
      await data.edit(SYSTEM, 'change-table', { table: 'places', changes: { history: true } });
      const [first] = (await data.db.query('select id from app.places order by id limit 1')).rows;
      await data.rows.update(SYSTEM, 'places', first.id, { label: 'changed', size: 7 });
      await data.edit(SYSTEM, 'remove-field', { table: 'parts', field: 'weight' });
      await data.edit(SYSTEM, 'add-table', { name: 'gone', fields: [{ name: 'title', type: 'text' }] });
      await data.rows.insert(SYSTEM, 'gone', { title: 'kept in the trash' });
      await data.edit(SYSTEM, 'remove-table', { table: 'gone' });
      const files = createFiles({ ...data, dataDir });
      file = await files.add(SYSTEM, Readable.from([Buffer.alloc(300_000, 'contents ')]), { name: 'a.txt' });
      await writeFile(path.join(dataDir, 'files', 'drafts', 'unfinished'), 'x');
    });
    after(async () => {
      await site?.close();
      await rm(folder, { recursive: true, force: true });
    });

    const backup = (/** @type {string} */ name, /** @type {object} */ more = {}) =>
      writeBackup({ connection: site.connection, dataDir, file: target(name), plinth: '0.1.0', ...more });

    /** @param {string} name @param {(into: { connection: any, dataDir: string, data: any }) => Promise<void>} look @param {any} [options] */
    async function restored(name, look, options = {}) {
      const place = await createTestDatabase({ reader: rowSecurity });
      const into = await mkdtemp(target('into-'));
      const from = { file: target(name), ...options };
      try {
        const checked = await checkBackup(from);
        await restoreBackup({ ...from, connection: place.connection, dataDir: into, checked });
        const { registry } = site.data;
        const data = await createData({ connection: place.connection, registry, dataDir: into, rowSecurity });
        try {
          await look({ connection: place.connection, dataDir: into, data });
        } finally {
          await data.close();
        }
      } finally {
        await place.close();
      }
    }

    it('B5 B1: is restored into an empty database: tables, rows, files, histories, users, trash, triggers and policies', async () => {
      const page = '01890000-0000-7000-8000-000000000001';
      await site.data.drafts.save(SYSTEM, page, { draft: { general: 'Drafted' }, base: {}, version: 0, published: 0 });
      const made = await backup('plain.tar.gz');
      assert.equal(made.manifest.missing, 0);
      const before = await wholeState(site.connection);
      await restored('plain.tar.gz', async ({ connection, dataDir: into, data }) => {
        assert.deepEqual(await wholeState(connection), before);
        assert.equal((await data.drafts.find(SYSTEM, page))?.draft.general, 'Drafted');
        const files = createFiles({ ...data, dataDir: into });
        const opened = await files.open(SYSTEM, file.id);
        assert.deepEqual(await buffer(opened.stream), Buffer.alloc(300_000, 'contents '));
        // Stored formulas, keys and undo work on.
        const row = await data.rows.insert(SYSTEM, 'places', { label: 'new', size: 21 });
        const stored = await data.db.query({ text: 'select double from app.places where id = $1', values: [row.id] });
        assert.equal(stored.rows[0].double, 42);
        const [last] = (await data.db.query(`select id from plinth.revisions where edit = 'remove-table'`)).rows;
        await data.revisions.undo(SYSTEM, last.id);
        assert.equal((await data.db.query('select title from app.gone')).rows[0].title, 'kept in the trash');
      });
      assert.deepEqual(
        (await readdir(folder)).filter((name) => name.includes('.part')),
        [],
      );
      assert.equal((await stat(target('plain.tar.gz'))).mode & 0o077, 0, 'nobody else may read it');
    });

    if (rowSecurity) return;

    it('is encrypted with a passphrase, and restored with it only', async () => {
      await backup('sealed.tar.gz', { passphrase: PASSPHRASE });
      const file = target('sealed.tar.gz');
      await assert.rejects(checkBackup({ file }), { code: 'BACKUP_PASSPHRASE', message: /encrypted/ });
      await assert.rejects(checkBackup({ file, passphrase: 'wrong horse battery' }), {
        code: 'BACKUP_PASSPHRASE',
        message: /wrong/,
      });
      await assert.rejects(backup('short.tar.gz', { passphrase: 'short' }), { code: 'BACKUP_PASSPHRASE' });
      await restored('sealed.tar.gz', async ({ data }) => assert.ok(data.catalog().hasTable('places')), {
        passphrase: PASSPHRASE,
      });
    });

    it('B1: holds one instant: what is written, deleted and uploaded meanwhile is in it whole or not at all', async () => {
      const { data } = site;
      const files = createFiles({ ...data, dataDir });
      const doomed = await files.add(SYSTEM, Readable.from(['doomed']), { name: 'doomed.txt' });
      let writes = 0;
      let isDone = false;
      const writer = (async () => {
        while (!isDone) {
          // Both rows in one transaction, or none.
          await data.db.transaction(async (/** @type {any} */ tx) => {
            await tx.query(`insert into app.places (label) values ('pair')`);
            await tx.query(`insert into app.parts (label) values ('pair')`);
          });
          writes++;
        }
      })();
      let removed = false;
      const made = await backup('busy.tar.gz', {
        share: 0.2,
        told: () => {
          if (removed) return;
          removed = true;
          void files.remove(site.admin, doomed.id);
        },
      });
      isDone = true;
      await writer;
      assert.ok(writes > 0);
      assert.equal(made.manifest.missing, 0, 'the contents of a file deleted meanwhile are in the backup');
      await restored('busy.tar.gz', async ({ data: then }) => {
        const count = async (/** @type {string} */ table) =>
          (await then.db.query(`select count(*)::int as n from app.${table} where label = 'pair'`)).rows[0].n;
        assert.equal(await count('places'), await count('parts'));
      });
    });

    it('is restored for a test and compared, in a database that is gone afterwards', async () => {
      await backup('tried.tar.gz');
      const superuser = { ...site.connection, user: 'postgres' };
      const from = { connection: site.connection, file: target('tried.tar.gz') };
      assert.equal((await tryRestore(from)).tried, false, 'the role may not make databases');
      const found = await tryRestore({ ...from, superuser });
      assert.ok(found.tried && found.rows > 100 && found.tables > 20);
      // Other tests try theirs in the same cluster.
      const left = await site.data.db.query(`select c.datname from pg_database c, pg_database own
        where own.datname = current_database() and c.datname = 'plinth_check_' || own.oid`);
      assert.deepEqual(left.rows, []);
    });

    it('holds still after a restore until an admin turns it on, and skips what was due unless told otherwise', async () => {
      const { data } = site;
      const steps = [
        {
          do: {
            action: 'insert_row',
            config: { table: 'parts', values: [{ field: 'label', source: 'expression', expression: '"acted"' }] },
          },
        },
      ];
      const trigger = {
        name: 'daily',
        label: 'Daily',
        as: 'system',
        source: 'schedule',
        options: { every: 'day', at: '8:00' },
        steps,
      };
      await data.edit(SYSTEM, 'add-trigger', { trigger });
      await data.automation.drain();
      await data.db.query(
        `update plinth.trigger_states set next_at = now() - interval '1 minute' where plan is not null`,
      );
      await backup('held.tar.gz');
      const { id } = data.catalog().triggers.at(-1);
      await data.edit(SYSTEM, 'remove-trigger', { trigger: id });
      /** @param {any} then */
      const acted = async (then) => (await then.db.query(`select from app.parts where label = 'acted'`)).rowCount;
      /** @param {any} then */
      const mail = (then) =>
        then.outbox.add({ kind: 'test', to: 'ada@example.com', subject: 'Hello', content: { blocks: [] } });
      for (const catchUp of [false, true])
        await restored('held.tar.gz', async ({ data: then }) => {
          await then.db.query(`insert into plinth.secrets (name, value) values ('smtp', '{}')`);
          await mail(then);
          await then.automation.drain();
          assert.equal(await then.outbox.claim(), null);
          await assert.rejects(then.outbound.fetch({ url: 'https://example.com' }), { code: 'SITE_HELD' });
          await assert.rejects(then.outbound.addressOf('example.com', 993), { code: 'SITE_HELD' });
          assert.equal(await acted(then), 0);
          const { runs, mails, backupAt } = await then.holding.state(SYSTEM);
          assert.deepEqual([runs, mails, typeof backupAt], [1, 1, 'string']);
          await assert.rejects(then.holding.release(site.ada, { catchUp }), { code: 'FORBIDDEN' });
          await then.holding.release(SYSTEM, { catchUp });
          assert.equal(await then.holding.state(SYSTEM), null);
          await then.automation.drain();
          assert.equal(await acted(then), catchUp ? 1 : 0);
          assert.equal((await then.outbox.claim()) !== null, catchUp);
          if (catchUp) return;
          const { rows } = await then.db.query(
            'select next_at > now() as later from plinth.trigger_states where plan is not null',
          );
          assert.deepEqual(rows, [{ later: true }]);
          await mail(then);
          assert.notEqual(await then.outbox.claim(), null, 'what comes afterwards is sent');
        });
      const live = async (/** @type {any} */ { data: then }) => {
        assert.equal(await then.holding.state(SYSTEM), null);
        await then.automation.drain();
        assert.equal(await acted(then), 1);
      };
      await restored('held.tar.gz', live, { live: true });
    });

    it('replaces what is there only if asked to, accounts included', async () => {
      await backup('replace.tar.gz');
      const other = await createPlayground({ rows: 3, seed: 2 });
      try {
        const { connection, data } = other;
        await data.close();
        const from = { file: target('replace.tar.gz') };
        const checked = await checkBackup(from);
        const into = await mkdtemp(target('into-'));
        const options = { ...from, connection, dataDir: into, checked };
        const before = await wholeState(connection);
        await assert.rejects(restoreBackup(options), { code: 'RESTORE_NOT_EMPTY' });
        assert.deepEqual(await wholeState(connection), before);
        await restoreBackup({ ...options, replace: true });
        const { registry } = site.data;
        const again = await createData({ connection, registry, dataDir: into });
        await again.close();
        assert.deepEqual(await wholeState(connection), await wholeState(site.connection));
      } finally {
        await other.close();
      }
    });

    it('is not restored under a running server, nor two at a time', async () => {
      await backup('running.tar.gz');
      const from = { file: target('running.tar.gz') };
      const checked = await checkBackup(from);
      const options = { ...from, connection: site.connection, dataDir, checked, replace: true };
      await assert.rejects(restoreBackup(options), { code: 'RESTORE_SERVER_RUNNING' });
      await backupSession(site.connection, () => assert.rejects(backup('second.tar.gz'), { code: 'BACKUP_RUNNING' }));
    });
  });
}
