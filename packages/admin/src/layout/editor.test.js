import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readForms, startTestServer } from '@plinth/server/testing';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;

before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  await admin.post('/admin/pages', { title: 'Welcome' });
});
after(() => server.close());

/** The editor's form as it stands in a page, with a step done. @param {string} text @param {Record<string, string>} values */
function posted(text, values) {
  const form = readForms(text).find((one) => one.method === 'post' && 'draft' in one.values);
  assert.ok(form, text.slice(0, 3000));
  const { op, ...rest } = form.values;
  return { ...rest, ...values };
}

const layout = () => server.data.catalog().page('welcome').layout;
/** @param {any} node @returns {any} */
const shape = (node) => [node.type, ...(node.children ?? []).map(shape)];

describe('layout editor without scripts', () => {
  it('adds, configures, moves and saves as one edit', async () => {
    const before = server.data.catalog().version;
    let { text } = await admin.get('/admin/pages/welcome');
    ({ text } = await admin.post('/admin/pages/welcome', posted(text, { op: 'add:card' })));
    ({ text } = await admin.post('/admin/pages/welcome', posted(text, { op: 'add:heading' })));
    ({ text } = await admin.post('/admin/pages/welcome', posted(text, { 'node.text': 'Inside', op: 'refresh' })));
    assert.match(text, /value="Inside"/);
    assert.match(text, /srcdoc="[^"]*Inside/);
    assert.equal(server.data.catalog().version, before);
    const answer = await admin.post('/admin/pages/welcome', posted(text, { op: 'save' }));
    assert.equal(answer.status, 303);
    assert.equal(server.data.catalog().version, before + 1);
    assert.deepEqual(shape(layout()), ['stack', ['heading'], ['card', ['heading']]]);
    assert.equal(/** @type {any} */ (layout()).children[1].children[0].settings.text, 'Inside');
  });

  it('moves a node out, duplicates and removes', async () => {
    const inner = /** @type {any} */ (layout()).children[1].children[0].id;
    let { text } = await admin.get('/admin/pages/welcome');
    ({ text } = await admin.post('/admin/pages/welcome', posted(text, { op: `out:${inner}` })));
    ({ text } = await admin.post('/admin/pages/welcome', posted(text, { op: `copy:${inner}` })));
    ({ text } = await admin.post('/admin/pages/welcome', posted(text, { op: `remove:${inner}` })));
    await admin.post('/admin/pages/welcome', posted(text, { op: 'save' }));
    assert.deepEqual(shape(layout()), ['stack', ['heading'], ['card'], ['heading']]);
  });

  it('adds a field that is not shown yet, and calls nothing wrong that was just added', async () => {
    await admin.post('/admin/tables', { label: 'Pens' });
    for (const label of ['Maker', 'Colour']) await admin.post('/admin/tables/pens/new-field', { type: 'text', label });
    await admin.post('/admin/tables/pens/views', {});
    await admin.post('/admin/tables/pens/new-field', { type: 'text', label: 'Length' });
    let { text } = await admin.get('/admin/views/pens_show');
    ({ text } = await admin.post('/admin/views/pens_show', posted(text, { op: 'add:field' })));
    assert.match(text, /adm-tree-label">Field<\/span><span class="adm-tree-hint">Length</);
    ({ text } = await admin.get('/admin/pages/welcome'));
    ({ text } = await admin.post('/admin/pages/welcome', posted(text, { op: 'add:embed' })));
    assert.doesNotMatch(text, /The page is shown without/);
    assert.match(text, /Not shown yet\. Fill in the fields marked with a star/);
    const root = /** @type {any} */ (layout()).id;
    ({ text } = await admin.post('/admin/pages/welcome', posted(text, { op: `select:${root}` })));
    assert.match(text, /One problem\. The page is shown without this element:/);
  });

  it('saves an unchanged layout unchanged', async () => {
    const before = structuredClone(layout());
    const { text } = await admin.get('/admin/pages/welcome');
    await admin.post('/admin/pages/welcome', posted(text, { op: 'save' }));
    assert.deepEqual(structuredClone(layout()), before);
  });

  it('sets how an element is laid out on a phone, keeps what is wrong as typed, and delivers it', async () => {
    const card = /** @type {any} */ (layout()).children[1].id;
    let { text } = await admin.get('/admin/pages/welcome');
    ({ text } = await admin.post('/admin/pages/welcome', posted(text, { op: `select:${card}` })));
    assert.match(text, /Hiding is layout, not access control/);
    const wrong = posted(text, { 'at.phone.width': '40', 'at.tablet.order': '-1', op: 'save' });
    const refused = await admin.post('/admin/pages/welcome', wrong);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /name="at.phone.width"[^>]*value="40"/);
    assert.match(refused.text, /id="s-at.phone.width-error"/);
    const right = posted(refused.text, { 'at.phone.width': '6', 'at.desktop.hidden': 'true', op: 'save' });
    assert.equal((await admin.post('/admin/pages/welcome', right)).status, 303);
    const at = { phone: { width: 6 }, tablet: { order: -1 }, desktop: { hidden: true } };
    assert.deepEqual(structuredClone(/** @type {any} */ (layout()).children[1].at), at);
    const page = await admin.get('/page/welcome');
    assert.match(
      page.text,
      /<div class="pl-at-box pl-at pl-at-p6 pl-at-w pl-at-ton1 pl-at-o pl-at-dh"><div class="card">/,
    );
    assert.match(page.text, /core-views\/css\/at\.css/);
    const bad = { ...structuredClone(layout()), at: { phone: { width: '6"><script>' } } };
    const changes = { layout: bad };
    await assert.rejects(server.data.edit(server.system, 'change-page', { page: 'welcome', changes }));
  });

  it('keeps a draft with an error in it, at the element where it is', async () => {
    let { text } = await admin.get('/admin/pages/welcome');
    ({ text } = await admin.post('/admin/pages/welcome', posted(text, { op: 'add:embed' })));
    const answer = await admin.post('/admin/pages/welcome', posted(text, { op: 'save' }));
    assert.equal(answer.status, 422);
    assert.match(answer.text, /aria-invalid="true"/);
    assert.match(answer.text, /&quot;type&quot;:&quot;embed&quot;/);
    assert.deepEqual(shape(layout()), ['stack', ['heading'], ['card'], ['heading']]);
  });

  it('shows a field since deleted at the element that names it', async () => {
    await admin.post('/admin/tables', { label: 'Notes' });
    await admin.post('/admin/tables/notes/new-field', { type: 'text', label: 'Title' });
    await admin.post('/admin/tables/notes/new-field', { type: 'text', label: 'Colour of ink' });
    await admin.post('/admin/tables/notes/views', {});
    await admin.post('/admin/tables/notes/fields/colour_of_ink/delete', {});
    const { text } = await admin.get('/admin/views/notes_show');
    assert.match(text, /Field “colour_of_ink” no longer exists/);
    const problems = await admin.get('/admin/problems');
    const links = problems.text.match(/(?<=href=")\/admin\/build\/views\/notes_show\?at=[^"]*/g) ?? [];
    assert.equal(links.length, 1, 'the Catalog and the plan name one problem, told once');
    const builder = await admin.get(links[0]);
    const [, asked] = /"asked":\["([\w-]+)"\]/.exec(builder.text) ?? [];
    assert.match(builder.text, new RegExp(`"node":"${asked}","message":"[^"]*Field “colour_of_ink” no longer exists`));
    const { search } = new URL(links[0], 'http://plinth');
    assert.ok(builder.text.includes(`content="0;url=/admin/views/notes_show${search}"`), 'the way without scripts');
  });

  it('I11: takes no draft that is no layout', async () => {
    const { text } = await admin.get('/admin/pages/welcome');
    const bad = JSON.stringify({
      general: {},
      settings: {},
      layouts: { layout: { id: 'a', type: 'stack', children: [{ id: 'a', type: 'text' }] } },
    });
    assert.equal((await admin.post('/admin/pages/welcome', posted(text, { draft: bad, op: 'save' }))).status, 422);
    assert.equal((await admin.post('/admin/pages/welcome', posted(text, { draft: '{', op: 'save' }))).status, 422);
  });
});

describe('a new element', () => {
  it('is called by what it is and its number, and the tree shows titles', async () => {
    let { text } = await admin.get('/admin/pages/welcome');
    for (const op of ['add:tabs', 'add:tab'])
      ({ text } = await admin.post('/admin/pages/welcome', posted(text, { op })));
    const hints = () => [...text.matchAll(/adm-tree-label">Tab<\/span><span class="adm-tree-hint">([^<]*)</g)];
    assert.deepEqual(
      hints().map(([, hint]) => hint),
      ['Tab 1', 'Tab 2', 'Tab 3'],
    );
    assert.doesNotMatch(text, /The page is shown without/);
    ({ text } = await admin.post(
      '/admin/pages/welcome',
      posted(text, { 'node.label': 'First & last', op: 'add:card' }),
    ));
    ({ text } = await admin.post('/admin/pages/welcome', posted(text, { 'node.title': 'Sales', op: 'refresh' })));
    assert.match(text, /adm-tree-label">Tab<\/span><span class="adm-tree-hint">First &amp; last</);
    assert.match(text, /adm-tree-label">Card<\/span><span class="adm-tree-hint">Sales</);
  });

  it('that embeds a view of child rows shows those of the row, until something else is chosen', async () => {
    await server.data.edit(server.system, 'add-table', {
      name: 'caps',
      label: 'Caps',
      fields: [{ name: 'pen', label: 'Pen', type: 'relation', attributes: { table: 'pens' } }],
    });
    await admin.post('/admin/tables/caps/views', {});
    let { text } = await admin.get('/admin/views/pens_show');
    ({ text } = await admin.post('/admin/views/pens_show', posted(text, { op: 'add:embed' })));
    const chosen = () => posted(text, {});
    ({ text } = await admin.post('/admin/views/pens_show', posted(text, { 'node.view': 'caps', op: 'refresh' })));
    assert.deepEqual([chosen()['node.relation'], chosen()['node.child']], ['child', 'caps.pen']);
    ({ text } = await admin.post(
      '/admin/views/pens_show',
      posted(text, { 'node.relation': 'independent', op: 'refresh' }),
    ));
    assert.equal(chosen()['node.relation'], 'independent', 'a choice of one’s own stays');
    ({ text } = await admin.post('/admin/views/pens_show', posted(text, { 'node.view': 'pens', op: 'refresh' })));
    assert.equal(chosen()['node.relation'], 'independent', 'rows that are no children');
  });

  it('a chart keeps its field when its category or its aggregation changes', async () => {
    await admin.post('/admin/tables/pens/new-field', { type: 'integer', label: 'Price' });
    const config = { category: 'maker', aggregate: 'sum', field: 'price' };
    await server.data.edit(server.system, 'add-view', {
      view: { name: 'pen_chart', label: 'Pens', table: 'pens', template: 'chart', config },
    });
    let { text } = await admin.get('/admin/views/pen_chart');
    for (const values of /** @type {Record<string, string>[]} */ ([
      { 'settings.category': 'colour' },
      { 'settings.aggregate': 'count' },
      { 'settings.aggregate': 'avg' },
    ]))
      ({ text } = await admin.post('/admin/views/pen_chart', posted(text, { ...values, op: 'refresh' })));
    const { 'settings.category': category, 'settings.field': field } = posted(text, {});
    assert.deepEqual([category, field], ['colour', 'price']);
  });
});

describe('problems in the layout editor', () => {
  it('shows a condition that can’t be read at its element, and keeps it', async () => {
    let { text } = await admin.get('/admin/pages/welcome');
    ({ text } = await admin.post('/admin/pages/welcome', posted(text, { op: 'add:text' })));
    ({ text } = await admin.post(
      '/admin/pages/welcome',
      posted(text, { 'visible.when': 'user.name ==', op: 'refresh' }),
    ));
    assert.match(text, /alert-warning[\s\S]*op" value="select:/);
    assert.match(text, /(?:value="|>\s*)user\.name ==/);
  });
});
