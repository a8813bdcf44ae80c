/** @import { Node, Registry } from '@plinth/plugin' */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node, walkLayout } from '@plinth/plugin';
import { axeViolations, launchBrowser, startTestServer } from '../../src/testing/index.js';
import { elementEditor } from './place-element.js';

// Every element and view template there is, placed by keyboard, configured in the builder, and found where it is delivered.

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
before(async () => {
  server = await startTestServer();
  browser = await launchBrowser();
  const text = (/** @type {string} */ name) => ({ name, label: name, type: 'text' });
  await edit('add-table', { name: 'makers', fields: [text('name')] });
  const relation = (/** @type {string} */ table) => ({ type: 'relation', attributes: { table, onDelete: 'cascade' } });
  await edit('add-table', {
    name: 'things',
    fields: [
      { name: 'site', label: 'Site', type: 'url' },
      text('name'),
      { name: 'maker', label: 'Maker', ...relation('makers') },
      { name: 'built', label: 'Built', type: 'date' },
    ],
  });
  await edit('add-table', {
    name: 'parts',
    fields: [text('what'), { name: 'thing', label: 'Thing', ...relation('things') }],
  });
  const all = { read: 'all', create: 'all', update: 'all', delete: 'all' };
  for (const table of ['makers', 'things', 'parts']) await edit('set-access', { table, access: { public: all } });
  const layout = () => node('stack', {}, [node('text', { text: 'Here' })]);
  const empty = { name: '', title: 'Board', description: '', roles: ['public'], layout: layout() };
  await edit('add-page', { page: { ...empty, name: 'board' } });
  const view = (/** @type {string} */ template, /** @type {any} */ config) => ({
    view: {
      name: `things_${template}`,
      label: `Things ${template}`,
      template,
      table: 'things',
      roles: ['public'],
      config,
    },
  });
  const control = (/** @type {string} */ type) => node('stack', {}, [node(type, { field: 'name' })]);
  await edit('add-view', view('list', { columns: [{ kind: 'field', field: 'name' }] }));
  await edit('add-view', view('show', { layout: layout() }));
  await edit('add-view', view('edit', { layout: control('form_field') }));
  await edit('add-view', view('filter', { layout: control('filter_field') }));
  const words = node('text', { text: 'Words of the piece' });
  await edit('add-piece', { piece: { name: 'words', label: 'Words', layout: words } });
  const maker = await server.data.rows.insert(server.system, 'makers', { name: 'Ann' });
  const thing = await server.data.rows.insert(server.system, 'things', {
    name: 'Lamp',
    maker: maker.id,
    site: 'https://example.com',
  });
  await server.data.rows.insert(server.system, 'parts', { what: 'Bulb', thing: thing.id });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** @param {string} name @param {any} input */
const edit = (name, input) => server.data.edit(server.system, name, input);

/** Where an element can stand. @param {{ name: string, scope: string }} element */
function surfaceOf({ name, scope }) {
  if (scope === 'any') return 'page';
  if (scope === 'row') return 'show';
  return name === 'filter_field' ? 'filter' : 'edit';
}

const SURFACES = {
  page: {
    editor: '/admin/build/pages/board',
    shown: '/page/board',
    object: () => server.data.catalog().page('board'),
    body: () => server.data.catalog().page('board').layout,
    change: (/** @type {Node} */ layout) => edit('change-page', { page: 'board', changes: { layout } }),
  },
  show: view('show', '?id=1'),
  edit: view('edit', '?id=1'),
  filter: view('filter', ''),
};

/** @param {string} template @param {string} query */
function view(template, query) {
  const name = `things_${template}`;
  const object = () => server.data.catalog().view(name);
  const body = () => object().config.layout;
  /** @param {Node} layout */
  const change = (layout) => {
    const { config } = object();
    return edit('change-view', { view: name, changes: { config: { ...config, layout } } });
  };
  return { editor: `/admin/build/views/${name}`, shown: `/view/${name}${query}`, object, body, change };
}

/** An element is on the delivered page if that is another one without it. @param {keyof typeof SURFACES} surface */
async function eachShows(surface) {
  const { shown, body, change } = SURFACES[surface];
  const admin = await server.as('admin');
  /** @type {Node} */
  const whole = structuredClone(body());
  const delivered = async () => (await admin.get(shown)).text.match(/<main[^]*<\/main>/)?.[0] ?? '';
  const text = await delivered();
  for (const { type, id } of whole.children ?? []) {
    await change({ ...whole, children: whole.children?.filter((one) => one.id !== id) });
    assert.notEqual(await delivered(), text, `${type} shows on ${shown}`);
  }
  await change(whole);
}

describe('placed by hand and found where it is delivered', { concurrency: true }, () => {
  for (const [surface, { editor, object, body }] of Object.entries(SURFACES)) {
    it(`each element for a ${surface}`, async () => {
      /** @type {Registry} */
      const registry = server.data.registry;
      const isPart = (/** @type {string} */ type) =>
        registry
          .all('element')
          .some(({ children }) => Array.isArray(children) && children.length === 1 && children[0] === type);
      const elements = registry.all('element').filter((one) => surfaceOf(one) === surface);
      const admin = await server.as('admin');
      const page = await browser.page(server.url, admin);
      await page.goto(editor);
      const work = elementEditor(page, () => server.data.drafts.find(server.system, object().id));
      await work.ready();
      for (const { name } of elements.filter((one) => !isPart(one.name))) {
        await work.add(name, registry);
      }
      await work.save();
      assert.equal(await page.locator('[data-bld-problems] button').count(), 0);
      await eachShows(/** @type {keyof typeof SURFACES} */ (surface));
      const types = new Set();
      walkLayout(body(), ({ type }) => void types.add(type));
      assert.deepEqual(
        elements.map(({ name }) => name).filter((name) => !types.has(name)),
        [],
      );
      assert.deepEqual(page.problems, []);
    });
  }

  it('each view template', async () => {
    const admin = await server.as('admin');
    const page = await browser.page(server.url, admin);
    const work = elementEditor(page);
    /** @type {Registry} */
    const registry = server.data.registry;
    for (const template of registry.all('viewTemplate')) {
      await page.goto(`/admin/views/new?template=${template.name}&table=things`);
      await page.getByLabel('Label').fill(`By hand ${template.name}`);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.waitForURL(/admin\/build\/views\/by_hand/);
      const name = new URL(page.url()).pathname.split('/').at(-1);
      await work.ready();
      const words = template.settings.find((one) => ['title', 'empty'].includes(one.name));
      if (words) {
        const control = page.locator(`[data-bld-props] [name="settings.${words.name}"]`);
        await work.changed(async () => {
          await control.fill('Headed by hand');
          await control.blur();
        });
        await work.save();
      }
      const view = server.data.catalog().view(name ?? '');
      if (words) assert.equal(view.config[words.name], 'Headed by hand', template.name);
      const { status, text } = await admin.get(`/view/${name}${words?.name === 'empty' ? '' : '?id=1'}`);
      assert.ok(status === 200 || (status === 404 && words?.name === 'empty'), `${template.name}: ${status}`);
      if (status === 200) assert.match(text, new RegExp(`id="v-${name}"`), template.name);
    }
    assert.deepEqual(page.problems, []);
  });
});

it('conditions and roles set by hand hold for each of three readers', async () => {
  const { data } = server;
  const page = await browser.page(server.url, await server.as('admin'));
  const words = ['For staff only', 'For Lamp only', 'For Chair only'];
  const layout = node(
    'stack',
    {},
    words.map((text) => node('text', { text })),
  );
  const config = { layout };
  await data.edit(server.system, 'add-view', {
    view: { name: 'guarded', label: 'Guarded', template: 'show', table: 'things', roles: ['public'], config },
  });
  await page.goto('/admin/build/views/guarded');
  const work = elementEditor(page);
  await work.ready();
  for (const [i, when] of ['', 'row.name == "Lamp"', 'row.name == "Chair"'].entries()) {
    const id = layout.children?.[i].id;
    await page.locator(`#outline-${id}`).click();
    const folded = page.locator(`[data-bld-props] form[data-node="${id}"] .adm-more`).first();
    await folded.evaluate((/** @type {any} */ one) => (one.open = true));
    const control = page.locator('[name="visible.when"]');
    await work.changed(async () => {
      if (!when) return page.locator('[name="visible.roles"][value="staff"]').check();
      await control.fill(when);
      await control.blur();
    });
  }
  await work.save();
  const seen = { public: [false, true, false], staff: [true, true, false], admin: [true, true, false] };
  for (const [role, expected] of Object.entries(seen)) {
    const { text } = await (await server.as(role)).get('/view/guarded?id=1');
    assert.deepEqual(
      words.map((one) => text.includes(one)),
      expected,
      role,
    );
  }
});

it('own HTML may name all of Bootstrap: it looks like the site in light and dark, and other pages send none of it', async () => {
  const variants = ['primary', 'secondary', 'success', 'danger', 'warning', 'info', 'light', 'dark'];
  const each = (/** @type {(variant: string) => string} */ print) => variants.map(print).join(' ');
  const html = `<div class="row row-cols-2"><div class="col" id="first">One</div><div class="col offset-md-1" id="second">Two</div></div>
    ${each(
      (name) => `<a href="/" class="btn btn-${name}">${name}</a> <a href="/" class="btn btn-outline-${name}">${name}</a>
    <span class="badge text-bg-${name}">${name}</span><p class="alert alert-${name}">With <a class="alert-link" href="/">a link</a></p>`,
    )}
    <table class="table table-bordered"><thead class="table-dark"><tr><th scope="col">Name</th></tr></thead>
    <tbody>${each((name) => `<tr class="table-${name}"><td>${name}</td></tr>`)}</tbody></table>
    <ul class="list-group">${each((name) => `<li class="list-group-item list-group-item-${name}">${name}</li>`)}</ul>
    <p class="bg-dark text-white p-3" id="dark">Dark</p><p class="blockquote-footer">Somebody</p>`;
  const layout = node('stack', {}, [node('html', { html })]);
  await edit('add-page', { page: { name: 'own', title: 'Own', description: '', roles: ['public'], layout } });
  const page = await browser.page(server.url, await server.as('admin'), { colorScheme: 'light' });
  const style = (/** @type {string} */ selector, /** @type {string} */ name) =>
    page.locator(selector).evaluate((element, key) => getComputedStyle(element).getPropertyValue(key), name);
  await page.goto('/page/own');
  const [one, two] = await Promise.all(['#first', '#second'].map((id) => page.locator(id).boundingBox()));
  assert.ok(one && two && Math.abs(one.width - two.width) < 1, 'columns of one width');
  assert.equal(await style('#dark', 'background-color'), 'color(srgb 0.129412 0.145098 0.160784)');
  for (const name of variants) assert.match(await style(`tr.table-${name} > td`, 'background-color'), /^rgb\(/, name);
  assert.deepEqual(await axeViolations(page, { include: 'main' }), []);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await axeViolations(page, { include: 'main', rules: ['color-contrast'] }), []);
  const sheets = () => page.locator('link[href$="/own-html.css"]').count();
  assert.equal(await sheets(), 1);
  await page.goto('/page/board');
  assert.equal(await sheets(), 0);
});
