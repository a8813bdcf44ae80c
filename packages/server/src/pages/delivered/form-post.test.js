import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { LIMITS } from '@plinth/data';
import { node } from '@plinth/plugin';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<string, string>} cookies by name of a person */
const cookies = { nobody: '' };

before(async () => {
  server = await startTestServer({ users: { anna: ['user'] } });
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  await edit('add-table', {
    name: 'notes',
    fields: [
      { name: 'title', type: 'text', required: true, unique: true, attributes: { maxLength: 20 } },
      { name: 'amount', type: 'integer' },
      { name: 'due', type: 'date' },
      { name: 'tags', type: 'multi_select', attributes: { options: [{ value: 'a' }, { value: 'b' }] } },
    ],
    access: { user: { read: 'all', create: 'all', update: 'own' }, staff: { read: 'all', update: 'all' } },
  });
  const controls = ['title', 'amount', 'due', 'tags'].map((field) => node('form_field', { field }));
  const layout = node('stack', {}, [...controls, node('submit', { label: 'Save' })]);
  const roles = ['user'];
  const config = { layout, destination: 'back' };
  await edit('add-view', { view: { name: 'note', label: 'Note', template: 'edit', table: 'notes', roles, config } });
  for (const name of ['anna', 'staff']) {
    cookies[name] = [...(await server.as(name)).cookies].map((pair) => pair.join('=')).join('; ');
  }
});
after(() => server.close());

const SAME = 'Sec-Fetch-Site: same-origin\r\n';
const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n';

/**
 * What comes back, byte by byte but for the time and numbers of requests.
 *
 * @param {string} who
 * @param {string} headers
 * @param {string} body
 * @param {string} [path]
 * @returns {Promise<string>}
 */
function post(who, headers, body, path = '/view/note') {
  const cookie = cookies[who] ? `Cookie: ${cookies[who]}\r\n` : '';
  const length = headers.includes('Transfer-Encoding') ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const text = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${cookie}${headers}${length}\r\n${body}`;
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk) => (answer += chunk));
    socket.on('close', () => resolve(answer.replace(/^Date: .*\r\n/m, '').replace(/\b[0-9a-f]{16}\b/g, '#')));
    socket.on('error', reject);
  });
}

/** The same posts, saved the way that forms with child rows are saved. @template T @param {() => Promise<T>} work */
async function bySaveTree(work) {
  const rows = /** @type {any} */ (server.data.rows);
  const { insert, update } = rows;
  rows.insert = (/** @type {any} */ actor, /** @type {string} */ table, /** @type {object} */ values) =>
    rows.saveTree(actor, { table, id: null, values, children: [] });
  rows.update = (/** @type {any[]} */ ...[actor, table, id, values, { expect }]) =>
    rows.saveTree(actor, { table, id, values, expect, children: [] });
  try {
    return await work();
  } finally {
    Object.assign(rows, { insert, update });
  }
}

const titles = async () =>
  (await server.data.db.query('select title, amount, due, tags from app.notes order by title')).rows;
const empty = () => server.data.db.query('truncate app.notes restart identity');

describe('a form whose row shares its statement', () => {
  for (const [what, who, headers, body, path] of /** @type {[string, string, string, string, string?][]} */ ([
    ['a row', 'anna', SAME + FORM, 'title=One&amount=5&due=2026-11-21&tags=a&tags=b'],
    ['a row for a script', 'anna', SAME + FORM + 'Accept: application/json\r\n', 'title=One'],
    ['a row and where to go', 'anna', SAME + FORM, 'title=One&_return=%2Fpage%2Fhome'],
    ['a way out of this site', 'anna', SAME + FORM, 'title=One&_return=https%3A%2F%2Fevil.example'],
    ['no value where one must be', 'anna', SAME + FORM, 'amount=5'],
    ['values of the wrong kind', 'anna', SAME + FORM, 'title=One&amount=many&due=2026-02-31&tags=c'],
    ['a text that is too long', 'anna', SAME + FORM, `title=${'x'.repeat(21)}`],
    ['wrong values for a script', 'anna', SAME + FORM + 'Accept: application/json\r\n', 'amount=x'],
    ['a title that is taken', 'anna', SAME + FORM, 'title=Taken'],
    ['fields that the form lacks', 'anna', SAME + FORM, 'title=One&created_by=1&id=7'],
    ['bytes that are no text', 'anna', SAME + FORM, 'title=%00&amount=%ff'],
    ['markup', 'anna', SAME + FORM, 'title=%3Cb%3E%22%27&amount=%3Cscript%3E'],
    ['more fields than a form has', 'anna', SAME + FORM, 'x=1&'.repeat(LIMITS.formFields + 1)],
    ['JSON', 'anna', SAME + 'Content-Type: application/json\r\n', '{"title":"One"}'],
    ['nothing', 'anna', SAME, ''],
    ['a packed body', 'anna', `${SAME + FORM}Content-Encoding: gzip\r\n`, 'title=One'],
    ['chunks', 'anna', `${SAME + FORM}Transfer-Encoding: chunked\r\n`, '9\r\ntitle=One\r\n0\r\n\r\n'],
    ['from another site', 'anna', `Sec-Fetch-Site: cross-site\r\n${FORM}`, 'title=One'],
    ['from a foreign origin', 'anna', `Origin: https://evil.example\r\n${FORM}`, 'title=One'],
    ['from nowhere', 'anna', FORM, 'title=One'],
    ['without login', 'nobody', SAME + FORM, 'title=One'],
    ['without the right to create', 'staff', SAME + FORM, 'title=One'],
    ['a change', 'anna', SAME + FORM, 'title=New', '/view/note?id=1'],
    ['a change that somebody was before', 'anna', SAME + FORM, 'title=New&_version=2020-01-01', '/view/note?id=1'],
    ['a change without the right', 'staff', SAME + FORM, 'title=New', '/view/note?id=1'],
    ['a change of no row', 'anna', SAME + FORM, 'title=New', '/view/note?id=99'],
    ['to no view', 'anna', SAME + FORM, 'title=One', '/view/none'],
  ])) {
    it(`is answered and kept like any other: ${what}`, async () => {
      const both = [];
      for (const run of [
        () => post(who, headers, body, path),
        () => bySaveTree(() => post(who, headers, body, path)),
      ]) {
        await empty();
        const owner = /** @type {any} */ ((await server.as('anna')).user).id;
        await server.data.rows.insert({ userId: owner, roles: ['user', 'public'], system: false }, 'notes', {
          title: 'Taken',
        });
        both.push({ answer: await run(), rows: await titles() });
      }
      assert.match(both[0].answer, /^HTTP\/1\.1 \d/);
      const stable = (/** @type {string} */ text) =>
        text
          .replace(/(updated_at|_version)[^>]*>/g, '$1>')
          .replace(/"version":"[^"]*"/, '')
          .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'change')
          .replace(/Content-Length: \d+/i, '');
      assert.equal(stable(both[0].answer), stable(both[1].answer));
      assert.deepEqual(both[0].rows, both[1].rows);
    });
  }
});

describe('a form that arrives twice', () => {
  before(empty);
  const saved = async () => (await titles()).map((/** @type {any} */ { title, amount }) => `${title} ${amount}`);
  const status = (/** @type {string} */ answer) => answer.slice(9, 12);

  it('makes one row, and both are answered the same, whether the first is done or not', async () => {
    const body = 'title=Once&amount=1&_once=k1';
    const both = await Promise.all([post('anna', SAME + FORM, body), post('anna', SAME + FORM, body)]);
    const later = await post('anna', SAME + FORM, body);
    assert.match(later, /^HTTP\/1\.1 303 /);
    for (const answer of both) assert.equal(answer, later);
    assert.deepEqual(await saved(), ['Once 1']);
  });

  it('changes a row once: the second is no conflict with the first', async () => {
    const json = `${SAME + FORM}Accept: application/json\r\n`;
    const { id } = JSON.parse((await post('anna', json, 'title=Old')).split('\r\n\r\n')[1]);
    const path = `/view/note?id=${id}`;
    const { version } = JSON.parse((await post('staff', json, 'title=Older', path)).split('\r\n\r\n')[1]);
    assert.ok(version);
    const body = new URLSearchParams({ title: 'New', _version: version, _once: 'k2' }).toString();
    const first = await post('staff', json, body, path);
    assert.equal(status(first), '200');
    assert.equal(await post('staff', json, body, path), first);
  });

  it('is saved again with another key or other input, and after it was refused', async () => {
    await empty();
    assert.equal(status(await post('anna', SAME + FORM, 'title=A&amount=x&_once=k3')), '422');
    for (const body of ['title=A&amount=1&_once=k3', 'title=B&amount=1&_once=k3', 'title=C&amount=1&_once=k4'])
      assert.equal(status(await post('anna', SAME + FORM, body)), '303');
    assert.equal(status(await post('anna', SAME + FORM, 'title=A&amount=1&_once=k5')), '422', 'the title is taken');
    assert.equal(status(await post('nobody', SAME + FORM, 'title=D&_once=k3')), '401');
    assert.equal(status(await post('staff', SAME + FORM, 'title=A&amount=1&_once=k3')), '422', 'staff may not create');
    assert.deepEqual(await saved(), ['A 1', 'B 1', 'C 1']);
  });

  it('is not saved for a browser that has gone before', async () => {
    await empty();
    const { identify } = server.runtime;
    const { find } = identify;
    const { promise: came, resolve: comes } = Promise.withResolvers();
    identify.find = async (/** @type {any} */ req, /** @type {any[]} */ ...more) => {
      comes(undefined);
      if (!req.socket.destroyed) await once(req.socket, 'close');
      return find(req, .../** @type {[any]} */ (more));
    };
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(`POST /view/note HTTP/1.1\r\nHost: x\r\nCookie: ${cookies.anna}\r\n${SAME + FORM}`);
    socket.write('Content-Length: 10\r\n\r\ntitle=Gone');
    await came;
    identify.find = find;
    socket.destroy();
    for (const title of ['X', 'Y', 'Z']) await post('anna', SAME + FORM, `title=${title}`);
    assert.deepEqual(await saved(), ['X null', 'Y null', 'Z null']);
  });
});
