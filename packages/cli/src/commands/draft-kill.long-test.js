import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, it } from 'node:test';
import { keepablePort } from '@plinth/server/testing';
import { logIn, ownServers } from '../testing/own-servers.js';

const PASSWORD = 'correct horse battery';
const BUILDER = '/admin/build/pages/forum';
const own = ownServers('draft-kill');
after(own.close);

/** @param {string} url of the site @param {string} [cookie] */
function person(url, cookie = '') {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  // A connection for each request: any of the workers may answer.
  const ask = (/** @type {string} */ path, /** @type {any} */ more = {}) =>
    fetch(new URL(path, url), { ...more, headers: { ...headers, connection: 'close', ...more.headers } });
  return {
    get: (/** @type {string} */ path) =>
      ask(path).then(async (answer) => ({ status: answer.status, text: await answer.text() })),
    post: async (/** @type {string} */ path, /** @type {any} */ body) => {
      const answer = await ask(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
      return { status: answer.status, body: await answer.json() };
    },
  };
}

/** What the builder starts with. @param {ReturnType<typeof person>} admin */
async function opened(admin) {
  const { text } = await admin.get(BUILDER);
  return JSON.parse(/id="builder-state">(.*?)<\/script>/s.exec(text)?.[1] ?? assert.fail(text.slice(0, 1000)));
}

/** @param {any} draft @param {number} n */
function withTitle(draft, n) {
  const copy = structuredClone(draft);
  copy.general.title = `Drafted ${n}`;
  return copy;
}

/** @param {any} draft */
const numberOf = (draft) => Number(/Drafted (\d+)/.exec(draft.general.title)?.[1]);

it(
  'a draft on two workers outlives kill -9 up to the last answer, and reaches no visitor; links to it end with it',
  { timeout: 300_000 },
  async () => {
    await own.plinth(['setup', 'ada@example.com', '--password-stdin', '--app', 'forum'], { input: `${PASSWORD}\n` });
    await own.plinth(['create-user', 'bob@example.com', '--role', 'user', '--password-stdin'], {
      input: `${PASSWORD}\n`,
    });
    const settings = { WORKERS: '2', PORT: String(await keepablePort()) };
    const { server, url } = await own.serve(settings);
    const admin = person(url, await logIn(url, 'ada@example.com', PASSWORD));
    const bob = person(url, await logIn(url, 'bob@example.com', PASSWORD));
    const readers = [person(url), bob, admin];
    /** @param {boolean} isSeen */
    const check = async (isSeen) => {
      for (let i = 0; i < 8; i++)
        for (const reader of readers) {
          const { status, text } = await reader.get('/page/forum');
          assert.equal(status, 200);
          assert.equal(/Drafted \d/.test(text), isSeen);
        }
    };

    const { draft, version } = await opened(admin);
    const first = await admin.post(`${BUILDER}/paint`, { draft: withTitle(draft, 0), version, select: [] });
    assert.equal(first.status, 200);
    for (let i = 0; i < 8; i++) assert.equal(numberOf((await opened(admin)).draft), 0, 'both workers have it');
    await check(false);
    const link = new URL((await admin.post(`${BUILDER}/preview-link`, {})).body.url).pathname;
    assert.match((await bob.get(link)).text, /Drafted 0/);

    let saved = { n: 0, version: first.body.version };
    const saving = (async () => {
      for (let n = 1; ; n++) {
        const sent = { draft: withTitle(draft, n), version: saved.version, select: [] };
        const answer = await admin.post(`${BUILDER}/paint`, sent).catch(() => null);
        if (answer?.status !== 200) return;
        saved = { n, version: answer.body.version };
        if (n === 20) server.kill('SIGKILL');
      }
    })();
    await once(server, 'close');
    await saving;
    assert.ok(saved.n >= 20);

    await own.serve(settings);
    const again = await opened(admin);
    const n = numberOf(again.draft);
    assert.ok(n === saved.n || n === saved.n + 1, `${n} of ${saved.n}: nothing that was answered is lost`);
    assert.equal(again.version, saved.version + (n - saved.n));
    await check(false);
    assert.match((await bob.get(link)).text, new RegExp(`Drafted ${n}`), 'the link as well');
    assert.equal((await admin.post(`${BUILDER}/publish`, { version: again.version })).status, 200);
    await check(true);
    for (let i = 0; i < 8; i++) assert.equal((await bob.get(link)).status, 404);
  },
);
