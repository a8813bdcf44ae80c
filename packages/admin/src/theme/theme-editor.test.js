import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '@plinth/server/testing';

const URL = '/admin/settings/theme';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let admin;
before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  await admin.post('/admin/pages', { title: 'Welcome' });
});
after(() => server.close());

const settings = () => server.data.catalog().settings;
const png = (/** @type {string} */ name) => new File([PNG], name, { type: 'image/png' });
const siteCss = async () => (await (await server.as('public')).get('/assets/site.css')).text;

describe('the theme editor', () => {
  it('saves colours, font, density and logos as one edit, which History undoes', async () => {
    const before = settings();
    const form = {
      'light.accent': '#117733',
      'light.text': '#222',
      'dark.accent': '57c878',
      'dark.text': '#e7eaef',
      font: 'lora',
      density: 'compact',
      mode: 'dark',
      'themeSettings.corners': 'extra',
      op: 'save',
      logoFile: png('logo.png'),
      logoDarkFile: png('dark.png'),
    };
    assert.equal((await admin.submit(URL, form, { action: URL })).status, 303);
    const saved = settings();
    assert.deepEqual([saved.themeColour, saved.mode, saved.themeSettings.corners], ['#117733', 'dark', 'extra']);
    const look = { font: 'lora', density: 'compact', light: { text: '#222222' }, dark: { accent: '#57c878' } };
    assert.deepEqual(saved.look, look);
    const visitor = await server.as('public');
    for (const id of [saved.logo, saved.logoDark]) assert.equal((await visitor.get(`/files/${id}/logo`)).status, 200);
    const css = await siteCss();
    assert.match(css, /--pl-primary: light-dark\(#117733, #57c878\)/);
    assert.match(css, new RegExp(`/files/${saved.logoDark}/logo`));
    const [revision] = (await server.data.revisions.list({ limit: 1 })).revisions;
    assert.equal((await admin.post(`/admin/history/${revision.id}/undo`, {})).status, 303);
    assert.deepEqual([settings().themeColour, settings().look ?? {}], [before.themeColour, before.look ?? {}]);
    assert.doesNotMatch(await siteCss(), /Lora|#117733/);
  });

  it('shows a palette or the defaults in the form, and saves only with Save', async () => {
    const { version } = server.data.catalog();
    const paper = await admin.submit(URL, { op: 'preset:paper' }, { action: URL });
    assert.match(paper.text, /name="light.body" value="#f7f2e8"/);
    assert.match(paper.text, /site\.css\?draft=[^"]*f7f2e8/, 'the frame shows it');
    const reset = await admin.submit(URL, { 'light.text': '#ff0000', op: 'reset' }, { action: URL });
    assert.match(reset.text, /name="light.text" value="#1b2330"/);
    assert.equal(server.data.catalog().version, version);
  });

  for (const [what, form, message] of /** @type {[string, any, RegExp][]} */ ([
    ['a wrong colour', { 'dark.text': 'red;} body{' }, /Use a colour such as #2563eb/],
    ['an unknown font', { font: 'comic' }, /must be one of/],
    ['an unknown value of the theme', { 'themeSettings.corners': 'pointed' }, /must be one of/],
    [
      'an SVG',
      { logoFile: new File(['<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'], 'l.svg') },
      /SVG is refused/,
    ],
    [
      'an SVG called PNG',
      { logoDarkFile: new File(['<svg onload="alert(1)"/>'], 'l.png', { type: 'image/png' }) },
      /SVG is refused/,
    ],
    ['a huge logo', { logoFile: new File([PNG, Buffer.alloc(600 * 1024)], 'l.png') }, /at most 512 KB/],
  ]))
    it(`refuses ${what} beside the control, keeps the rest as typed and changes nothing`, async () => {
      const { version } = server.data.catalog();
      const answer = await admin.submit(URL, { 'light.text': '#123456', op: 'save', ...form }, { action: URL });
      assert.equal(answer.status, 422);
      assert.match(answer.text, message);
      assert.match(answer.text, /name="light.text" value="#123456"/);
      assert.equal(server.data.catalog().version, version);
    });

  it('previews a real page with unsaved values, which nobody else gets', async () => {
    const before = await siteCss();
    const form = { 'light.muted': '#c0b8aa', 'dark.text': 'nope', page: 'page/welcome', document: '1', scheme: 'dark' };
    const answer = await admin.post(`${URL}/preview`, { theme: 'default', shownTheme: 'default', ...form });
    const { css, notes, errors, document } = JSON.parse(answer.text);
    assert.match(document, /<html[^>]* data-bs-theme="dark"[^]*inert[^]*Welcome/);
    assert.doesNotMatch(document, /<script/);
    assert.ok(document.includes(css.replaceAll('&', '&amp;')));
    assert.match(notes['light.muted'], /1\.8:1[^]*data-adm-use="#[0-9a-f]{6}"/);
    assert.deepEqual(errors, { 'dark.text': 'Use a colour such as #2563eb' });
    assert.match((await admin.get(css)).text, /--pl-muted: light-dark\(#c0b8aa, #a0a9b7\)/);
    assert.equal(await siteCss(), before);
  });

  it('goes with the app, and back in', async () => {
    await server.data.edit(server.system, 'add-app', { name: 'shop', label: 'Shop' });
    const look = { font: 'figtree', light: { body: '#fff8ee' } };
    await server.data.edit(server.system, 'change-settings', { changes: { look } });
    const document = await server.data.apps.export(server.system, 'shop');
    assert.deepEqual(document.settings?.look, look);
    await server.data.edit(server.system, 'change-settings', { changes: { look: {} } });
    await server.data.edit(server.system, 'remove-app', { app: 'shop' });
    const parts = { look: true };
    await server.data.apps.install(server.system, document, { parts });
    assert.deepEqual(settings().look, look);
    await server.data.edit(server.system, 'remove-app', { app: 'shop' });
    assert.deepEqual(settings().look, {}, 'is put back');
    const bad = { ...document, settings: { look: { light: { text: 'url(//evil.example)' } } } };
    await assert.rejects(server.data.apps.install(server.system, bad, { parts }), { code: 'SETTINGS_INVALID' });
    assert.deepEqual(settings().look, {});
  });

  it('refuses a draft that is none, and shows it to administrators only', async () => {
    for (const draft of ['', '{', '{"look":{"light":{"text":"red;}"}}}', '{"look":[]}'])
      assert.equal((await admin.get(`${URL}/site.css?draft=${encodeURIComponent(draft)}`)).status, 422, draft);
    for (const role of ['public', 'staff']) {
      const { status, text } = await (await server.as(role)).get(`${URL}/site.css?draft={}`);
      assert.ok(status !== 200 && !text.includes('--pl-'), role);
    }
  });
});
