import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { actors, buildCatalog } from '../testing/catalog.js';
import { coreRegistry } from '../testing/core-registry.js';
import { planRunner } from '../testing/run-plan.js';

const tables = { people: { mail: 'email', site: 'url' } };
const show = { name: 'person', template: 'show', table: 'people', config: { layout: node('stack', {}, []) } };
/** @type {Record<string, string>} */
const row = { mail: 'ada@example.com', site: 'https://example.com/a>b' };

/** @param {string} template @param {any} config */
function print(template, config) {
  const views = [show, { name: 'shown', template, table: 'people', config }];
  const { run } = planRunner(coreRegistry(), buildCatalog({ tables, views }));
  const values = (/** @type {any} */ { field }) => row[field] ?? true;
  return run('/view/shown?id=1', { actor: actors.admin, values }).text;
}

describe('a link around a value that is a link itself', () => {
  const link = { view: 'person', labelFrom: 'field', field: 'mail' };
  const columns = [
    { kind: 'field', field: 'mail' },
    { kind: 'field', field: 'site', link: 'person' },
  ];
  for (const [what, template, config] of /** @type {[string, string, any][]} */ ([
    ['in a column of a list', 'list', { columns, rowView: 'person' }],
    ['in an entry of a master list', 'list_show', { titleField: 'mail', subtitleField: 'site', showView: 'person' }],
    ['as the label of a link to a view', 'show', { layout: node('stack', {}, [node('view_link', link)]) }],
    [
      'as the title of a linked card',
      'show',
      { layout: node('card', { titleField: 'mail', to: 'view', view: 'person' }) },
    ],
  ])) {
    it(`is the only one ${what}`, () => {
      const text = print(template, config);
      assert.match(text, /<a [^>]*>(?:(?!<\/a>)[^])*ada@example\.com/);
      assert.doesNotMatch(text, /<a\s(?:(?!<\/a>)[^])*<a\s/);
      assert.equal(text.match(/<a[\s>]/g)?.length, text.match(/<\/a>/g)?.length);
    });
  }

  it('leaves the link of a single value', () => {
    const text = print('show', { layout: node('card', { titleField: 'mail' }) });
    assert.match(text, /<a href="mailto:ada@example\.com">/);
  });
});
