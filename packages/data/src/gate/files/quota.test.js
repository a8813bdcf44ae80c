/** @import { Actor } from '@plinth/plugin' */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createForum, SYSTEM, VISITOR } from '../rows/testing/forum.js';
import { createFiles } from './index.js';

const HALF_MB = 500_000;
const paper = { table: 'letters', field: 'paper' };
const all = { read: 'all', create: 'all', update: 'all', delete: 'all' };

describe('storage limits', () => {
  /** @type {Awaited<ReturnType<typeof createForum>>} */
  let forum;
  /** @type {ReturnType<typeof createFiles>[]} two processes on one database */
  let files;
  /** @type {any} */
  let data;
  /** @type {string} */
  let dataDir;
  let now = Date.now();

  before(async () => {
    forum = await createForum();
    data = forum.data;
    dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-quota-'));
    const context = { ...data, dataDir, clock: () => new Date(now) };
    files = [createFiles(context), createFiles(context)];
    await data.edit(SYSTEM, 'add-table', {
      name: 'letters',
      access: { public: all },
      fields: [{ name: 'paper', type: 'file' }],
    });
  });
  after(async () => {
    await forum?.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  beforeEach(async () => {
    now = Date.now();
    await data.db.query('delete from plinth.files');
    await limits({ uploadsTotal: 0, uploadsPerPerson: 0, uploadsPerVisitor: 0 });
  });

  const limits = (/** @type {any} */ changes) => data.edit(SYSTEM, 'change-settings', { changes });
  /** @param {Actor} actor @param {number} [size] @param {{ address?: string, process?: number }} [from] */
  const upload = (actor, size = HALF_MB, { address = '192.0.2.1', process = 0 } = {}) =>
    files[process].add(actor, Readable.from([Buffer.alloc(size, 'a')]), { name: 'a.txt', field: paper, address });
  const kept = async () => (await files[0].usage(SYSTEM)).count;

  it('F4: limit one person, however many processes receive the uploads at once', async () => {
    await limits({ uploadsPerPerson: 1 });
    const answers = await Promise.allSettled(
      [0, 1, 0, 1, 0, 1].map((process) => upload(forum.ada, HALF_MB, { process })),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected');
    assert.equal(answers.length - refused.length, 2);
    for (const { reason } of refused) assert.deepEqual([reason.code, reason.status], ['UPLOAD_QUOTA', 413]);
    assert.equal(await kept(), 2);
    assert.deepEqual(await readdir(path.join(dataDir, 'files/drafts')), []);
    await upload(forum.ben);
    await upload(forum.admin);
  });

  it('F4: free the space of what is deleted or swept', async () => {
    await limits({ uploadsPerPerson: 1 });
    const first = await upload(forum.ada);
    await upload(forum.ada);
    await assert.rejects(upload(forum.ada), { code: 'UPLOAD_QUOTA' });
    await files[0].remove(forum.admin, first.id);
    await upload(forum.ada);
    await assert.rejects(upload(forum.ada), { code: 'UPLOAD_QUOTA' });
    now += 2 * 86_400_000;
    assert.equal((await files[1].sweep()).uploads, 2);
    await upload(forum.ada);
  });

  it('F4: without login one address may send so much in a day, by the network that one customer has', async () => {
    await limits({ uploadsPerVisitor: 1 });
    const six = (/** @type {string} */ host) => ({ address: `2001:db8:1:2:${host}` });
    await upload(VISITOR, HALF_MB, six('0:0:0:1'));
    await upload(VISITOR, HALF_MB, six('9:9:9:9'));
    await assert.rejects(upload(VISITOR, 1, six('a::1')), (/** @type {any} */ error) => {
      assert.deepEqual([error.code, error.status], ['UPLOADS_TOO_MANY', 429]);
      assert.ok(error.details.retryAfter > 86_000 && error.details.retryAfter <= 86_400);
      return true;
    });
    await upload(VISITOR, HALF_MB, { address: '192.0.2.9' });
    await upload(forum.ada);
    // The address itself is not kept.
    const { rows } = await data.db.query('select distinct source from plinth.files where source is not null');
    assert.equal(rows.length, 2);
    for (const { source } of rows) assert.match(source, /^[\w-]{22}$/);
    await data.db.query(`update plinth.files set created_at = created_at - interval '25 hours'`);
    await upload(VISITOR, HALF_MB, six('0:0:0:1'));
  });

  it('F4: without login one address may send so many files in a day', async () => {
    for (let i = 0; i < 100; i++) await upload(VISITOR, 1);
    await assert.rejects(upload(VISITOR, 1), { code: 'UPLOADS_TOO_MANY' });
  });

  it('F4: limit the whole site, and say who can change that', async () => {
    await limits({ uploadsTotal: 1 });
    await upload(forum.ada);
    await upload(VISITOR);
    for (const actor of [forum.ada, forum.admin, VISITOR]) {
      await assert.rejects(upload(actor), {
        code: 'STORAGE_QUOTA',
        status: 507,
        message: 'The files of this site have reached the limit of 1 MB',
      });
    }
    assert.equal(await kept(), 2);
  });

  it('refuses before it reads when there is no room at all', async () => {
    await limits({ uploadsTotal: 1 });
    await upload(forum.ada, 1_000_000);
    const stream = Readable.from([Buffer.alloc(10)]);
    await assert.rejects(files[0].add(forum.ada, stream, { name: 'a', field: paper }), { code: 'STORAGE_QUOTA' });
    assert.ok(stream.destroyed);
  });
});
