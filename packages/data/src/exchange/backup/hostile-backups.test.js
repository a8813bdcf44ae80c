import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createFiles } from '../../gate/files/index.js';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';
import { createTestDatabase } from '../../testing/index.js';
import { tarHeader, tarPadding, TAR_END, readTar } from './archive/tar.js';
import { writeArchive } from './archive/write-archive.js';
import { backupDamaged } from './errors.js';
import { checkBackup, restoreBackup, tryRestore, writeBackup } from './index.js';
import { wholeState } from './testing/whole-state.js';

const PASSPHRASE = 'correct horse battery';

describe('a backup that somebody damaged or changed', () => {
  /** @type {any} */
  let forum;
  /** @type {string} */
  let folder;
  /** @type {any} */
  let place;
  const target = (/** @type {string} */ name) => path.join(folder, name);

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plinth-hostile-'));
    forum = await createForum();
    const files = createFiles({ ...forum.data, dataDir: folder });
    await files.add(SYSTEM, Readable.from([Buffer.alloc(70_000, 'text')]), { name: 'a.txt' });
    for (const passphrase of [undefined, PASSPHRASE]) {
      const file = target(passphrase ? 'sealed' : 'plain');
      await writeBackup({ connection: forum.connection, dataDir: folder, file, plinth: '0.1.0', passphrase });
    }
    place = await createTestDatabase();
  });
  after(async () => {
    await forum?.close();
    await place?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The entries of a backup. @param {string} name @returns {Promise<{ name: string, bytes: Buffer }[]>} */
  async function entriesOf(name) {
    const entries = [];
    const source = Readable.from([gunzipSync(await readFile(target(name)))]);
    for await (const { name: entry, body } of readTar(source, { refused: backupDamaged })) {
      const chunks = [];
      for await (const chunk of body) chunks.push(chunk);
      entries.push({ name: entry, bytes: Buffer.concat(chunks) });
    }
    return entries.filter((entry) => !entry.name.startsWith('hashes/') && entry.name !== 'manifest.json');
  }

  /** A backup with right hashes, made of other entries. @param {{ name: string, bytes: Buffer }[]} entries @param {any} [summary] */
  async function forged(entries, summary) {
    const chunks = [];
    const { tables, files, fileBytes, missing } = await manifestOf('plain');
    const about = summary ?? { tables, files, fileBytes, missing };
    for await (const chunk of writeArchive(Readable.from(entries), () => about)) chunks.push(chunk);
    await writeFile(target('forged'), gzipSync(Buffer.concat(chunks)));
    return target('forged');
  }

  const manifestOf = async (/** @type {string} */ name) => (await checkBackup({ file: target(name) })).manifest;

  /** Changes the description. @param {(head: any) => void} change */
  async function withHead(change) {
    const entries = await entriesOf('plain');
    const head = JSON.parse(String(entries[0].bytes));
    change(head);
    entries[0] = { name: 'backup.json', bytes: Buffer.from(JSON.stringify(head)) };
    return forged(entries);
  }

  /** Nothing of it reaches the database or the data folder. @param {string} file @param {any} [passphrase] */
  async function restore(file, passphrase) {
    const into = await mkdtemp(target('into-'));
    const before = await wholeState(place.connection);
    try {
      const checked = await checkBackup({ file, passphrase });
      await restoreBackup({ connection: place.connection, dataDir: into, file, passphrase, checked });
    } catch (error) {
      assert.deepEqual(await wholeState(place.connection), before, 'the database is as it was');
      const left = (await readdir(into, { recursive: true })).filter((name) => /plugins.+\/|passwd|evil/.test(name));
      assert.deepEqual(left, []);
      throw error;
    }
  }

  for (const [name, passphrase] of /** @type {const} */ ([
    ['plain', undefined],
    ['sealed', PASSPHRASE],
  ])) {
    it(`B3: ${name}: is refused wherever a bit was flipped or the end cut off`, async () => {
      const bytes = await readFile(target(name));
      // The gzip header names a time, an extra flag and the system: they change nothing.
      const first = passphrase ? 0 : 10;
      const whole = await checkBackup({ file: target(name), passphrase });
      const isRefused = (/** @type {any} */ error) =>
        ['BACKUP_DAMAGED', 'BACKUP_PASSPHRASE', 'BACKUP_UNKNOWN'].includes(error.code);
      // A key takes its time.
      const places = passphrase ? 8 : 40;
      for (let i = 0; i < places; i++) {
        const at = first + Math.floor(((bytes.length - first - 1) * i) / (places - 1));
        await writeFile(target('damaged'), bytes.subarray(0, at));
        await assert.rejects(checkBackup({ file: target('damaged'), passphrase }), isRefused);
        const flipped = Buffer.from(bytes);
        flipped[at] ^= 1 << (i % 8);
        await writeFile(target('damaged'), flipped);
        const found = await checkBackup({ file: target('damaged'), passphrase }).catch((error) => {
          assert.ok(isRefused(error), error.stack);
        });
        // The bits between the end of the data and the next byte mean nothing.
        if (found) assert.deepEqual([passphrase, found], [undefined, whole]);
      }
      await restoreRefused(name, passphrase);
    });
  }

  /** @param {string} name @param {any} passphrase */
  async function restoreRefused(name, passphrase) {
    const bytes = await readFile(target(name));
    await writeFile(target('damaged'), bytes.subarray(0, -1));
    await assert.rejects(restore(target('damaged'), passphrase), { code: 'BACKUP_DAMAGED' });
  }

  it('B3: is found to differ when it is tried, by one letter of one row', async () => {
    const entries = await entriesOf('plain');
    const changed = entries.findIndex(({ bytes }) => bytes.includes('secret.example'));
    const text = String(entries[changed].bytes).replace('secret.example', 'secreT.example');
    entries[changed] = { name: entries[changed].name, bytes: Buffer.from(text) };
    const superuser = { ...place.connection, user: 'postgres' };
    const trying = { connection: place.connection, superuser };
    await assert.rejects(tryRestore({ ...trying, file: await forged(entries) }), {
      code: 'BACKUP_DIFFERS',
      message: /rows of plinth\.users differ/,
    });
    assert.equal((await tryRestore({ ...trying, file: target('plain') })).tried, true);
  });

  it('B3: is refused when chunks of an encrypted one are swapped or left out', async () => {
    const bytes = await readFile(target('sealed'));
    const header = bytes.length % (64 * 1024 + 16);
    assert.ok(header > 0);
    const large = Buffer.alloc(300_000, 'x');
    const { seal, unseal } = await import('./archive/seal.js');
    const sealed = Buffer.concat(await Array.fromAsync(seal(PASSPHRASE)(Readable.from([large]))));
    const start = sealed.length - 300_000 - 5 * 16;
    const size = 64 * 1024 + 16;
    const chunk = (/** @type {number} */ i) => sealed.subarray(start + i * size, start + (i + 1) * size);
    const opened = (/** @type {Buffer[]} */ parts) =>
      Array.fromAsync(unseal(PASSPHRASE)(Readable.from([sealed.subarray(0, start), ...parts])));
    assert.deepEqual(Buffer.concat(await opened([0, 1, 2, 3, 4].map(chunk))), large);
    for (const order of [[1, 0, 2, 3, 4], [0, 1, 2, 3], [0, 1, 2, 4], [0, 1, 2, 3, 4, 4], [4]])
      await assert.rejects(opened(order.map(chunk)), { code: 'BACKUP_DAMAGED' }, String(order));
  });

  it('B4: is refused with paths, links, devices and entries that do not belong in it', async () => {
    const entries = await entriesOf('plain');
    const evil = [
      ...['../../etc/passwd', '/etc/passwd', 'files/../../evil', 'files/evil', 'data/0001/../evil.copy', 'evil'],
      ...['plugins/a@1.0.0/../../../evil', 'plugins/a@1.0.0//evil', 'plugins/../x@1.0.0/evil', 'plugins/a/evil'],
      ...['plugins/a@1.0.0/con:evil', 'plugins/node_modules/@plinth/evil', `plugins/a@1.0.0/${'e'.repeat(300)}`],
    ];
    for (const name of evil)
      await assert.rejects(restore(await forged([...entries, { name, bytes: Buffer.from('evil') }])), {
        code: 'BACKUP_DAMAGED',
      });
    for (const type of ['1', '2', '3', '4', '5', '6', 'L', 'g']) {
      const header = tarHeader('files/01a2041470e075e98dbba32cc1cb5faa', 0);
      header.write('/etc/passwd', 157);
      header.write(type, 156);
      header.write('        ', 148);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
      const first = entries[0];
      const tar = Buffer.concat([
        tarHeader(first.name, first.bytes.length),
        first.bytes,
        tarPadding(first.bytes.length),
      ]);
      await writeFile(target('links'), gzipSync(Buffer.concat([tar, header, TAR_END])));
      await assert.rejects(restore(target('links')), { code: 'BACKUP_DAMAGED' });
    }
  });

  it('B4: is refused with another statement or an expression that could do something', async () => {
    const places = (/** @type {any} */ head) => head.tables.find((/** @type {any} */ one) => one.name === 'topics');
    const column = (/** @type {any} */ head) => places(head).columns.find((/** @type {any} */ one) => !one.identity);
    const changes = {
      'a type with a statement': (/** @type {any} */ head) =>
        (column(head).type = 'text); drop schema plinth cascade; --'),
      'a default with a statement': (/** @type {any} */ head) =>
        (column(head).default = `'x'); drop schema plinth cascade; select (1`),
      'a default that reads files': (/** @type {any} */ head) => (column(head).default = `pg_read_file('/etc/passwd')`),
      'a default that changes settings': (/** @type {any} */ head) =>
        (column(head).default = `set_config('log_statement', 'all', false)`),
      'a check that waits': (/** @type {any} */ head) =>
        places(head).constraints.push({ name: 'evil', type: 'c', text: 'pg_sleep(1) is not null' }),
      'a check that ends connections': (/** @type {any} */ head) =>
        places(head).constraints.push({ name: 'evil', type: 'c', text: 'pg_terminate_backend(1)' }),
      'a constraint that is none': (/** @type {any} */ head) =>
        places(head).constraints.push({ name: 'evil', type: 'u', text: 'UNIQUE (id); drop table app.topics' }),
      'an index that is none': (/** @type {any} */ head) =>
        places(head).indexes.push({ name: 'evil', text: 'create role evil superuser' }),
      'two statements for an index': (/** @type {any} */ head) =>
        places(head).indexes.push({
          name: 'evil',
          text: 'CREATE INDEX evil ON app.topics (id); drop table app.topics',
        }),
      'another schema': (/** @type {any} */ head) => (places(head).schema = 'public'),
      'a sequence with a statement': (/** @type {any} */ head) => (head.sequences[0].max = '1; drop schema app'),
      'no tables at all': (/** @type {any} */ head) => (head.tables = 'none'),
    };
    const codes = ['BACKUP_DAMAGED', 'BACKUP_UNSAFE', 'RESTORE_FAILED'];
    for (const [what, change] of Object.entries(changes))
      await assert.rejects(
        restore(await withHead(change)),
        (/** @type {any} */ error) => {
          assert.ok(codes.includes(error.code), `${what}: ${error.stack}`);
          return true;
        },
        what,
      );
  });

  it('B5 K12: is refused if a newer version made it, with a clear text', async () => {
    await assert.rejects(restore(await withHead((head) => head.migrations.push('9999_of_tomorrow'))), {
      code: 'BACKUP_NEWER',
      hint: /9999_of_tomorrow/,
    });
    await assert.rejects(restore(await withHead((head) => (head.format = 2))), { code: 'BACKUP_NEWER' });
  });

  it('B3: names what was altered in it, by its table or its file', async () => {
    const archive = gunzipSync(await readFile(target('plain')));
    for (const [name, said] of /** @type {[string, RegExp][]} */ ([
      ['data/', /the hash of data\/\d{4}\/000001\.copy \((app|plinth)\.\w+\) does not match/],
      ['files/', /the hash of files\/[0-9a-f-]{36} does not match/],
    ])) {
      const altered = Buffer.from(archive);
      const at = altered.lastIndexOf(name, altered.indexOf('hashes/')) + 512;
      altered[at] ^= 1;
      await writeFile(target('damaged'), gzipSync(altered));
      await assert.rejects(restore(target('damaged')), (/** @type {any} */ error) => {
        assert.equal(error.code, 'BACKUP_DAMAGED');
        assert.match(String(error.message), said);
        return true;
      });
    }
  });

  it('B5: from a newer PostgreSQL is refused with its version where this one lacks something it uses', async () => {
    const file = await withHead((head) => {
      head.postgres = '99.1';
      const table = head.tables.find((/** @type {any} */ { schema }) => schema === 'app');
      const column = table.columns.find((/** @type {any} */ { type }) => type === 'text');
      column.collation = ['pg_catalog', 'of_tomorrow'];
    });
    await assert.rejects(restore(file), {
      code: 'RESTORE_POSTGRES_OLDER',
      message: /from PostgreSQL 99 and uses what PostgreSQL \d\d does not have: .*of_tomorrow/,
    });
    const portable = await withHead((head) => void (head.postgres = '99.1'));
    const other = await createTestDatabase();
    try {
      const checked = await checkBackup({ file: portable });
      await restoreBackup({ connection: other.connection, dataDir: folder, file: portable, checked });
    } finally {
      await other.close();
    }
  });

  it('B3: is refused without rows that it says it has', async () => {
    const entries = (await entriesOf('plain')).filter(({ name }) => !name.startsWith('data/0004'));
    const left = (await entriesOf('plain')).filter((entry) => entry.name.startsWith('data/'));
    const without = left[0].name.split('/')[1];
    await assert.rejects(restore(await forged(entries.filter(({ name }) => !name.startsWith(`data/${without}`)))), {
      code: 'BACKUP_DAMAGED',
      message: /Rows of .* instead of/,
    });
  });

  it('F5: a bomb costs no memory: parts are streamed, and the room on the disk is asked for first', async () => {
    const { tables } = await manifestOf('plain');
    const huge = { tables: [{ ...tables[0], bytes: 2 ** 60 }], files: 0, fileBytes: 2 ** 60, missing: 0 };
    await assert.rejects(restore(await forged(await entriesOf('plain'), huge)), { code: 'BACKUP_DISK_FULL' });
    const long = tarHeader('backup.json', 2 ** 50);
    await writeFile(target('bomb'), gzipSync(Buffer.concat([long, Buffer.alloc(1000)])));
    await assert.rejects(restore(target('bomb')), { code: 'BACKUP_DAMAGED' });
  });

  it('other files are told apart', async () => {
    for (const bytes of ['', 'x', 'PK\u0003\u0004', gzipSync('hello'), Buffer.alloc(5000)]) {
      await writeFile(target('other'), bytes);
      await assert.rejects(checkBackup({ file: target('other') }), (/** @type {any} */ error) =>
        ['BACKUP_UNKNOWN', 'BACKUP_DAMAGED'].includes(error.code),
      );
    }
    await mkdir(target('a-folder'), { recursive: true });
    const into = { connection: forum.connection, dataDir: folder, plinth: '0.1.0' };
    await assert.rejects(writeBackup({ ...into, file: target('a-folder') }), { code: 'BACKUP_NOT_WRITABLE' });
    await assert.rejects(writeBackup({ ...into, file: target('plain/in/a/file') }), { code: 'BACKUP_NOT_WRITABLE' });
    await assert.rejects(writeBackup({ ...into, connection: place.connection, file: target('none') }), {
      code: 'BACKUP_EMPTY',
    });
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith('.part')),
      [],
    );
  });
});
