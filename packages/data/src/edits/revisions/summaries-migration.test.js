import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readPhrase } from '@plinth/plugin';
import { migrate } from '../../postgres/migrations/runner.js';
import { createDatabase } from '../../postgres/database/index.js';
import { createTestDatabase } from '../../testing/index.js';

const MIGRATIONS = fileURLToPath(new URL('../../postgres/migrations/', import.meta.url));

/** Sentences as they were stored, and the key that each has now; null: typed by somebody. @type {[string, string | null][]} */
const STORED = [
  ['Add table "Tasks"', 'Add table "{0}"'],
  ['Change table "Tasks" (label, fields)', 'Change table "{0}" ({1})'],
  ['Add field "Due "soon"" to "My "tasks""', 'Add field "{0}" to "{1}"'],
  ['Add choices "Fein", "Metabo" to "Maker" of "Parts"', 'Add choices "{0}" to "{1}" of "{2}"'],
  ['Change field "Price (net)" of "Goods (all)" (label)', 'Change field "{0}" of "{1}" ({2})'],
  ['Add an index on a, b to "Goods"', 'Add an index on {0} to "{1}"'],
  ['Change the menu', 'Change the menu'],
  ["Change the site's settings (look, –)", "Change the site's settings ({0})"],
  ['Install app "Shop" (menu, roles)', 'Install app "{0}" ({1})'],
  ['Install app "Shop"', 'Install app "{0}"'],
  ['Remove app "Shop" with its tables, views and pages', 'Remove app "{0}" with its tables, views and pages'],
  ['Add mail template "Hello\nyou"', 'Add {0} "{1}"'],
  ['Change secret "key" (hosts)', 'Change {0} "{1}" ({2})'],
  ['Remove piece "A "b""', 'Remove {0} "{1}"'],
  ['12 changes', '{0} changes'],
  ['Undo: Remove piece "Sign"', 'Undo: {0}'],
  ['Redo: Our own words', 'Redo: {0}'],
  ['Our own words', null],
  ['Add thing "x"', null],
  ['many changes', null],
  ['', null],
];

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
  const isOld = (/** @type {string} */ path) => !(basename(path) >= '0650' && /^\d{4}_/.test(basename(path)));
  await cp(MIGRATIONS, old, { recursive: true, filter: isOld });
});
after(async () => {
  await db?.close();
  await place?.close();
  await rm(old, { recursive: true, force: true });
});

it('makes phrases of the sentences that the history had, and loses no word', async () => {
  await migrate(db, { folder: pathToFileURL(`${old}/`) });
  await db.query({
    text: `insert into plinth.revisions (id, version, edit, summary, trash, changes)
      select plinth.uuid_v7(), 1000 + n, 'batch', sentence, 0, '[]' from unnest($1::text[]) with ordinality as s (sentence, n)`,
    values: [STORED.map(([sentence]) => sentence)],
  });
  await migrate(db);
  const { rows } = await db.query('select summary, phrase from plinth.revisions where version > 1000 order by version');
  assert.deepEqual(
    rows.map(({ summary, phrase }) => [summary, phrase?.key ?? null]),
    STORED,
  );
  for (const { summary, phrase } of rows) if (phrase) assert.equal(String(readPhrase(phrase)), summary);
  const phraseOf = (/** @type {string} */ wanted) => rows.find(({ summary }) => summary === wanted).phrase;
  assert.deepEqual(phraseOf('Change secret "key" (hosts)').params, {
    0: { key: 'secret', params: { kind: 'secret' } },
    1: 'key',
    2: { key: '{0}', params: { 0: { key: 'hosts', params: { part: 'hosts' } } } },
  });
  assert.deepEqual(phraseOf('Undo: Remove piece "Sign"').params[0].key, 'Remove {0} "{1}"');
  assert.equal(phraseOf('Redo: Our own words').params[0], 'Our own words');
});
