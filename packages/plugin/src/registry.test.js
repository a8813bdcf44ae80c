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

  it('takes starting points for pages', () => {
    const weekly = definePageTemplate({
      ...{ name: 'weekly', label: 'Weekly', icon: 'calendar', description: 'A plan', needsTable: true },
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
});
