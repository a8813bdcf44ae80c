import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actors, buildCatalog } from '../../testing/catalog.js';
import { coreRegistry } from '../../testing/core-registry.js';
import { planRunner } from '../../testing/run-plan.js';

const tables = {
  regions: { name: 'text' },
  sales: {
    status: 'select:open,won,lost',
    region: 'relation:regions',
    amount: 'decimal',
    secret: 'decimal',
    day: 'date',
    at: 'date_time',
  },
};

/**
 * The links of a chart of these groups.
 *
 * @param {Record<string, unknown>} config @param {Record<string, unknown>[]} rows
 * @param {{ query?: string, actor?: any, list?: object }} [options] list: changes to the list that it leads to
 */
function links(config, rows, { query = '', actor = actors.admin, list = {} } = {}) {
  const views = [
    { name: 'sales_chart', template: 'chart', table: 'sales', config: { list: 'sales_list', ...config } },
    { name: 'sales_list', template: 'list', table: 'sales', config: { columns: [] }, ...list },
  ];
  const catalog = buildCatalog({ tables, views });
  catalog.table('sales').field('secret').access = { read: ['staff'], write: ['staff'] };
  const { run, plans } = planRunner(coreRegistry(), catalog);
  const result = { rows, next: null, previous: null, totals: null, count: rows.length };
  const { queries, text } = run(`/view/sales_chart${query}`, { actor, results: [/** @type {any} */ (result)] });
  const found = [...text.matchAll(/<a href="([^"]*sales_list[^"]*)"/g)].map(([, href]) =>
    href.replaceAll('&amp;', '&'),
  );
  return { links: [...new Set(found)], text, spec: queries[0].spec, problems: plans.problems };
}
const open = [{ c1: 'open', value: 2 }];

describe('a chart that leads to its rows', () => {
  it('asks its list for the value of a column, or for no value', () => {
    const found = links({ category: 'status' }, [...open, { c1: null, value: 1 }]);
    assert.deepEqual(found.links, ['/view/sales_list?status=open', '/view/sales_list?status.empty=1']);
    assert.match(found.text, /<a href="[^"]+" tabindex="-1"><rect/, 'the picture is no place for the keyboard');
    assert.match(found.text, /<td class="text-end"><a href="\/view\/sales_list\?status=open">2<\/a><\/td>/);
  });

  it('asks for the days of a period, and of a week that begins on a Sunday', () => {
    const days = (/** @type {string} */ step, /** @type {string} */ c1) =>
      links({ category: 'at', step }, [{ c1, value: 1 }]);
    assert.deepEqual(days('month', '2026-02-01').links, ['/view/sales_list?at.gte=2026-02-01&at.lte=2026-02-28']);
    assert.deepEqual(days('quarter', '2026-10-01').links, ['/view/sales_list?at.gte=2026-10-01&at.lte=2026-12-31']);
    assert.deepEqual(days('week', '2026-11-22').links, ['/view/sales_list?at.gte=2026-11-22&at.lte=2026-11-28']);
    assert.deepEqual(days('day', '2026-11-22').links, ['/view/sales_list?at=2026-11-22']);
  });

  it('tells rows of one name apart by their keys', () => {
    const rows = [
      { c1: 'North', c1k: 7, value: 1 },
      { c1: 'North', c1k: 9, value: 2 },
    ];
    const { links: found, spec, text } = links({ category: 'region', kind: 'donut' }, rows);
    assert.deepEqual(spec.groups, [
      { as: 'c1', field: 'region', label: true },
      { as: 'c1k', field: 'region' },
    ]);
    assert.deepEqual(found, ['/view/sales_list?region=7', '/view/sales_list?region=9']);
    assert.match(text, /<span><a href="[^"]*region=7">North<\/a><\/span>/);
  });

  it('asks for category and series', () => {
    const config = { category: 'status', series: 'region', kind: 'bars' };
    const { links: found } = links(config, [{ c1: 'open', c2: 'North', c2k: 7, value: 1 }]);
    assert.deepEqual(found, ['/view/sales_list?status=open&region=7']);
  });

  it('passes on its own conditions and those of the page', () => {
    const filter = {
      all: [
        { field: 'amount', op: 'gte', value: 10 },
        { field: 'region', op: 'in', value: [7, 9] },
      ],
    };
    const query = '?day.within=this_year&status=open&status=won&any-amount.lt=5&amount.ne=3&q=two words';
    assert.deepEqual(links({ category: 'status', filter }, open, { query }).links, [
      '/view/sales_list?status=open&amount.gte=10&region=7&region=9&day.within=this_year&any-amount.lt=5&amount.ne=3&q=two%20words',
    ]);
  });

  it('leads nowhere if a list can not be asked for the same rows', () => {
    const none = (/** @type {object} */ config, /** @type {any} */ options = {}) =>
      assert.deepEqual(links({ category: 'status', ...config }, open, options).links, [], JSON.stringify(config));
    none({ filter: { any: [{ field: 'amount', op: 'gt', value: 1 }] } });
    none({ filter: { field: 'region.name', op: 'eq', value: 'x' } });
    none({ filter: { field: 'day', op: 'lt', value: { today: true } } });
    none({ filter: { field: 'amount', op: 'gte', value: 10 } }, { query: '?amount.gte=20' });
    const byRegion = links({ category: 'region.name' }, open);
    assert.deepEqual(byRegion.links, []);
    const month = { category: 'day', step: 'month' };
    assert.deepEqual(links(month, [{ c1: '2026-02-01', value: 1 }], { query: '?day.gte=2026-02-10' }).links, []);
  });

  it('Z6: leads nobody to a list that they may not open, or by a field that they may not see', () => {
    const at = (/** @type {any} */ actor, /** @type {string[]} */ roles, config = {}) =>
      links({ category: 'status', ...config }, open, { actor, list: { roles } }).links.length;
    assert.equal(at(actors.staff, ['staff']), 1);
    assert.equal(at(actors.public, ['staff']), 0);
    assert.equal(at(actors.public, ['public']), 1);
    const filter = { field: 'secret', op: 'gt', value: 1 };
    assert.equal(at(actors.staff, ['public'], { filter }), 1);
    assert.equal(at(actors.public, ['public'], { filter }), 0, 'its list would show more rows than were counted');
  });

  it('is told to the builder if the list is gone', () => {
    const { problems, links: found } = links({ category: 'status', list: 'gone' }, open);
    assert.deepEqual(found, []);
    assert.match(JSON.stringify(problems), /gone/);
  });
});
