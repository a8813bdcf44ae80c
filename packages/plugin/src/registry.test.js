import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRegistry, definePageTemplate, definePlugin, node } from './index.js';

/** @param {string} name @param {object} more */
const plugin = (name, more) => definePlugin(/** @type {any} */ ({ name, version: '1.0.0', api: '^1', ...more }));

describe('registry', () => {
  it('finds definitions by name and knows their owners', () => {
    const registry = createRegistry([plugin('a', { elements: [{ name: 'box' }] })]);
    assert.equal(registry.element('box').name, 'box');
    assert.equal(registry.owner('element', 'box'), 'a');
  });

  it('knows which of them did not come with Plinth', () => {
    const [ours, theirs] = [plugin('a', { elements: [{ name: 'box' }] }), plugin('b', { elements: [{ name: 'jar' }] })];
    const registry = createRegistry([ours, theirs], new Set([theirs]));
    assert.deepEqual(
      ['box', 'jar'].map((name) => registry.isInstalled('element', name)),
      [false, true],
    );
    assert.throws(() => registry.isInstalled('element', 'cup'), { code: 'DEFINITION_NOT_FOUND' });
  });

  it('takes starting points for pages', () => {
    const weekly = definePageTemplate({
      name: 'weekly',
      label: 'Weekly',
      icon: 'calendar',
      description: 'A plan',
      needsTable: true,
      compose: ({ view }) => node('embed', { view: view('list') }),
    });
    assert.deepEqual(createRegistry([plugin('a', { pageTemplates: [weekly] })]).all('pageTemplate'), [weekly]);
  });

  it('refuses a name that two plugins define and names both', () => {
    assert.throws(
      () =>
        createRegistry([plugin('a', { elements: [{ name: 'box' }] }), plugin('b', { elements: [{ name: 'box' }] })]),
      { code: 'DEFINITION_DUPLICATE', message: 'The element "box" is defined by both plugin "a" and plugin "b"' },
    );
  });

  it('refuses a plugin written for another API', () => {
    assert.throws(() => createRegistry([plugin('a', { api: '^2' })]), { code: 'PLUGIN_API_MISMATCH' });
  });

  it('names what there is when something is missing', () => {
    const registry = createRegistry([plugin('a', { actions: [{ name: 'go' }] })]);
    assert.throws(() => registry.action('went'), { code: 'DEFINITION_NOT_FOUND', hint: /go/ });
  });

  it('lists field views by type and mode, those for any type included', () => {
    const views = [
      { name: 'plain', mode: 'show', types: '*' },
      { name: 'stars', mode: 'show', types: ['rating'] },
      { name: 'input', mode: 'edit', types: ['rating'] },
    ];
    const registry = createRegistry([plugin('a', { fieldViews: views })]);
    assert.deepEqual(
      registry.fieldViewsFor('rating', 'show').map((view) => view.name),
      ['plain', 'stars'],
    );
  });

  const kind = { name: 'notice', plural: 'notices', label: 'notice', icon: 'bell' };
  const good = { ...kind, schema: [{ name: 'label', type: 'text' }] };
  const withKinds = (/** @type {any[]} */ ...kinds) => createRegistry([plugin('a', { kinds })]);

  it('takes a kind of metadata', () => assert.equal(withKinds(good).kind('notice'), good));

  for (const [field, wrong] of /** @type {[string, any][]} */ ([
    ['name', { ...good, name: 'Notice' }],
    ['name', { ...good, name: undefined }],
    ['name', { ...good, name: 'table' }],
    ['name', { ...good, name: 'constructor' }],
    ['name', { ...good, name: 'plugins' }],
    ['plural', { ...good, plural: 'notice' }],
    ['plural', { ...good, plural: 'rows' }],
    ['label', { ...good, label: '' }],
    ['icon', { ...good, icon: 7 }],
    ['order', { ...good, order: 'first' }],
    ['names', { ...good, names: 'long' }],
    ['check', { ...good, check: true }],
    ['extraEdits', { ...good, extraEdits: {} }],
    ['edit', { ...good, edit: {} }],
    ['schema', { ...good, schema: undefined }],
    ['schema.0.name', { ...good, schema: [null] }],
    ['schema.0.type', { ...good, schema: [{ name: 'label' }] }],
    ['schema.0.name', { ...good, schema: [{ name: 'app', type: 'text' }] }],
    ['schema.1.name', { ...good, schema: [good.schema[0], good.schema[0]] }],
    ['title', { ...good, title: 'heading' }],
    ['title', { ...good, schema: [{ name: 'text', type: 'text' }] }],
  ]))
    it(`refuses a kind of metadata whose ${field} is wrong, and names the field: ${JSON.stringify(wrong).slice(0, 60)}`, () =>
      assert.throws(
        () => withKinds(wrong),
        (/** @type {any} */ error) => {
          assert.equal(error.code, 'KIND_INVALID');
          assert.match(error.message, /of plugin "a"/);
          assert.deepEqual(Object.keys(error.details.messages), [field]);
          return true;
        },
      ));

  it('refuses the second of two kinds with one name for different things', () => {
    const other = { ...good, name: 'note', plural: 'notes' };
    for (const wrong of [{ plural: 'notices' }, { plural: 'notice' }, { name: 'notices' }])
      assert.throws(() => withKinds(good, { ...other, ...wrong }), {
        code: 'KIND_INVALID',
        message: /^The kind "(note|notices)" .* is taken by the kind "notice"$/,
      });
  });
});
