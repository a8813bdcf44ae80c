import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, it } from 'node:test';
import { createForum, SYSTEM } from '../rows/testing/forum.js';
import { createFiles } from './index.js';

const SWEDISH = ['Asbjörn', 'Olle', 'Zorn', 'Åsa', 'Ärla', 'Öberg'];

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {ReturnType<typeof createFiles>} */
let files;
/** @type {string} */
let dataDir;

before(async () => {
  forum = await createForum();
  dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-order-'));
  const { db, catalog, registry } = /** @type {any} */ (forum.data);
  files = createFiles({ db, catalog, registry, dataDir });
  await forum.data.edit(SYSTEM, 'change-settings', { changes: { locale: 'sv' } });
});
after(async () => {
  await forum?.close();
  await rm(dataDir, { recursive: true, force: true });
});

it('files and folders are sorted as the language of the site sorts, on every page of them', async () => {
  for (const name of SWEDISH.toReversed()) {
    await files.add(forum.admin, Readable.from([Buffer.from(name)]), { name: `${name}.txt`, folder: 'all' });
    await files.addFolder(forum.admin, `all/${name}`);
    await files.shareFolder(forum.admin, `all/${name}`, ['staff']);
  }
  const { folders } = await files.list(forum.admin, { folder: 'all' });
  assert.deepEqual(
    folders,
    SWEDISH.map((name) => `all/${name}`),
  );
  const shared = await files.sharedFolders(forum.admin);
  assert.deepEqual(
    shared.map((/** @type {any} */ { path: at }) => at),
    SWEDISH.map((name) => `all/${name}`),
  );
  const found = [];
  for (let after; ;) {
    const page = await files.list(forum.admin, { folder: 'all', limit: 2, after });
    found.push(...page.files.map(({ name }) => name));
    if (!page.next) break;
    after = page.next;
  }
  assert.deepEqual(
    found,
    SWEDISH.map((name) => `${name}.txt`),
  );
});
