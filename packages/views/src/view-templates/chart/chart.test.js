import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { viewTemplateContract } from '@plinth/plugin/contract';
import { actors, buildCatalog } from '../../testing/catalog.js';
import { coreRegistry } from '../../testing/core-registry.js';
import { planRunner } from '../../testing/run-plan.js';
import { drawAxes } from './axes.js';
import { chart } from './chart.js';
import { niceScale } from './scale.js';

const tables = {
  regions: { name: 'text' },
  sales: {
    status: 'select:open,won,lost',
    region: 'relation:regions',
    amount: 'decimal',
    day: 'date',
    at: 'date_time',
  },
};

/** @param {Record<string, unknown>} config */
function site(config) {
  const view = { name: 'sales_chart', template: 'chart', table: 'sales', config };
  return planRunner(coreRegistry(), buildCatalog({ tables, views: [view] }));
}

/**
 * The chart of these groups.
 *
 * @param {Record<string, unknown>} config
 * @param {Record<string, unknown>[]} rows
 * @param {number | null} [count]
 */
function drawn(config, rows, count = rows.length) {
  const { run, plans } = site(config);
  const result = { rows, next: null, previous: null, totals: null, count };
  const { plan, queries, text } = run('/view/sales_chart', {
    actor: actors.admin,
    results: [/** @type {any} */ (result)],
  });
  assert.deepEqual(plans.problems, []);
  assert.equal(queries.length, 1);
  return { spec: queries[0].spec, text, plan };
}

describe('chart', () => {
  for (const kind of ['columns', 'stacked', 'bars', 'line', 'area', 'pie', 'donut']) {
    describe(kind, () => {
      viewTemplateContract(chart, { test: it, assert }, { config: { category: 'name', kind } });
    });
  }

  it('asks for groups with a total, in one statement, and names what it reads', () => {
    const { spec, plan } = drawn(
      { category: 'day', step: 'month', series: 'region', aggregate: 'sum', field: 'amount' },
      [{ c1: '2026-01-01', c2: 'North', value: '10.50' }],
    );
    assert.deepEqual(spec.groups, [
      { as: 'c1', field: 'day', step: 'month' },
      { as: 'c2', field: 'region', label: true },
    ]);
    assert.deepEqual(spec.totals, [{ as: 'value', aggregate: 'sum', field: 'amount' }]);
    assert.ok(plan.reads.includes('regions') && plan.reads.includes('sales'), String(plan.reads));
  });

  it('divides a whole into its largest parts and the rest, each with its value and share', () => {
    const rows = [
      { c1: 'open', value: 50 },
      { c1: 'won', value: 30 },
      { c1: 'lost', value: 15 },
      { c1: null, value: 5 },
    ];
    const { text, spec } = drawn({ category: 'status', kind: 'donut', slices: 2, series: 'region' }, rows);
    assert.equal(spec.groups?.length, 1, 'a pie is not split any further');
    assert.equal(text.match(/<circle class="pl-chart-part/g)?.length, 3);
    assert.match(text, /<title>Other: 20 \(20%\)<\/title>/);
    assert.match(text, /role="img" aria-label="[^"]*open: 50 \(50%\), won: 30 \(30%\), Other: 20 \(20%\)"/i);
    assert.match(text, /pl-chart-sum[^>]*>100</);
    assert.match(text, /<th scope="row">lost<\/th><td class="text-end">15</i, 'all are in the table');
  });

  it('draws a whole that is one part, and no part that is none', () => {
    const one = drawn({ category: 'status', kind: 'pie' }, [
      { c1: 'open', value: 7 },
      { c1: 'won', value: 0 },
      { c1: 'lost', value: -3 },
    ]).text;
    assert.equal(one.match(/<circle class="pl-chart-part/g)?.length, 1);
    assert.match(one, /stroke-dasharray="100 0"/);
    const none = drawn({ category: 'status', kind: 'pie' }, [{ c1: '<b>', value: -1 }]).text;
    assert.match(none, /No values above zero/);
    assert.doesNotMatch(none, /<b>|NaN/);
  });

  it('shows each number twice: at its mark, and in a table', () => {
    const rows = [
      { c1: 'lost', value: 3 },
      { c1: 'open', value: 1200 },
      { c1: null, value: 1 },
    ];
    const { text } = drawn({ category: 'status' }, rows);
    assert.match(text, /<title>open: 1,200<\/title>/);
    assert.match(text, /<th scope="row">open<\/th><td class="text-end">1,200<\/td>/);
    assert.match(text, /<th scope="row">None<\/th>/);
    assert.match(text, /<svg[^>]*role="img"[^>]*aria-label="Sales chart"/);
    assert.ok(text.indexOf('>open<') < text.indexOf('>lost<'), 'choices stand in their own order');
  });

  it('turns its table where many series have few categories: it would be cut off', () => {
    const regions = ['A', 'B', 'C', 'D', 'E', 'F'];
    const rows = regions.map((c2, i) => ({ c1: 'open', c2, value: i + 1 }));
    const { text } = drawn({ category: 'status', series: 'region' }, rows);
    assert.match(text, /<th scope="row">Status<\/th><th scope="col" class="text-end">open<\/th><\/tr><\/thead>/);
    assert.match(text, /<th scope="row">F<\/th><td class="text-end">6<\/td><\/tr><\/tbody>/);
    const few = drawn({ category: 'status', series: 'region' }, rows.slice(0, 2)).text;
    assert.match(few, /<th scope="row">open<\/th><td class="text-end">1<\/td><td class="text-end">2<\/td>/);
  });

  it('stacks its series, what is below zero downwards, and fits all of them', () => {
    const rows = [
      { c1: 'open', c2: 'North', value: 30 },
      { c1: 'open', c2: 'South', value: 70 },
      { c1: 'open', c2: 'West', value: -20 },
      { c1: 'won', c2: 'South', value: 10 },
    ];
    const { text } = drawn({ category: 'status', series: 'region', kind: 'stacked' }, rows);
    const marks = [
      ...text.matchAll(/<rect class="pl-chart-fill[^>]* x="([\d.]+)%"[^>]* y="([\d.]+)" height="([\d.]+)"/g),
    ];
    const [north, south, west, alone] = marks.map(([, x, y, height]) => ({
      x,
      top: Number(y),
      end: Number(y) + Number(height),
    }));
    assert.equal(marks.length, 4);
    assert.ok(north.x === south.x && south.x === west.x && alone.x !== north.x);
    assert.ok(
      Math.abs(south.end - north.top) < 0.2 && Math.abs(west.top - north.end) < 0.2,
      'they stand on each other',
    );
    assert.match(text, />100</, 'the scale has room for their sum');
    assert.match(text, /<title>open, South: 70<\/title>/);
  });

  it('fills the areas below its lines, where nothing counts as none', () => {
    const rows = [
      { c1: '2026-01-01', c2: 'North', value: 5 },
      { c1: '2026-03-01', c2: 'South', value: 7 },
    ];
    const config = { category: 'at', step: 'month', kind: 'area', series: 'region', aggregate: 'sum', field: 'amount' };
    const { text } = drawn(config, rows);
    const layers = [...text.matchAll(/<polygon class="pl-chart-fill[^>]*points="([^"]+)"/g)].map(
      ([, points]) => points,
    );
    assert.deepEqual(
      layers.map((points) => points.split(' ').length),
      [6, 6],
    );
    assert.doesNotMatch(text, /NaN|undefined/);
  });

  it('has its value beside a dot that is alone, since one point makes no line', () => {
    const rows = [{ c1: '2026-01-01', value: 5 }];
    assert.match(
      drawn({ category: 'day', step: 'month', kind: 'line' }, rows).text,
      /<text x="50%" dx="10"[^>]*>5<\/text>/,
    );
  });

  it('has a legend where there is more than one colour', () => {
    const rows = [
      { c1: 'open', c2: 'North', value: 1 },
      { c1: 'open', c2: 'South', value: 2 },
    ];
    assert.match(drawn({ category: 'status', series: 'region' }, rows).text, /pl-chart-legend.*North.*South/s);
    assert.doesNotMatch(drawn({ category: 'status' }, [{ c1: 'open', value: 1 }]).text, /pl-chart-legend/);
  });

  it('gives each series its colour by name, whatever its rows begin with', () => {
    const rows = [
      { c1: 'open', c2: 'South', value: 1 },
      { c1: 'open', c2: null, value: 1 },
      { c1: 'open', c2: 'Line 10', value: 2 },
      { c1: 'won', c2: 'Line 9', value: 2 },
    ];
    const legend = (/** @type {any[]} */ own) =>
      /<ul class="pl-chart-legend">.*?<\/ul>/s.exec(drawn({ category: 'status', series: 'region' }, own).text)?.[0];
    assert.match(String(legend(rows)), /Line 9.*Line 10.*South.*None/s);
    assert.equal(legend(rows), legend(rows.toReversed()));
  });

  it('goes on in months without anything: nothing for a sum, unknown for an average', () => {
    const rows = [
      { c1: '2026-01-01', value: 5 },
      { c1: '2026-03-01', value: 7 },
    ];
    const months = { category: 'at', step: 'month', kind: 'line' };
    assert.match(drawn(months, rows).text, /Feb 2026: 0</);
    const average = drawn({ ...months, aggregate: 'avg', field: 'amount' }, rows).text;
    assert.match(average, /<th scope="row">Feb 2026<\/th><td class="text-end">–<\/td>/);
  });

  it('says if there are more groups than it shows, and what to do if there are none', () => {
    assert.match(drawn({ category: 'status' }, [{ c1: 'open', value: 1 }], null).text, /Not all groups/);
    assert.match(drawn({ category: 'status' }, []).text, /class="empty"/);
  });

  it('shows the builder what is missing', () => {
    const messages = (/** @type {any} */ config) => {
      const { plans } = site(config);
      plans.view('sales_chart', 'en');
      return plans.problems.map(({ message }) => message).join();
    };
    assert.match(messages({ category: 'gone' }), /no field "gone"/);
    assert.match(messages({ category: 'status', aggregate: 'sum' }), /is chosen for "sum"/);
    const average = { category: 'status', aggregate: 'avg', field: 'amount' };
    for (const kind of ['stacked', 'area']) assert.match(messages({ ...average, kind }), /can be stacked/);
  });
});

it('scales have round steps and hold nothing but the values', () => {
  assert.deepEqual(niceScale(0, 23296).ticks, [0, 5000, 10000, 15000, 20000, 25000]);
  assert.deepEqual(niceScale(-3, 4).ticks, [-4, -2, 0, 2, 4]);
  assert.deepEqual(niceScale(0, 0.07).ticks, [0, 0.02, 0.04, 0.06, 0.08]);
  assert.ok(niceScale(0, 0).to > 0);
  assert.deepEqual(niceScale(0, 2, true).ticks, [0, 1, 2], 'no half rows');
  assert.deepEqual(niceScale(0, 12, true).ticks, [0, 3, 6, 9, 12]);
});

it('the strip of the scale is as wide as its longest number', () => {
  const width = (/** @type {(value: number) => string} */ short) => {
    const model = { categories: [], series: [], most: 15_000, least: 0 };
    const numbers = /** @type {any} */ ({ short });
    return Number(/ width="(\d+)"/.exec(drawAxes(model, { title: '', numbers }, () => []).text)?.[1]);
  };
  assert.equal(
    width((value) => `${value / 1000}K`),
    46,
  );
  assert.ok(width((value) => `${value} Mio.`) >= 80);
});
