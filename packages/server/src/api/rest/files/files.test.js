import assert from 'node:assert/strict';
import { request as send } from 'node:http';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { startTestServer } from '../../../testing/index.js';

const CSP = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const MB = 2 ** 20;

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** Tokens by whose they are. @type {Record<string, string>} */
const tokens = {};

before(async () => {
  server = await startTestServer({ users: { ada: ['user'], ben: ['user'] } });
  const { data, system } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
  const own = { read: 'own', create: 'all', update: 'own', delete: 'own' };
  await edit('add-table', {
    name: 'papers',
    owner: 'owner',
    access: { user: own },
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'owner', type: 'user' },
      { name: 'scan', type: 'file', attributes: { maxSize: 3 } },
      { name: 'photo', type: 'image' },
      { name: 'verdict', type: 'file' },
    ],
  });
  await edit('set-access', { table: 'papers', fields: { verdict: { read: ['staff'], write: ['staff'] } } });
  await edit('add-table', { name: 'vaults', fields: [{ name: 'gold', type: 'file' }] });
  await edit('add-table', {
    name: 'boxes',
    access: { public: { create: 'all' }, user: { read: 'all' } },
    fields: [{ name: 'letter', type: 'file' }],
  });
  for (const name of ['ada', 'ben', 'admin']) await addToken(name, name, {});
});
after(() => server?.close());

/** @param {string} as @param {string} name @param {any} limits */
async function addToken(as, name, limits) {
  const { user } = await server.as(name);
  tokens[as] = (await server.data.people.apiTokens.create(server.system, user.id, { name: as, ...limits })).token;
}

/** @param {string} who @param {string} method @param {string} place @param {any} [options] */
async function call(who, method, place, { body, headers = {} } = {}) {
  const answer = await fetch(`${server.url}/api/v1/${place}`, {
    method,
    headers: { ...(who && { authorization: `Bearer ${tokens[who]}` }), ...headers },
    ...(body !== undefined && { body, duplex: 'half' }),
  });
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get('content-type') ?? '');
  return { status: answer.status, headers: answer.headers, text, json: isJson && text ? JSON.parse(text) : null };
}

const forScan = 'table=papers&field=scan';
/** @param {string} who @param {string} [content] @param {string} [query] */
const upload = (who, content = 'words', query = `name=a.txt&${forScan}`) =>
  call(who, 'POST', `files?${query}`, { body: content, headers: { 'content-type': 'text/plain' } });
/** @param {string} who @param {any} values */
const addPaper = (who, values) =>
  call(who, 'POST', 'tables/papers/rows', {
    body: JSON.stringify({ title: 'P', ...values }),
    headers: { 'content-type': 'application/json' },
  });

describe('a token with limits', () => {
  it('Z3, C1: gets nothing that is kept in memory for its owner without them', async () => {
    await addToken('boxesOnly', 'ada', { tables: ['boxes'] });
    await addToken('writesOnly', 'ada', { operations: ['create'] });
    await addToken('adminBoxes', 'admin', { tables: ['boxes'] });
    const { json: file } = await upload('ada');
    await addPaper('ada', { scan: file.id });
    for (const who of ['ada', 'admin'])
      for (let i = 0; i < 3; i++) assert.equal((await call(who, 'GET', `files/${file.id}/content`)).status, 200, who);
    for (const [who, status] of /** @type {[string, number][]} */ ([
      ['boxesOnly', 404],
      ['adminBoxes', 404],
      ['writesOnly', 403],
      ['ben', 404],
    ]))
      for (const place of [`files/${file.id}`, `files/${file.id}/content`])
        assert.equal((await call(who, 'GET', place)).status, status, `${who} ${place}`);
  });
});

describe('files by the API', () => {
  it('are sent as they are or in a form, put into a row, read and shown beside it', async () => {
    const plain = await upload('ada');
    assert.equal(plain.status, 201, plain.text);
    assert.equal(plain.headers.get('location'), `/api/v1/files/${plain.json.id}`);
    assert.deepEqual([plain.json.name, plain.json.mime, plain.json.size], ['a.txt', 'text/plain', 5]);
    assert.deepEqual(
      Object.keys(plain.json).filter((key) => ['owner', 'folder', 'roles'].includes(key)),
      [],
    );
    const form = new FormData();
    form.set('table', 'papers');
    form.set('field', 'scan');
    form.set('file', new File(['by form'], 'f.txt'));
    const second = await call('ada', 'POST', 'files', { body: form });
    assert.equal(second.status, 201, second.text);
    const paper = await addPaper('ada', { scan: second.json.id });
    assert.deepEqual([paper.status, paper.json.scan], [201, second.json.id], paper.text);
    const shown = await call('ada', 'GET', `tables/papers/rows/${paper.json.id}?expand=scan`);
    assert.deepEqual(shown.json.scan, { id: second.json.id, name: 'f.txt', mime: 'text/plain', size: 7 });
    const content = await call('ada', 'GET', `files/${second.json.id}/content`);
    assert.deepEqual([content.status, content.text], [200, 'by form']);
    assert.deepEqual((await call('ada', 'GET', `files/${second.json.id}`)).json, second.json);
  });

  it('F8: support ranges, and 304 for clients that have them', async () => {
    for (const content of ['0123456789', 'x'.repeat(1.5 * MB)]) {
      const { json } = await upload('ada', content);
      const place = `files/${json.id}/content`;
      const part = await call('ada', 'GET', place, { headers: { range: 'bytes=2-5' } });
      const range = part.headers.get('content-range');
      assert.deepEqual([part.status, part.text, range], [206, content.slice(2, 6), `bytes 2-5/${content.length}`]);
      const beyond = await call('ada', 'GET', place, { headers: { range: 'bytes=99999999-' } });
      assert.equal(beyond.status, 416);
      const etag = part.headers.get('etag') ?? '';
      assert.equal((await call('ada', 'GET', place, { headers: { 'if-none-match': etag } })).status, 304);
      const other = await call('ada', 'GET', place, { headers: { range: 'bytes=2-5', 'if-range': '"other"' } });
      assert.deepEqual([other.status, other.text.length], [200, content.length]);
      const head = await call('ada', 'HEAD', place);
      assert.deepEqual([head.status, head.headers.get('content-length'), head.text], [200, `${content.length}`, '']);
    }
  });

  it('F3 Z3: somebody else’s file does not exist, whatever is done with its id', async () => {
    const { json: file } = await upload('ada');
    const paper = await addPaper('ada', { scan: file.id });
    for (const id of [file.id, '00000000-0000-7000-8000-000000000000'])
      for (const [method, place] of [
        ['GET', `files/${id}`],
        ['GET', `files/${id}/content`],
        ['DELETE', `files/${id}`],
      ]) {
        const answer = await call('ben', method, place);
        assert.deepEqual([answer.status, answer.json.code], [404, 'FILE_NOT_FOUND'], `${method} ${place}`);
      }
    assert.equal((await addPaper('ben', { scan: file.id })).status, 422);
    assert.equal((await call('ada', 'GET', `tables/papers/rows/${paper.json.id}`)).json.scan, file.id);
  });

  it('can be deleted by their uploader until a row holds them; admins delete others', async () => {
    const { json: free } = await upload('ada');
    assert.equal((await call('ada', 'DELETE', `files/${free.id}`)).status, 204);
    assert.equal((await call('ada', 'GET', `files/${free.id}`)).status, 404);
    const { json: held } = await upload('ada');
    await addPaper('ada', { scan: held.id });
    const refused = await call('ada', 'DELETE', `files/${held.id}`);
    assert.deepEqual([refused.status, refused.json.code], [409, 'FILE_IN_USE']);
    const { json: letter } = await upload('ada', 'dear', 'name=l.txt&table=boxes&field=letter');
    await server.data.rows.insert(server.system, 'boxes', { letter: letter.id });
    assert.equal((await call('ben', 'GET', `files/${letter.id}/content`)).text, 'dear');
    assert.equal((await call('ben', 'DELETE', `files/${letter.id}`)).status, 403);
    assert.equal((await call('', 'DELETE', `files/${letter.id}`)).status, 401);
    assert.equal((await call('admin', 'DELETE', `files/${letter.id}`)).status, 204);
    assert.equal((await call('admin', 'GET', `files/${letter.id}`)).status, 404);
  });

  it('are listed for admins only', async () => {
    const { json: free } = await upload('admin', 'free', 'name=zz-free.txt&folder=press');
    assert.equal(free.folder, 'press');
    const listed = await call('admin', 'GET', 'files?folder=press');
    assert.deepEqual(
      listed.json.files.map((/** @type {any} */ one) => one.name),
      ['zz-free.txt'],
    );
    assert.equal((await call('admin', 'GET', 'files?q=zz-fr')).json.files.length, 1);
    assert.equal((await call('admin', 'GET', 'files?limit=0')).status, 422);
    const nul = Buffer.from(JSON.stringify(['\0', free.id])).toString('base64url');
    for (const query of ['q=%00', 'q=a%00b', 'q=%F0%9F', `after=${nul}`, 'after=x', 'folder=%00', "q='--"])
      assert.match(String((await call('admin', 'GET', `files?${query}`)).status), /^(200|422)$/, query);
    assert.deepEqual([(await call('ada', 'GET', 'files')).status, (await call('', 'GET', 'files')).status], [403, 401]);
  });

  const refusals = /** @type {[string, string, string, number, string][]} */ ([
    ['Z1: files of no field', 'ada', 'name=a.txt', 403, 'FORBIDDEN'],
    ['Z1: by nobody', '', 'name=a.txt', 401, 'LOGIN_REQUIRED'],
    ['Z1: by nobody, for a table of others', '', `name=a.txt&${forScan}`, 401, 'LOGIN_REQUIRED'],
    ['Z1: for a table that nobody was granted', 'ada', 'name=a.txt&table=vaults&field=gold', 404, 'TABLE_NOT_FOUND'],
    ['for a table that is not there', 'ada', 'name=a.txt&table=nothing&field=gold', 404, 'TABLE_NOT_FOUND'],
    ['Z6: for a field that is hidden', 'ada', 'name=a.txt&table=papers&field=verdict', 422, 'QUERY_INVALID'],
    ['Z6: for one that is not there', 'ada', 'name=a.txt&table=papers&field=verdikt', 422, 'QUERY_INVALID'],
    ['for a field that holds no files', 'ada', 'name=a.txt&table=papers&field=title', 422, 'QUERY_INVALID'],
    ['for no field', 'ada', 'name=a.txt&table=papers', 422, 'QUERY_INVALID'],
    ['without a name', 'ada', forScan, 422, 'FILE_EXPECTED'],
    ['F2: words as an image', 'ada', 'name=a.png&table=papers&field=photo', 422, 'FILE_TYPE_REFUSED'],
    ['F1: a folder that climbs out', 'admin', 'name=a.txt&folder=../../etc', 422, 'FILE_NAME_INVALID'],
  ]);
  for (const [name, who, query, status, code] of refusals) {
    it(name, async () => {
      const answer = await upload(who, 'words', query);
      assert.deepEqual([answer.status, answer.json.code], [status, code], answer.text);
    });
  }

  for (const id of ['..%2f..%2fetc%2fpasswd', '%2e%2e', 'a%00b', '1', "'--", 'x'.repeat(3000)]) {
    it(`F1: ${id.slice(0, 30)} is no file`, async () => {
      for (const place of [`files/${id}`, `files/${id}/content`])
        assert.match(String((await call('admin', 'GET', place)).status), /^40[04]$/);
    });
  }

  it('F1: a hostile name is only a name', async () => {
    const { json } = await upload(
      'ada',
      'x',
      `name=${encodeURIComponent('../../a"\r\nSet-Cookie: x=1.txt')}&${forScan}`,
    );
    assert.doesNotMatch(json.name, /[/\r\n]/);
    const got = await call('ada', 'GET', `files/${json.id}/content`);
    assert.deepEqual([got.status, got.headers.get('set-cookie')], [200, null]);
  });

  for (const [name, content] of [
    ['x.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['x.html', '<!doctype html><script>alert(1)</script>'],
    ['x.pdf', '%PDF-1.4 /OpenAction << /S /JavaScript /JS (app.alert(1)) >>'],
  ]) {
    it(`F2: ${name} comes as a download that no browser runs`, async () => {
      const { json } = await upload('ada', content, `name=${name}&${forScan}`);
      const { headers } = await call('ada', 'GET', `files/${json.id}/content`);
      assert.match(headers.get('content-disposition') ?? '', /^attachment/);
      assert.equal(headers.get('content-security-policy'), CSP);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.doesNotMatch(headers.get('content-type') ?? '', /html|javascript|^(text|application)\/xml/);
    });
  }

  it('F4: stops at the largest size, announced or not, and keeps nothing of it', async () => {
    const announced = await upload('ada', 'x'.repeat(4 * MB));
    assert.deepEqual([announced.status, announced.json.code], [413, 'FILE_TOO_LARGE']);
    async function* endless() {
      for (let i = 0; i < 64; i++) yield Buffer.alloc(MB, 'y');
    }
    const got = await call('ada', 'POST', `files?name=e.txt&${forScan}`, {
      body: /** @type {any} */ (ReadableStream).from(endless()),
    }).catch(() => null);
    // What is not read to its end may cost the sender his connection before he reads the answer.
    if (got) assert.equal(got.status, 413);
    assert.deepEqual(await drafts(), []);
  });

  it('F4: keeps nothing of an upload that breaks off', async () => {
    const headers = { authorization: `Bearer ${tokens.ada}`, 'content-length': '1000' };
    const target = new URL(`${server.url}/api/v1/files?name=b.txt&${forScan}`);
    const broken = send(target, { method: 'POST', headers });
    broken.on('error', () => {});
    broken.write('half');
    await until(async () => (await drafts()).length === 1);
    broken.destroy();
    await until(async () => (await drafts()).length === 0);
    assert.doesNotMatch(server.log(), /request failed/);
  });

  it('F9: an object that looks like an upload is none', async () => {
    const forged = { path: '/etc/passwd', name: 'x', size: 5, mime: 'text/plain', field: 'file' };
    const sent = await call('ada', 'POST', `files?${forScan}`, {
      body: JSON.stringify({ file: forged }),
      headers: { 'content-type': 'application/json' },
    });
    assert.deepEqual([sent.status, sent.json.code], [422, 'FILE_EXPECTED']);
    for (const scan of [forged, [forged], { id: forged }, '/etc/passwd', 5, true])
      assert.equal((await addPaper('ada', { scan })).status, 422);
    const form = new FormData();
    form.set('file', JSON.stringify(forged));
    assert.equal((await call('ada', 'POST', `files?${forScan}`, { body: form })).status, 422);
  });

  it('Z15: a token for one table reaches the files of that table alone', async () => {
    await addToken('boxes', 'ada', { tables: ['boxes'] });
    await addToken('adding', 'ada', { tables: ['papers'], operations: ['create'] });
    await addToken('small-admin', 'admin', { tables: ['boxes'] });
    const { json: file } = await upload('ada');
    for (const who of ['boxes', 'small-admin']) {
      assert.equal((await call(who, 'GET', `files/${file.id}/content`)).status, 404, who);
      assert.match(String((await upload(who)).status), /^40[34]$/, who);
    }
    assert.equal((await call('small-admin', 'GET', 'files')).status, 403);
    const added = await upload('adding');
    assert.equal(added.status, 201, added.text);
    assert.equal((await addPaper('adding', { scan: added.json.id })).status, 201);
    assert.equal((await call('adding', 'GET', `files/${added.json.id}`)).status, 403);
    assert.equal((await call('adding', 'DELETE', `files/${added.json.id}`)).status, 403);
  });

  it('visitors can upload what a public table accepts, up to their quota', async () => {
    const { data, system } = server;
    const sent = await upload('', 'dear', 'name=v.txt&table=boxes&field=letter');
    assert.equal(sent.status, 201, sent.text);
    assert.equal((await call('', 'GET', `files/${sent.json.id}`)).status, 404);
    const row = await call('', 'POST', 'tables/boxes/rows', {
      body: JSON.stringify({ letter: sent.json.id }),
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(row.status, 201, row.text);
    await data.edit(system, 'change-settings', { changes: { uploadsPerVisitor: 1 } });
    assert.equal((await upload('', 'x'.repeat(1_000_000), 'name=v.txt&table=boxes&field=letter')).status, 429);
  });
});

const drafts = () => readdir(path.join(server.dataDir, 'files/drafts')).catch(() => []);
