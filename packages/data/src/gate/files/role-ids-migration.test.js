import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { migrate } from '../../postgres/migrations/runner.js';
import { createDatabase } from '../../postgres/database/index.js';
import { createTestDatabase } from '../../testing/index.js';

const MIGRATIONS = fileURLToPath(new URL('../../postgres/migrations/', import.meta.url));
const [KEPT, GONE, TWIN] = ['a', 'b', 'c'].map((letter) => `00000000-0000-7000-8000-00000000000${letter}`);

describe('roles of files, kept by name before', () => {
  /** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
  let place;
  /** @type {ReturnType<typeof createDatabase>} */
  let db;
  /** @type {string} */
  let old;
  before(async () => {
    place = await createTestDatabase();
    db = createDatabase(place.connection);
    old = await mkdtemp(join(tmpdir(), 'plinth-migrations-'));
    await cp(MIGRATIONS, old, {
      recursive: true,
      filter: (path) => !(basename(path) >= '0135' && /^\d{4}_/.test(basename(path))),
    });
  });
  after(async () => {
    await db?.close();
    await place?.close();
    await rm(old, { recursive: true, force: true });
  });

  it('become those of the roles that have the names, or had them last', async () => {
    await migrate(db, { folder: pathToFileURL(`${old}/`) });
    const removal = (/** @type {string} */ id, /** @type {string} */ name) =>
      JSON.stringify([{ id, kind: 'role', name, before: {}, after: null }]);
    await db.query({
      text: `insert into plinth.objects (id, kind, name, body) values ($1, 'role', 'kept', '{}')`,
      values: [KEPT],
    });
    await db.query({
      text: `insert into plinth.revisions (id, version, edit, summary, trash, changes)
        values (plinth.uuid_v7(), 90, 'remove-role', '', 0, $1), (plinth.uuid_v7(), 91, 'remove-role', '', 0, $2), (plinth.uuid_v7(), 92, 'remove-role', '', 0, $3)`,
      values: [removal(TWIN, 'gone'), removal(GONE, 'gone'), removal(TWIN, 'kept')],
    });
    await db.query(`insert into plinth.files (id, name, mime, size, sha256, roles)
      values (plinth.uuid_v7(), 'a', 'text/plain', 1, '', '{kept,gone,never}'), (plinth.uuid_v7(), 'b', 'text/plain', 1, '', '{}')`);
    await db.query(`insert into plinth.file_folders (path, roles) values ('f', '{gone}')`);
    await migrate(db);
    const files = await db.query('select name, role_ids from plinth.files order by name');
    assert.deepEqual(
      files.rows.map(({ role_ids: ids }) => ids.toSorted()),
      [[KEPT, GONE], []],
    );
    const folders = await db.query('select role_ids from plinth.file_folders');
    assert.deepEqual(folders.rows, [{ role_ids: [GONE] }]);
  });
});
