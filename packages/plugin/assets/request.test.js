import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it, mock } from 'node:test';
import { bodyOf, newest, request } from './request.js';

/** @typedef {{ url: string, method: string, headers: Record<string, string>, body: any }} Sent */
/** @type {Sent[]} */
let sent = [];
/** @type {((asked: Sent) => Response | Promise<Response>)[]} */
let answers = [];

/** @param {unknown} body @param {ResponseInit & { url?: string }} [init] */
const json = (body, init = {}) =>
  new Response(JSON.stringify(body), { ...init, headers: { 'content-type': 'application/json', ...init.headers } });
/** @param {string} body @param {number} [status] */
const page = (body, status = 200) => new Response(body, { status, headers: { 'content-type': 'text/html' } });
/** @param {Response} response */
const redirected = (response) => Object.defineProperty(response, 'redirected', { value: true });

/** What DOMParser finds of the two things that are looked for. */
class Parser {
  /** @param {string} text */
  parseFromString(text) {
    const found = (/** @type {RegExp} */ pattern) => {
      const [, textContent] = pattern.exec(text) ?? [];
      return textContent ? { textContent } : null;
    };
    return {
      querySelector: (/** @type {string} */ selector) =>
        found(selector.includes('data-pl-said') ? /<p data-pl-said>([^<]*)/ : /<h1>([^<]*)/),
    };
  }
}

describe('request', () => {
  before(() => {
    mock.method(globalThis, 'fetch', async (/** @type {string} */ url, /** @type {any} */ init) => {
      const asked = { url, method: init.method, headers: init.headers, body: init.body };
      sent.push(asked);
      init.signal?.throwIfAborted();
      return /** @type {any} */ (answers.shift())(asked);
    });
  });
  after(() => mock.restoreAll());
  beforeEach(() => {
    sent = [];
    answers = [];
    Object.assign(globalThis, { DOMParser: Parser, document: { body: { dataset: { tFailed: 'That failed.' } } } });
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
    for (const name of ['DOMParser', 'document']) delete (/** @type {any} */ (globalThis)[name]);
  });

  it('reads JSON, and asks for it', async () => {
    answers = [() => json([1, 2])];
    const { ok, status, json: found } = await request('/rows');
    assert.deepEqual({ ok, status, found }, { ok: true, status: 200, found: [1, 2] });
    assert.deepEqual(sent, [{ url: '/rows', method: 'GET', headers: { Accept: 'application/json' }, body: undefined }]);
  });

  it('sends forms as they are and objects as JSON, each once', async () => {
    answers = [() => json({}), () => json({}), () => json({})];
    await request('/a', { body: new URLSearchParams({ name: 'x' }), once: true });
    await request('/b', { body: { name: 'x' }, once: true, method: 'PATCH' });
    await request('/c', { body: new URLSearchParams({ _once: 'own' }), once: true });
    assert.match(String(sent[0].body), /^name=x&_once=\w{10,}$/);
    assert.equal(sent[0].method, 'POST');
    assert.equal(sent[1].body, '{"name":"x"}');
    assert.match(sent[1].headers['Idempotency-Key'], /^\w{10,}$/);
    assert.equal(sent[1].headers['Content-Type'], 'application/json');
    assert.equal(sent[1].method, 'PATCH');
    assert.equal(String(sent[2].body), '_once=own');
  });

  it('takes a login page in place of an answer for none', async () => {
    answers = [() => redirected(page('<h1>Log in</h1>')), () => page('<h1>Log in</h1>')];
    const replies = [await request('/rows'), await request('/rows')];
    assert.deepEqual(
      replies.map(({ ok, json: found }) => [ok, found]),
      [
        [false, null],
        [false, null],
      ],
    );
  });

  it('does not trust what says it is JSON and is not', async () => {
    answers = [() => new Response('<oops', { headers: { 'content-type': 'application/json' } })];
    const { ok, json: found, reason } = await request('/rows');
    assert.deepEqual({ ok, found, reason }, { ok: false, found: null, reason: 'That failed.' });
  });

  it('counts an answer without content', async () => {
    answers = [() => new Response(null, { status: 204 })];
    assert.equal((await request('/rows', { method: 'DELETE' })).ok, true);
  });

  describe('says why not', () => {
    for (const [name, answer, reason] of /** @type {[string, () => Response, string][]} */ ([
      [
        'in a sentence',
        () => json({ detail: 'The name is taken.', title: 'No' }, { status: 422 }),
        'The name is taken.',
      ],
      ['by its title', () => json({ title: 'Not found' }, { status: 404 }), 'Not found'],
      [
        'of each field, once',
        () => json({ fields: { a: 'Too long', b: 'Too long', c: 'Empty' } }, { status: 422 }),
        'Too long. Empty',
      ],
      ['of no field in particular', () => json({ fields: {}, detail: 'Full' }, { status: 422 }), 'Full'],
      ['on a page', () => page('<p data-pl-said>Gone</p><p data-pl-said>Ask Eva</p>', 404), 'Gone'],
      ['in the heading of a page', () => page('<h1>Too large</h1><h1>Other</h1>', 413), 'Too large'],
      ['without words', () => new Response('Bad gateway', { status: 502 }), 'That failed.'],
    ]))
      it(name, async () => {
        answers = [answer];
        const reply = await request('/rows');
        assert.equal(reply.ok, false);
        assert.equal(reply.reason, reason);
      });

    it('where there is no connection, also in the middle of an answer', async () => {
      const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network')) });
      answers = [
        () => Promise.reject(new TypeError('Failed to fetch')),
        () => new Response(broken, { headers: { 'content-type': 'application/json' } }),
      ];
      const replies = [await request('/rows', { lost: 'No connection.' }), await request('/rows')];
      assert.deepEqual(
        replies.map(({ status, ok, reason }) => [status, ok, reason]),
        [
          [0, false, 'No connection.'],
          [0, false, 'That failed.'],
        ],
      );
    });
  });

  describe('when the server asks to come back later', () => {
    const busy = (/** @type {string} */ seconds) => () =>
      new Response('', { status: 503, headers: { 'retry-after': seconds } });

    it('does so twice', async () => {
      answers = [busy('1'), busy('2'), () => json('done')];
      const reply = request('/rows', { body: { a: 1 }, once: true });
      for (const wait of [1000, 2000]) {
        await new Promise((done) => setImmediate(done));
        mock.timers.tick(wait);
      }
      assert.equal((await reply).json, 'done');
      assert.equal(new Set(sent.map(({ headers }) => headers['Idempotency-Key'])).size, 1);
    });

    it('gives up where that is too long, unknown or unwanted', async () => {
      for (const options of [
        { seconds: '60' },
        { seconds: 'Wed, 21 Oct 2026 07:28:00 GMT' },
        { seconds: '1', waits: false },
      ]) {
        answers = [busy(options.seconds)];
        assert.equal((await request('/rows', { waits: options.waits })).status, 503);
      }
    });
  });

  describe('the newest', () => {
    it('ends the one before, which is answered with nothing', async () => {
      const newer = newest();
      /** @type {(response: Response) => void} */
      let answer = () => {};
      answers = [() => new Promise((done) => (answer = done)), () => json('second')];
      const first = newer('/a');
      await new Promise((done) => setImmediate(done));
      const second = newer('/b');
      answer(json('first'));
      assert.equal(await first, null);
      assert.equal((await second)?.json, 'second');
    });

    it('is sent after a pause, and those before it not at all', async () => {
      const newer = newest();
      answers = [() => json('last')];
      const asked = ['/a', '/b', '/c'].map((url) => newer(url, { pause: 120 }));
      mock.timers.tick(120);
      const replies = await Promise.all(asked);
      assert.deepEqual(
        replies.map((reply) => reply?.json ?? null),
        [null, null, 'last'],
      );
      assert.deepEqual(
        sent.map(({ url }) => url),
        ['/c'],
      );
    });
  });

  it('sends a form in its encoding', () => {
    class Form {}
    const made = mock.method(globalThis, 'FormData', function () {
      const data = new URLSearchParams({ a: '1' });
      return data;
    });
    const form = (/** @type {string | null} */ enctype) =>
      bodyOf(/** @type {any} */ (Object.assign(new Form(), { getAttribute: () => enctype })));
    assert.equal(String(form(null)), 'a=1');
    assert.ok(form('multipart/form-data'));
    made.mock.restore();
  });
});
