import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { dataPlugin } from '@plinth/data';
import { errorText } from '@plinth/plugin';
import { coreTexts } from '@plinth/views';
import { serverTexts } from '../src/texts.js';
import { startTestServer } from '../src/testing/index.js';

/** Screens looked at; a site has more pages than a test should open. */
const MOST = 220;
/** Shorter texts are the same in both languages by chance, or are names. */
const SHORTEST = 4;
/** Words that no German sentence holds. */
const ENGLISH_WORDS = /\b(the|and|with|this|which|are|you|your|from|for|has|have|must|there)\b/i;
/** Written the same in every language: keys, types of files, examples. */
const NEUTRAL = /^[a-z0-9_.:/@-]+$/;

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {(text: string) => string | null} */
let english;
/** What stands in a page if a label is printed without its translation. @type {ReadonlySet<string>} */
let keys;

before(async () => {
  server = await startTestServer();
  await server.data.edit(server.system, 'change-settings', { changes: { locale: 'de', siteName: 'Werkstatt' } });
  await makeApp();
  english = await englishTexts();
});
after(() => server.close());

describe('a site set to German', () => {
  it('shows no English and no key on any screen of the admin', async () => {
    const admin = await server.as('admin');
    const starts = [
      '/admin/start',
      '/admin/tables',
      '/admin/tables/users/data',
      '/admin/search?q=auf',
      '/auth/profile',
    ];
    // The documentation is in English, and says so to browsers.
    const inside = (/** @type {string} */ path) => path.startsWith('/admin') && !path.startsWith('/admin/help');
    assert.deepEqual(await walk(admin, starts, inside), []);
  });

  it('shows no English on pages, to anybody', async () => {
    const { views, pages } = server.data.catalog();
    const starts = [
      ...pages.map((/** @type {any} */ { name }) => `/page/${name}`),
      ...views.map((/** @type {any} */ { name }) => `/view/${name}?id=1`),
      ...views.map((/** @type {any} */ { name }) => `/view/${name}`),
      '/page/gibt_es_nicht',
    ];
    const inside = (/** @type {string} */ path) => /^\/(page|view)\//.test(path);
    assert.deepEqual(await walk(await server.as('admin'), starts, inside), []);
    assert.deepEqual(await walk(await server.as('user'), starts, inside), []);
    const visitor = ['/auth/login', '/auth/signup', '/auth/reset', '/auth/invite/no-such-token', '/nowhere'];
    assert.deepEqual(await walk(await server.as('public'), visitor, () => false), []);
  });

  it('says in German and beside its control what is wrong with a form, with all that was typed', async () => {
    const admin = await server.as('admin');
    await server.data.edit(server.system, 'add-table', {
      name: 'teile',
      fields: [
        { name: 'titel', type: 'text' },
        {
          name: 'farbe',
          type: 'select',
          label: 'Farbe',
          attributes: { options: [{ value: 'rot', label: 'Rot', colour: 'red' }] },
        },
      ],
    });
    const refused = async (/** @type {string} */ path, /** @type {any} */ values, /** @type {string} */ action) => {
      const { status, text } = await admin.submit(path, values, { action });
      assert.equal(status, 422, `${path}: ${text}`);
      return text;
    };
    const long = 'x'.repeat(301);
    const rules = await refused('/admin/tables/teile/rules', { 'unique.message': long }, 'rules/unique');
    assert.match(rules, /id="s-unique\.message-error">darf höchstens 200 Zeichen haben</);
    assert.match(rules, /Prüfen Sie ein Feld/);
    assert.doesNotMatch(rules, /Message darf/);
    const none = await refused('/admin/tables/teile/rules', {}, 'rules/unique');
    assert.match(none, /id="s-unique\.fields-error">muss 1 bis 8 Felder nennen</);
    assert.doesNotMatch(none, /Fields muss/);
    const page = await refused('/admin/pages/~new', { label: long }, '/admin/pages/~new');
    assert.match(page, /id="s-label-error">darf höchstens 120 Zeichen haben</);
    const workflow = await refused('/admin/automation/workflows/~new', { label: long }, 'workflows/~new');
    assert.match(workflow, /Prüfen Sie ein Feld/);
    const name = await refused('/admin/views/new?table=teile', { label: 'Teile', name: 'Ä' }, '/admin/views/new');
    assert.match(name, /Ansicht: „Ä“ ist kein möglicher Name/);
    const folder = await refused('/admin/files', { name: '..' }, 'files/folders');
    assert.match(folder, /name="name"[^>]*value="\.\."/);
    assert.match(await refused('/admin/files', { name: '' }, 'files/folders'), /muss ausgefüllt werden/);
    const param = { label: 'f', 'params.0.name': 'a b', 'params.0.type': 'text' };
    const fn = await refused('/admin/functions/~new', param, '/admin/functions/~new');
    assert.match(fn, /darf nur Buchstaben, Ziffern und _ enthalten/);
    const texts = ['a;b'];
    const bring = server.data.rows.bringChoices(server.system, { table: 'teile', id: null, values: {} }, [
      { table: 'teile', field: 'farbe', texts },
    ]);
    await assert.rejects(bring, (/** @type {any} */ error) => {
      const { message, fields } = errorText(error, server.runtime.views.t('de'));
      const said = 'Farbe kann keine Auswahlmöglichkeit mit Komma, Semikolon oder Zeilenumbruch haben';
      assert.deepEqual({ message, fields }, { message: said, fields: { farbe: said } });
      return true;
    });
  });

  it('has German for all that definitions call their settings', () => {
    const { registry } = server.runtime;
    const kinds = /** @type {const} */ (['fieldType', 'fieldView', 'element', 'viewTemplate', 'action', 'theme']);
    const shown = [
      registry.plugins.filter(({ name }) => !name.startsWith('core')),
      ...kinds.map((kind) => registry.all(kind)),
    ]
      .flat()
      .flatMap((/** @type {any} */ one) => [
        ...namesOf(one),
        ...[one.settings, one.attributes, one.options].flatMap(settingNames),
      ]);
    assert.ok(shown.length > 300, String(shown.length));
    const t = server.runtime.views.t('de');
    assert.deepEqual(
      [...new Set(shown)].filter((text) => english(t(text)) || (t(text) === text && ENGLISH_WORDS.test(text))),
      [],
    );
  });

  it('calls plugins and starter apps by German names', async () => {
    const admin = await server.as('admin');
    const plugins = (await admin.get('/admin/plugins')).text;
    for (const name of ['Standard-Theme', 'Starter-Apps', 'Zeilen als Karten in Spalten (Kanban), verschoben mit'])
      assert.ok(plugins.includes(name), name);
    const t = server.runtime.views.t('de');
    for (const { app } of server.runtime.registry.all('starterApp')) {
      for (const key of [`starter-apps.${app.name}`, `starter-apps.${app.name}.description`])
        assert.ok(t.has?.(key) && t(key) !== app.description, key);
    }
    assert.match((await admin.get('/admin/start')).text, /<h3>Vorgänge<\/h3>[^]*<h3>Kunden \(CRM\)<\/h3>/);
    assert.match((await admin.get('/admin/apps/install/crm')).text, /Kunden \(CRM\)/);
  });

  it('refuses broken app documents and CSV files in German', async () => {
    const admin = await server.as('admin');
    const broken = { plinth: 1, app: { name: 'A B' }, tables: [{ name: 1 }], what: 1, rows: { x: 1 }, users: [{}] };
    const named = {
      plinth: 1,
      app: { name: 'neu' },
      tables: [],
      views: [{ name: 'v', template: 'lost', table: 'weg' }],
    };
    for (const document of [broken, named, []]) {
      const answer = await post(admin, '/admin/apps/import', JSON.stringify(document), 'a.json');
      assert.deepEqual(englishIn(answer), [], answer.slice(0, 3000));
    }
    const exported = await admin.get('/admin/tables/aufgaben/export.csv');
    assert.match(exported.text.split('\r\n')[0], /Erstellt am,Erstellt von/);
    const rows = 'Titel;Fällig\nA;gestern\n;x;y\n"B" c;1\n';
    const answer = await post(admin, '/admin/tables/aufgaben/import', rows, 'a.csv');
    assert.deepEqual(englishIn(answer), [], answer);
  });
});

/** @param {any} thing @returns {string[]} */
const namesOf = ({ label, description, help, hint }) => [label, description, help, hint].filter(Boolean);

/** @param {unknown} schema @returns {string[]} */
function settingNames(schema) {
  if (!Array.isArray(schema)) return [];
  return schema.flatMap((setting) => [
    ...namesOf(setting),
    ...(setting.options ?? []).flatMap(namesOf),
    ...settingNames(setting.of ?? setting.settings ?? setting.schema),
  ]);
}

/**
 * Sends a file and the form that follows it.
 *
 * @param {any} client
 * @param {string} path
 * @param {string} content
 * @param {string} name
 */
async function post(client, path, content, name) {
  const answer = await client.post(path, { file: new File([content], name) });
  if (!answer.location) return answer.text;
  const { text } = await client.get(answer.location);
  const next = await client.submit(answer.location, {}, { action: path });
  return text + (next.location ? '' : next.text);
}

/**
 * Follows the links of pages and says where English stands.
 *
 * @param {any} client @param {string[]} starts @param {(path: string) => boolean} inside
 */
async function walk(client, starts, inside) {
  const queue = [...starts];
  const seen = new Set(starts.map(shapeOf));
  const found = [];
  for (let at = 0; at < queue.length && at < MOST; at++) {
    const { status, headers, text, location } = await client.get(queue[at]);
    assert.ok(status < 500, `${queue[at]} answers ${status}: ${text.slice(0, 500)}`);
    if (location || !headers.get('content-type')?.includes('html')) continue;
    found.push(...englishIn(text).map((line) => `${queue[at]}: ${line}`));
    for (const [, href] of text.matchAll(/<a\b[^>]*\bhref="(\/[^"#]*)/g)) {
      const path = href.replaceAll('&amp;', '&');
      if (!inside(path) || /export|report|\.csv|\/files\//.test(path) || seen.has(shapeOf(path))) continue;
      seen.add(shapeOf(path));
      queue.push(path);
    }
  }
  return [...new Set(found)];
}

/** Rows and revisions look alike, and so do lists in any order. @param {string} path */
const shapeOf = (path) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|(?<!feld_)\b\d+|([?&:]sort|\bat)=[^&]*/g, '1');

/** @param {string} html without the words of apps, which are in their own language @returns {string[]} */
function englishIn(html) {
  const visible = html
    .replace(/<span translate="no">[^<]*<\/span>/g, '')
    .replace(/<(script|style|code|pre|svg)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<meta[^>]*>/g, '');
  const attributes = [...visible.matchAll(/\b(?:title|aria-label|placeholder|alt|data-confirm)="([^"]+)"/g)];
  const texts = [...visible.replace(/<[^>]+>/g, '\n').split('\n'), ...attributes.map(([, text]) => text)];
  return [...new Set(texts.map((text) => plain(text)).filter((text) => text.length >= SHORTEST))].flatMap((text) => {
    if (keys.has(text)) return [`the key ${text}`];
    if (NEUTRAL.test(text)) return [];
    const known = english(text);
    if (known) return [`"${text}" (${known})`];
    return ENGLISH_WORDS.test(text) ? [`"${text}"`] : [];
  });
}

/** @param {string} text */
const plain = (text) =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&#39;|&#x27;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

/** Says of a text which English interface text it is, if any that German says differently. */
async function englishTexts() {
  const plugins = server.runtime.registry.plugins.flatMap((/** @type {any} */ { texts }) => texts ?? []);
  const catalogues = /** @type {any[]} */ ([
    coreTexts,
    dataPlugin.texts,
    ...plugins,
    serverTexts,
    server.runtime.admin.texts,
  ]);
  const en = Object.assign({}, ...catalogues.map((texts) => texts.en ?? {}));
  const de = Object.assign({}, ...catalogues.map((texts) => texts.de ?? {}));
  const germans = new Set(Object.values(de));
  keys = new Set(Object.keys(en).filter((key) => key.includes('.')));
  /** @type {Map<string, string>} */
  const exact = new Map();
  /** @type {[RegExp, string][]} */
  const patterns = [];
  for (const key of new Set([...Object.keys(en), ...Object.keys(de)])) {
    const text = en[key] ?? key;
    if (text === de[key] || germans.has(text) || text.length < SHORTEST) continue;
    if (!/\{\w+\}/.test(text)) exact.set(text, key);
    else if (text.replace(/\{\w+\}/g, '').match(/[a-z]/gi)?.length > 7) patterns.push([patternOf(text), key]);
  }
  return (/** @type {string} */ text) =>
    exact.get(text) ?? patterns.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** @param {string} text */
const patternOf = (text) => new RegExp(`^${RegExp.escape(text).replace(/\\\{\w+\\\}/g, '.*')}$`, 's');

/** An app whose own words are German: every English word is the interface's. */
async function makeApp() {
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  const types = server.runtime.registry.all('fieldType').filter((/** @type {any} */ type) => !type.target);
  /** @type {Record<string, any>} */
  const attributes = {
    select: { options: [{ value: 'a', label: 'Offen', colour: 'red' }] },
    multi_select: { options: [{ value: 'a', label: 'Rot', colour: 'red' }] },
  };
  await edit('add-table', {
    name: 'aufgaben',
    label: 'Aufgaben',
    history: true,
    access: { user: { read: 'all', create: 'all', update: 'own' } },
    fields: [
      { name: 'titel', label: 'Titel', type: 'text', required: true, unique: true },
      { name: 'faellig', label: 'Fällig', type: 'date' },
      { name: 'person', label: 'Zuständig', type: 'user' },
      ...types.map(({ name }, /** @type {number} */ i) => ({
        name: `feld_${i}`,
        label: `Feld ${i}`,
        type: name,
        attributes: attributes[name] ?? {},
      })),
    ],
  });
  await edit('add-field', {
    table: 'aufgaben',
    field: { name: 'teil_von', label: 'Teil von', type: 'relation', attributes: { table: 'aufgaben' } },
  });
  await edit('generate-views', { table: 'aufgaben' });
  await server.data.rows.insert(server.system, 'aufgaben', { titel: 'Erste', feld_1: 'Eins' });
  await server.data.rows.insert(server.system, 'aufgaben', { titel: 'Zweite', teil_von: 1 });
  await edit('remove-field', { table: 'aufgaben', field: 'feld_3' });
}
