import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createRegistry, defineElement, definePlugin, html, node } from '@plinth/plugin';
import { viewsPlugin } from '../core-plugin.js';
import { buildCatalog } from '../testing/catalog.js';
import { planRunner } from '../testing/run-plan.js';

const tile = defineElement({
  name: 'tile',
  label: 'Tile',
  icon: 'square',
  group: 'layout',
  children: 'none',
  scope: 'any',
  settings: [],
  compile: (_, c) => html`<!-- a > b --><li data-note="1 > 0" class="${c.placement()}">x</li>`,
});
const registry = createRegistry([
  viewsPlugin,
  definePlugin({ name: 'tiles', version: '1.0.0', api: '^1', elements: [tile] }),
]);

/** @param {any[]} children */
function printed(...children) {
  const page = { name: 'home', layout: children };
  return planRunner(registry, buildCatalog({ tables: {}, pages: [page] })).run('/page/home').text;
}
const at = { phone: { hidden: true } };

it('gives a column its classes itself, since it has to stand directly in its row', () => {
  const text = printed(node('columns', {}, [{ ...node('column', { width: 6 }, [node('text', { text: 'x' })]), at }]));
  assert.match(text, /<div class="col-12 col-md-6 pl-at pl-at-ph">/);
  assert.doesNotMatch(text, /pl-at-box/);
});

it('gives them to a section of an accordion and to one by itself', () => {
  const section = { ...node('section', { title: 'More' }, [node('text', { text: 'x' })]), at };
  assert.match(
    printed(node('accordion', {}, [section])),
    /<div class="accordion"><details class="accordion-item pl-at pl-at-ph">/,
  );
  const alone = printed(section);
  assert.match(alone, /<div class="accordion pl-at pl-at-ph"><details class="accordion-item">/);
  assert.doesNotMatch(alone, /pl-at-box/);
});

it('puts no box around an element of a plugin that prints its classes, whatever stands before its tag', () => {
  const text = printed({ ...node('tile', {}), at });
  assert.match(text, /<!-- a > b --><li data-note="1 > 0" class="pl-at pl-at-ph">x<\/li>/);
  assert.doesNotMatch(text, /pl-at-box/);
});

it('leaves the classes of other elements as they are, in a box', () => {
  const text = printed({ ...node('button', { label: 'Go', to: 'url', url: '/x' }), at });
  assert.match(text, /<div class="pl-at-box pl-at pl-at-ph"><a[^>]* class="btn[^"]*"/);
});

it('leaves tabs alone, which have no box of their own', () => {
  const text = printed(node('tabs', {}, [{ ...node('tab', { label: 'One' }, []), at }]));
  assert.match(text, /One/);
  assert.doesNotMatch(text, /pl-at/);
});
