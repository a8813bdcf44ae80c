import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '@plinth/server/testing';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;
const URL_OF = '/admin/build/pages/welcome';

before(async () => {
  server = await startTestServer({ users: { colleague: ['user'], outsider: ['staff'] } });
  admin = await server.as('admin');
});
after(() => server.close());

/** A page of its own, so that no test depends on another. @param {string | null} [app] that it belongs to */
async function freshPage(app = null) {
  if (server.data.catalog().hasPage('welcome'))
    await server.data.edit(server.system, 'remove-page', { page: 'welcome' });
  const layout = node('stack', {}, [node('heading', { text: 'Hello' }), node('text', { text: 'Published' })]);
  const page = { name: 'welcome', title: 'Welcome', roles: ['user'], layout, app };
  await server.data.edit(server.system, 'add-page', { page });
}

/** @returns {Promise<any>} */
async function state() {
  const { text } = await admin.get(URL_OF);
  const [, json] = /id="builder-state">(.*?)<\/script>/s.exec(text) ?? assert.fail(text.slice(0, 3000));
  return JSON.parse(json);
}

/** @param {string} path @param {any} body @param {any} [client] @returns {Promise<any>} */
async function send(path, body, client = admin) {
  const answer = await client.postJson(URL_OF + path, body);
  return { ...answer.json(), status: answer.status };
}

/** @param {number} child @param {string} text @returns {Promise<number>} the draft's version */
async function drafted(child, text) {
  const { draft, version } = await state();
  draft.layouts.layout.children[child].settings.text = text;
  const answer = await send('/paint', { draft, version });
  assert.equal(answer.status, 200);
  return answer.version;
}

/** Somebody else changes the published page. @param {number} child @param {string} text */
async function publishedElsewhere(child, text) {
  const layout = JSON.parse(JSON.stringify(server.data.catalog().page('welcome').layout));
  layout.children[child].settings.text = text;
  await server.data.edit(server.system, 'change-page', { page: 'welcome', changes: { layout } });
}

const texts = () =>
  server.data
    .catalog()
    .page('welcome')
    .layout.children?.map((/** @type {any} */ { settings }) => settings?.text);

describe('publishing a draft', () => {
  it('is one edit, which the history can undo', async () => {
    await freshPage();
    const version = await drafted(0, 'Drafted');
    const before = server.data.catalog().version;
    const { status, revision, url } = await send('/publish', { version });
    assert.equal(status, 200);
    assert.equal(url, `${URL_OF}?done=${revision}`);
    assert.equal(server.data.catalog().version, before + 1);
    assert.deepEqual(texts(), ['Drafted', 'Published']);
    assert.equal((await state()).saved, false);
    await server.data.revisions.undo(server.system, revision);
    assert.deepEqual(texts(), ['Hello', 'Published']);
  });

  it('merges what was published meanwhile, element by element', async () => {
    await freshPage();
    const version = await drafted(0, 'Mine');
    await publishedElsewhere(1, 'Theirs');
    const answer = await send('/publish', { version });
    assert.equal(answer.status, 200, JSON.stringify(answer));
    assert.equal(answer.merged, true);
    assert.deepEqual(texts(), ['Mine', 'Theirs']);
  });

  it('asks where both changed the same, and overwrites nothing before', async () => {
    await freshPage();
    const version = await drafted(0, 'Mine');
    await publishedElsewhere(0, 'Theirs');
    const asked = await send('/publish', { version });
    assert.equal(asked.status, 409);
    assert.equal(asked.code, 'PUBLISH_CONFLICT');
    assert.deepEqual(texts(), ['Theirs', 'Published']);
    const [conflict] = asked.conflicts;
    assert.deepEqual(conflict.mine, ['Heading “Mine”: Text changed from “Hello” to “Mine”']);
    assert.deepEqual(conflict.theirs, ['Heading “Theirs”: Text changed from “Hello” to “Theirs”']);
    const bad = await send('/publish', { version, choices: { [conflict.id]: 'nobody' } });
    assert.equal(bad.status, 409);
    const kept = await send('/publish', { version, choices: { [conflict.id]: 'theirs' } });
    assert.equal(kept.status, 200, JSON.stringify(kept));
    assert.deepEqual(texts(), ['Theirs', 'Published']);
  });

  it('refuses elements that are not complete, and names them', async () => {
    await freshPage();
    const { draft, version } = await state();
    draft.layouts.layout.children.push({ id: 'incomplete1', type: 'embed', settings: {} });
    const painted = await send('/paint', { draft, version });
    const answer = await send('/publish', { version: painted.version });
    assert.equal(answer.status, 422);
    assert.equal(answer.code, 'DRAFT_INCOMPLETE');
    assert.equal(answer.problems[0].node, 'incomplete1');
    assert.equal((await state()).version, painted.version);
    // The settings of an action are named by their label, too, with what to do.
    const steps = { action: 'run_steps', config: { steps: [] } };
    const asks = { action: 'run_steps', config: { steps: [{ do: { action: 'download_pdf', config: {} } }] } };
    draft.layouts.layout.children = [steps, asks].map((action, i) => ({
      id: `incomplete${i}`,
      type: 'action_button',
      settings: { label: 'Go', action },
    }));
    const { problems } = await send('/paint', { draft, version: painted.version });
    assert.deepEqual(
      problems.map((/** @type {any} */ one) => one.message),
      ['Action button: Add an entry to “Steps”', 'Action button: Choose “Detail view”'],
    );
  });

  it('takes over what somebody else published when the builder is opened', async () => {
    await freshPage();
    await drafted(0, 'Mine');
    await publishedElsewhere(1, 'Theirs');
    const { draft } = await state();
    assert.deepEqual(
      draft.layouts.layout.children.map((/** @type {any} */ one) => one.settings.text),
      ['Mine', 'Theirs'],
    );
  });

  it('knows a draft that began before something else was published', async () => {
    await freshPage();
    const { draft, version } = await state();
    await publishedElsewhere(1, 'Theirs');
    draft.layouts.layout.children[0].settings.text = 'Mine';
    const answer = await send('/paint', { draft, version });
    assert.equal(answer.status, 409);
    assert.equal(answer.draft.layouts.layout.children[1].settings.text, 'Theirs');
  });

  it('asks for the password if it gives rights away and the login is old', async () => {
    await freshPage();
    const { draft, version } = await state();
    draft.general.roles = ['public'];
    const painted = await send('/paint', { draft, version });
    await server.data.db.query(`update plinth.sessions set authenticated_at = now() - interval '2 hours'`);
    const answer = await send('/publish', { version: painted.version });
    await server.data.db.query('update plinth.sessions set authenticated_at = now()');
    assert.equal(answer.code, 'LOGIN_TOO_OLD');
    assert.deepEqual(server.data.catalog().page('welcome').roles, ['user']);
  });
});

describe('a draft', () => {
  it('is discarded, and taken back', async () => {
    await freshPage();
    const version = await drafted(0, 'Drafted');
    assert.equal((await send('/discard', { version: version - 1 })).status, 409);
    assert.equal((await send('/discard', { version })).status, 200);
    assert.equal((await state()).draft.layouts.layout.children[0].settings.text, 'Hello');
    assert.equal((await send('/restore', {})).status, 200);
    assert.equal((await state()).draft.layouts.layout.children[0].settings.text, 'Drafted');
  });

  it('outlives the removal of its page', async () => {
    await freshPage();
    await drafted(0, 'Drafted');
    const { revision } = await server.data.edit(server.system, 'remove-page', { page: 'welcome' });
    assert.equal((await admin.get(URL_OF)).status, 404);
    await server.data.revisions.undo(server.system, revision);
    assert.equal((await state()).draft.layouts.layout.children[0].settings.text, 'Drafted');
  });

  it('of a newer version of Plinth is left alone', async () => {
    await freshPage();
    const version = await drafted(0, 'Drafted');
    await server.data.db.query('update plinth.layout_drafts set format = 99');
    const { status, text } = await admin.get(URL_OF);
    assert.equal(status, 409);
    assert.match(text, /newer version of Plinth/);
    assert.equal((await send('/publish', { version })).code, 'DRAFT_NEWER');
    await server.data.db.query('update plinth.layout_drafts set format = 1');
  });

  it('is compared with what is published, in words and side by side', async () => {
    await freshPage();
    await drafted(0, '<b>Drafted');
    const { text } = await admin.get(`${URL_OF}/changes`);
    assert.match(text, /Text changed from “Hello” to “&lt;b&gt;Drafted”/);
    const [published, draft] = await Promise.all(
      ['of=published', ''].map((of) => admin.get(`${URL_OF}/canvas?still=1&${of}`)),
    );
    assert.match(published.text, /Hello/);
    assert.match(draft.text, /&lt;b&gt;Drafted/);
    assert.doesNotMatch(published.text + draft.text, /<script/);
  });

  it('does not travel with an app', async () => {
    const { data } = server;
    await data.edit(server.system, 'add-app', { name: 'desk', label: 'Desk' });
    await freshPage('desk');
    await drafted(0, 'Drafted');
    const exported = JSON.stringify(await data.apps.export(server.system, 'desk'));
    assert.match(exported, /Published/);
    assert.doesNotMatch(exported, /Drafted/);
  });

  it('is in no API, page or search', async () => {
    await freshPage();
    await drafted(0, 'Drafted');
    const { data } = server;
    const colleague = await server.as('colleague');
    for (const client of [colleague, await server.as('public'), admin]) {
      for (const path of ['/page/welcome', '/search?q=Drafted', '/api/v1/tables', '/']) {
        for (let i = 0; i < 2; i++) assert.doesNotMatch((await client.get(path)).text, /Drafted</, path);
      }
    }
    assert.doesNotMatch(JSON.stringify(data.catalog().page('welcome')), /Drafted/);
  });
});

describe('a preview link', () => {
  /** @returns {Promise<string>} its path */
  async function link() {
    const { status, url } = await send('/preview-link', {});
    assert.equal(status, 200, server.log().slice(-3000));
    return new URL(url).pathname;
  }

  it('shows the draft to a colleague with their own rights, and to nobody else', async () => {
    await freshPage();
    await drafted(0, 'Drafted');
    const path = await link();
    const [colleague, outsider, visitor] = await Promise.all(
      ['colleague', 'outsider', 'public'].map((one) => server.as(one)),
    );
    const shown = await colleague.get(path);
    assert.equal(shown.status, 200);
    assert.match(shown.text, /Drafted/);
    assert.doesNotMatch(shown.text, /<!--n:/);
    assert.match(shown.headers.get('cache-control') ?? '', /no-store/);
    assert.match(shown.headers.get('content-security-policy') ?? '', /form-action 'none'/);
    const refused = await visitor.get(path);
    assert.equal(refused.status, 302);
    assert.doesNotMatch(refused.text, /Drafted/);
    const { draft, version } = await state();
    draft.general.roles = ['admin'];
    await send('/paint', { draft, version });
    for (const client of [colleague, outsider]) {
      const answer = await client.get(path);
      assert.equal(answer.status, 404);
      assert.match(answer.text, /You can’t see this draft.*Ask the person who sent you the link for access/s);
      assert.doesNotMatch(answer.text, /Drafted|Welcome/);
    }
  });

  it('can write nothing', async () => {
    await freshPage();
    await drafted(0, 'Drafted');
    const colleague = await server.as('colleague');
    assert.equal((await colleague.post(await link(), { title: 'x' })).status, 404);
  });

  it('ends with the draft, when it is withdrawn, and after a week, and says why', async () => {
    const colleague = await server.as('colleague');
    const aWeek = `update plinth.draft_links
      set made_at = made_at - interval '7 days', expires_at = expires_at - interval '7 days'`;
    const began = `update plinth.layout_drafts set began_at = began_at - interval '8 days'`;
    /** @type {[string, () => Promise<unknown>, RegExp][]} */
    const ends = [
      ['published', async () => send('/publish', { version: (await state()).version }), /has been published/],
      ['discarded', async () => send('/discard', { version: (await state()).version }), /has been discarded/],
      ['withdrawn', () => send('/withdraw-links', {}), /has been withdrawn/],
      ['expired', () => server.data.db.query(began).then(() => server.data.db.query(aWeek)), /has expired/],
      ['removed', () => server.data.edit(server.system, 'remove-page', { page: 'welcome' }), /has been deleted/],
    ];
    for (const [how, end, why] of ends) {
      await freshPage();
      await drafted(0, 'Drafted');
      const path = await link();
      assert.equal((await colleague.get(path)).status, 200, how);
      await end();
      const answer = await colleague.get(path);
      assert.equal(answer.status, 404, how);
      assert.doesNotMatch(answer.text, /Drafted/);
      assert.match(answer.text, why);
      assert.equal(answer.text.includes('href="/page/welcome"'), how !== 'removed', 'the way to what is published');
      if (how === 'removed') continue;
      await server.data.edit(server.system, 'change-page', { page: 'welcome', changes: { roles: ['admin'] } });
      const later = await colleague.get(path);
      assert.match(later.text, why);
      assert.doesNotMatch(later.text, /href="\/page\/welcome"|Drafted|Welcome/, 'without the right to open it');
    }
  });

  it('shows no other draft than the one it was made for', async () => {
    await freshPage();
    await drafted(0, 'First');
    const path = await link();
    const { version } = await state();
    await send('/discard', { version });
    await send('/restore', {});
    const colleague = await server.as('colleague');
    const restored = await colleague.get(path);
    assert.equal(restored.status, 404, 'taken back, the draft has no links');
    const again = await link();
    assert.match((await colleague.get(again)).text, /First/);
    await send('/discard', { version: (await state()).version });
    await drafted(0, 'Second');
    const answer = await colleague.get(again);
    assert.equal(answer.status, 404);
    assert.match(answer.text, /has been published or discarded/);
    assert.doesNotMatch(answer.text, /First|Second/);
    assert.match((await colleague.get('/preview/nothing')).text, /its link has ended/);
  });

  it('shows times in the time zone of who opens it, as the canvas does', async () => {
    const { data, system } = server;
    const access = { user: { read: 'all', create: 'none', update: 'none', delete: 'none' } };
    const fields = [{ name: 'start', label: 'Start', type: 'date_time' }];
    await data.edit(system, 'add-table', { name: 'meetings', label: 'Meetings', fields, access });
    await data.rows.insert(system, 'meetings', { start: '2026-03-01T22:30:00Z' });
    const layout = node('stack', {}, [node('field', { field: 'start' })]);
    const view = { name: 'meeting', label: 'Meeting', template: 'show', table: 'meetings', roles: ['user'] };
    await data.edit(system, 'add-view', { view: { ...view, config: { layout } } });
    const url = '/admin/build/views/meeting';
    const [, json] = /id="builder-state">(.*?)<\/script>/s.exec((await admin.get(url)).text) ?? [];
    const { draft, version } = JSON.parse(json ?? '');
    draft.general.label = 'Our meeting';
    const zoneOf = (/** @type {string} */ name, /** @type {string | null} */ zone) =>
      data.db.query({ text: 'update plinth.users set time_zone = $2 where email like $1', values: [`${name}%`, zone] });
    const colleague = await server.as('colleague');
    await zoneOf('colleague', 'Asia/Tokyo');
    await zoneOf('admin', 'America/New_York');
    const { main, version: saved } = (await admin.postJson(`${url}/paint`, { draft, version })).json();
    assert.match(main, /5:30\sPM/);
    const { rows } = await data.db.query(`select id from plinth.users where email like 'colleague%'`);
    const seen = await admin.postJson(`${url}/paint`, { draft, version: saved, as: `user:${rows[0].id}` });
    const { url: link } = (await admin.postJson(`${url}/preview-link`, {})).json();
    const shown = await colleague.get(new URL(link).pathname);
    for (const text of [seen.text, shown.text]) assert.match(text, /Mar 2.{0,12}7:30\sAM/);
    for (const name of ['colleague', 'admin']) await zoneOf(name, null);
  });

  it('stores no token, and is made by admins alone', async () => {
    await freshPage();
    await drafted(0, 'Drafted');
    const token = (await link()).split('/').at(-1) ?? '';
    const { rows } = await server.data.db.query(`select encode(token_hash, 'escape') as kept from plinth.draft_links`);
    assert.ok(rows.every((/** @type {any} */ { kept }) => !kept.includes(token)));
    for (const path of ['/preview-link', '/publish', '/discard', '/restore', '/withdraw-links', '/paint']) {
      assert.equal((await (await server.as('colleague')).postJson(URL_OF + path, {})).status, 404);
    }
    assert.equal((await admin.get('/preview/nothing')).status, 404);
  });
});
