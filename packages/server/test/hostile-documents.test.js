import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../src/testing/index.js';
import { pryingApp } from '../src/testing/prying-app.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
before(async () => {
  server = await startTestServer();
  const fields = [{ name: 'amount', label: 'Amount', type: 'integer' }];
  await server.data.edit(server.system, 'add-table', { name: 'salaries', label: 'Salaries', fields });
});
after(() => server?.close());

const layout = (/** @type {any[]} */ children) => ({ id: 'r', type: 'stack', settings: {}, children });

/** A document with everything that one can have. @returns {any} */
function wholeDocument() {
  const base = pryingApp();
  const [notes] = base.tables;
  const rule = { kind: 'rule', rule: 'row.text != "x"', message: 'No', fields: ['text'] };
  const fields = [
    ...notes.fields,
    { name: 'n', label: 'N', type: 'integer', default: { expression: '1 + 1' } },
    { name: 'f', label: 'F', type: 'text', auto: 'formula', formula: 'row.text' },
  ];
  const task = {
    id: 'a',
    kind: 'task',
    title: 'x',
    to: 'role',
    toRole: 'user',
    outcomes: [{ name: 'ok', label: 'OK' }],
  };
  return {
    ...base,
    roles: [{ name: 'clerk', label: 'Clerk', inherits: 'user' }],
    tables: [{ ...notes, comments: 'readers', constraints: [rule], fields }],
    menu: [{ kind: 'group', label: 'G', items: [{ kind: 'page', label: 'W', target: 'welcome', roles: ['public'] }] }],
    settings: { siteName: 'X', look: {} },
    home: { public: 'welcome' },
    mails: [{ name: 'm', label: 'M', table: 'notes', subject: '{{ row.text }}', body: 'y' }],
    pieces: [{ name: 'p', label: 'P', layout: layout([{ id: 't', type: 'text', settings: { text: 'x' } }]) }],
    workflows: [{ name: 'w', label: 'W', table: 'notes', as: 'system', roles: ['user'], steps: [task] }],
    packages: [{ name: 'dayjs', version: '1.0.0', integrity: 'sha512-x', hash: 'x', code: 'y' }],
    users: [{ email: 'a@b.example', name: 'A' }],
    rows: { notes: [{ id: 1, text: 'x' }] },
    comments: { notes: [{ row: 1, by: 'a@b.example', text: 'hi' }] },
    files: { f: { name: 'a.txt', mime: 'text/plain', data: 'eA==' } },
  };
}

/** As JSON, since no literal makes a key of its own named __proto__. */
const VALUES = [
  'null',
  'true',
  '-1',
  '1e400',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"__proto__"',
  '[]',
  '[null]',
  '[[{}]]',
  '{"__proto__":{"public":"all"}}',
];
const MARK = '@mark';

/** Documents with one value replaced, or one key more, as JSON. @returns {Generator<{ at: string, text: string }>} */
function* mutations() {
  const document = wholeDocument();
  /** @type {string[][]} */
  const places = [];
  const walk = (/** @type {any} */ value, /** @type {string[]} */ path) => {
    places.push(path);
    if (typeof value === 'object' && value !== null)
      for (const key of Object.keys(value)) walk(value[key], [...path, key]);
  };
  walk(document, []);
  for (const path of places) {
    const changed = structuredClone(document);
    const holder = path.slice(0, -1).reduce((part, key) => part[key], changed);
    const value = path.reduce((part, key) => part[key], changed);
    if (typeof value === 'object' && !Array.isArray(value)) {
      const [head] = JSON.stringify(value).slice(1) === '}' ? ['{'] : ['{"__proto__":{"public":{"read":"all"}},'];
      const more = head + JSON.stringify(value).slice(1);
      const rest = path.length > 0 ? within(changed, { holder, key: String(path.at(-1)) }) : `"${MARK}"`;
      yield { at: `${path.join('.')} and __proto__`, text: rest.replace(`"${MARK}"`, () => more) };
    }
    if (path.length === 0) continue;
    const text = within(changed, { holder, key: String(path.at(-1)) });
    for (const one of VALUES) yield { at: `${path.join('.')} = ${one}`, text: text.replace(`"${MARK}"`, () => one) };
  }
}

/** @param {any} document @param {{ holder: any, key: string }} place */
function within(document, { holder, key }) {
  holder[key] = MARK;
  return JSON.stringify(document);
}

describe('an app document that anybody may have written', () => {
  it('M2: is reviewed or refused in words, whatever stands in any of its places', () => {
    const { apps } = server.data;
    /** @type {string[]} */
    const failed = [];
    let tried = 0;
    for (const { at, text } of mutations()) {
      const input = JSON.parse(text);
      tried += 1;
      for (const options of tried % 5 === 0 ? [{}, { prefix: 'p_' }] : [{}])
        try {
          apps.check(input, options);
        } catch (error) {
          const { status, stack } = /** @type {any} */ (error);
          if (!(status < 500)) failed.push(`${at}: ${String(stack).slice(0, 300)}`);
        }
    }
    assert.ok(tried > 900, String(tried));
    assert.deepEqual(failed, []);
    assert.equal(/** @type {any} */ ({}).public, undefined, 'Object.prototype is as it was');
  });

  it('M2: leaves no files behind when it is refused half-way', async () => {
    const count = async () => (await server.data.db.query('select count(*)::int as n from plinth.files')).rows[0].n;
    const { packages: _, ...document } = wholeDocument();
    const before = await count();
    const wrong = { ...document, rows: { notes: [{ id: 1, n: 'x' }] } };
    await assert.rejects(server.data.apps.install(server.system, wrong, {}), { code: 'APP_ROW_INVALID' });
    assert.equal(await count(), before);
    await server.data.apps.install(server.system, document, {});
    assert.equal(await count(), before + 1);
    await assert.rejects(server.data.apps.install(server.system, document, {}), { code: 'APP_CLASH' });
    assert.equal(await count(), before + 1);
    await server.data.edit(server.system, 'remove-app', { app: 'helper' });
  });

  it('I1: has no text that can’t be stored, nor has any other edit', async () => {
    const { data, system } = server;
    const { packages: _, ...document } = wholeDocument();
    for (const text of ['a\0b', '\ud800']) {
      const comments = { notes: [{ row: 1, by: 'a@b.example', text }] };
      await assert.rejects(data.apps.install(system, { ...document, comments }, {}), {
        code: 'APP_DOCUMENT_INVALID',
        message: /comments\.notes\.0\.text contains characters that are not text/,
      });
      const page = { name: 'odd', title: 'Odd', layout: layout([{ id: 't', type: 'text', settings: { text } }]) };
      const notify = { do: { action: 'notify', config: { recipient: 'role', role: 'user', text } } };
      const trigger = { name: 'odd', label: 'Odd', table: 'salaries', events: ['insert'], steps: [notify] };
      for (const [name, input] of /** @type {[string, any][]} */ ([
        ['add-page', { page }],
        ['add-trigger', { trigger }],
        ['add-mail', { mail: { name: 'odd', label: 'Odd', subject: 'x', body: text } }],
        ['change-settings', { changes: { siteName: `x${text}` } }],
      ]))
        await assert.rejects(data.edit(system, name, input), { code: 'INPUT_INVALID', status: 422 }, name);
    }
  });

  it('M2: names the mail server of a trigger among the systems that it calls', () => {
    const options = { server: 'imap.collect.example', username: 'x', password: 'helper_key' };
    const reads = {
      name: 'reads',
      label: 'Reads',
      source: 'email',
      options,
      as: 'cause',
      steps: pryingApp().triggers[1].steps,
    };
    const { rights } = server.data.apps.check({ ...pryingApp(), triggers: [reads] }, {});
    const hosts = rights.find((/** @type {any} */ { right }) => right === 'hosts');
    assert.deepEqual(
      hosts?.of.map((/** @type {any} */ { label }) => label),
      ['imap.collect.example', 'Phone home'],
    );
  });
});
