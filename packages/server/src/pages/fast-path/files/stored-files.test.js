import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { createClient } from '../../../testing/client.js';
import { startTestServer } from '../../../testing/index.js';

/** @typedef {import('../../../testing/client.js').Client} Client */

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Client} */
let staff;
/** @type {Client} */
let anna;
/** @type {Client} */
let visitor;
const rights = { read: 'all', create: 'all', update: 'all', delete: 'all' };

before(async () => {
  server = await startTestServer({ pageCache: true, users: { anna: ['user'] } });
  await server.data.edit(server.system, 'add-table', {
    name: 'papers',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'file', type: 'file' },
    ],
    access: { staff: rights },
  });
  [staff, anna, visitor] = await Promise.all(['staff', 'anna', 'public'].map((name) => server.as(name)));
  await until(() => server.runtime.pages?.state() === 'live');
});
after(() => server.close());

/** @param {string} text @param {string} name */
async function stored(text, name = 'paper.txt') {
  const file = new File([text], name);
  const sent = { table: 'papers', field: 'file', file };
  const answer = await staff.post('/files/upload', sent, { accept: 'application/json' });
  const { id, url } = answer.json();
  const row = await server.data.rows.insert(server.system, 'papers', { title: name, file: id });
  return { id, url, row };
}

const counts = () => /** @type {import('./index.js').FileCache} */ (server.runtime.files).counts();
const statements = () => server.data.db.counters().statements;

/** Asks until memory answers. @param {Client} client @param {string} url */
async function warm(client, url) {
  await until(async () => {
    const { hits } = counts();
    assert.equal((await client.get(url)).status, 200);
    return counts().hits > hits;
  });
}

/** @param {object} access of the table */
const setAccess = (access) => server.data.edit(server.system, 'set-access', { table: 'papers', access });

describe('stored files in memory', () => {
  it('cost only the shared freshness barrier, and give the same bytes and headers as when they were read', async () => {
    const { url } = await stored('words');
    const first = await staff.get(url);
    let again = first;
    // On a busy machine the barrier can fail and the file is read again, which would show nothing.
    await until(async () => {
      const [before, { hits }] = [statements(), counts()];
      again = await staff.get(url);
      if (counts().hits === hits) return false;
      assert.ok(statements() - before <= 1, `${statements() - before} statements`);
      return true;
    });
    assert.equal(again.text, first.text);
    const lasting = (/** @type {Headers} */ headers) => [...headers].filter(([name]) => name !== 'date');
    assert.deepEqual(lasting(again.headers), lasting(first.headers));
  });

  it('support ranges, HEAD, and 304 for known files', async () => {
    const { url } = await stored('0123456789');
    await warm(staff, url);
    const ask = (/** @type {Record<string, string>} */ headers, method = 'GET') =>
      staff.request(url, { method, headers });
    const etag = (await ask({})).headers.get('etag') ?? '';
    const part = await ask({ range: 'bytes=2-4' });
    assert.deepEqual([part.status, part.text, part.headers.get('content-range')], [206, '234', 'bytes 2-4/10']);
    assert.deepEqual(
      [(await ask({ range: 'bytes=-3' })).text, (await ask({ range: 'bytes=99-' })).status],
      ['789', 416],
    );
    assert.equal((await ask({ range: 'bytes=2-4', 'if-range': '"other"' })).text, '0123456789');
    assert.equal((await ask({ range: 'bytes=2-4', 'if-range': etag })).text, '234');
    const unchanged = await ask({ 'if-none-match': etag });
    assert.deepEqual([unchanged.status, unchanged.text], [304, '']);
    const head = await ask({}, 'HEAD');
    assert.deepEqual([head.status, head.text, head.headers.get('content-length')], [200, '', '10']);
  });

  it('F3: are given to nobody else because somebody was given them', async () => {
    const { url } = await stored('for staff');
    await warm(staff, url);
    for (const client of [anna, visitor]) {
      const answer = await client.get(url);
      assert.equal(answer.status, 404);
      assert.doesNotMatch(answer.text, /for staff/);
    }
  });

  it('F3: are refused on the next request after the rights were taken away', async () => {
    const { url } = await stored('once open');
    for (let round = 0; round < 3; round++) {
      await setAccess({ staff: rights, public: { read: 'all' } });
      await warm(visitor, url);
      await warm(anna, url);
      await setAccess({ staff: rights });
      assert.deepEqual([(await visitor.get(url)).status, (await anna.get(url)).status], [404, 404]);
    }
  });

  it('F3: are refused on the next request after their row let go of them, also by psql', async () => {
    await setAccess({ staff: rights, user: { read: 'all' } });
    for (const release of [
      (/** @type {any} */ row) => server.data.rows.update(server.system, 'papers', row.id, { file: null }),
      (/** @type {any} */ row) => server.data.rows.remove(server.system, 'papers', row.id),
      (/** @type {any} */ row) =>
        server.data.db.query(`update app.papers set file = null where id = ${Number(row.id)}`),
    ]) {
      const { url, row } = await stored('let go');
      await warm(anna, url);
      await release(row);
      assert.equal((await anna.get(url)).status, 404);
    }
    await setAccess({ staff: rights });
  });

  it('F3: are refused on the next request after a role was taken away, and after logging out', async () => {
    const { url } = await stored('by role');
    const { people } = server.data;
    const id = /** @type {any} */ (anna.user).id;
    await people.users.update(server.system, id, { roles: ['staff'] });
    await warm(anna, url);
    await people.users.update(server.system, id, { roles: ['user'] });
    assert.equal((await anna.get(url)).status, 404);
    const { email } = /** @type {any} */ (staff.user);
    const { token } = await people.login(email, server.password, { address: 'test', userAgent: 'test' });
    const other = createClient(server.url, { cookies: { plinth_session: token } });
    await warm(other, url);
    await people.logout(token);
    assert.equal((await other.get(url)).status, 404);
  });

  it('F3, C1: are refused on the next request after a folder, a file, a group or a role has changed', async () => {
    const { files, people, edit } = server.data;
    const { system } = server;
    const put = (/** @type {string} */ folder) =>
      files.add(system, Readable.from([Buffer.from('free')]), { name: 'f.txt', folder });
    const [shared, alone] = [await put('kit/deep'), await put('')];
    const id = /** @type {any} */ (anna.user).id;
    await edit(system, 'add-role', { role: { name: 'press', label: 'Press', inherits: 'user' } });
    await people.groups.create(system, { name: 'papers', label: 'Papers', roles: ['press'] });
    const open = async () => {
      await files.shareFolder(system, 'kit', ['press']);
      await files.share(system, alone.id, ['press']);
      await people.groups.addMember(system, 'papers', id);
      for (const { id: file } of [shared, alone]) await warm(anna, `/files/${file}/f.txt`);
    };
    const seen = async () =>
      Promise.all([shared, alone].map(async ({ id: file }) => (await anna.get(`/files/${file}/f.txt`)).status));
    for (const [close, left] of /** @type {[() => Promise<unknown>, number[]][]} */ ([
      [() => files.shareFolder(system, 'kit', []), [404, 200]],
      [() => files.share(system, alone.id, []), [200, 404]],
      [() => files.move(system, shared.id, 'other'), [404, 200]],
      [() => people.groups.removeMember(system, 'papers', id), [404, 404]],
      [() => people.groups.update(system, 'papers', { roles: [] }), [404, 404]],
      [() => edit(system, 'remove-role', { role: 'press' }), [404, 404]],
    ])) {
      await files.move(system, shared.id, 'kit/deep');
      await people.groups.update(system, 'papers', { roles: ['press'] });
      await open();
      await close();
      assert.deepEqual(await seen(), left, String(close));
    }
  });

  it('have their new name at once, and are gone when they were removed', async () => {
    const { id, url } = await stored('named');
    await warm(staff, url);
    await server.data.files.rename(server.system, id, 'other.txt');
    assert.match((await staff.get(url)).headers.get('content-disposition') ?? '', /other\.txt/);
    await warm(staff, url);
    await server.data.db.query(`update app.papers set file = null where file = '${id}'`);
    await server.data.files.remove(server.system, id);
    assert.equal((await staff.get(url)).status, 404);
  });

  it('are streamed where they are large, with the same parts', async () => {
    const { url } = await stored('x'.repeat(1_200_000) + 'end');
    const { hits } = counts();
    for (let i = 0; i < 2; i++) {
      const part = await staff.request(url, { headers: { range: 'bytes=1200000-' } });
      assert.deepEqual([part.status, part.text], [206, 'end']);
    }
    assert.equal(counts().hits, hits);
  });
});
