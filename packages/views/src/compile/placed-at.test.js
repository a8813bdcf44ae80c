import assert from 'node:assert/strict';
import { it } from 'node:test';
import { node } from '@plinth/plugin';
import { buildCatalog } from '../testing/catalog.js';
import { coreRegistry } from '../testing/core-registry.js';
import { planRunner } from '../testing/run-plan.js';

/** @param {any[]} children */
function printed(...children) {
  const page = { name: 'home', layout: children };
  return planRunner(coreRegistry(), buildCatalog({ tables: {}, pages: [page] })).run('/page/home').text;
}
const at = { phone: { hidden: true } };

it('gives a column its classes itself, since it has to stand directly in its row', () => {
  const text = printed(node('columns', {}, [{ ...node('column', { width: 6 }, [node('text', { text: 'x' })]), at }]));
  assert.match(text, /<div class="col-12 col-md-6 pl-at pl-at-ph">/);
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
