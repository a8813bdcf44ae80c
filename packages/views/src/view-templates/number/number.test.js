import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { viewTemplateContract } from '@plinth/plugin/contract';
import { actors, buildCatalog } from '../../testing/catalog.js';
import { coreRegistry } from '../../testing/core-registry.js';
import { planRunner } from '../../testing/run-plan.js';
import { number } from './number.js';

const tables = { sales: { status: 'select:open,won', amount: 'decimal', day: 'date' } };

/** @param {Record<string, unknown>} config @param {unknown[]} values of the statements, in their order */
function shown(config, values) {
  const view = { name: 'tile', template: 'number', table: 'sales', config };
  const { run, plans } = planRunner(coreRegistry(), buildCatalog({ tables, views: [view] }));
  const results = values.map((value) => ({ rows: [], next: null, previous: null, totals: { value }, count: null }));
  const { queries, text } = run('/view/tile', { actor: actors.admin, results: /** @type {any} */ (results) });
  return { text, specs: queries.map(({ spec }) => spec), problems: plans.problems };
}

describe('number', () => {
  viewTemplateContract(number, { test: it, assert }, { config: {} });

  it('shows one number over the rows of a filter', () => {
    const { text, specs } = shown({ filter: { field: 'status', op: 'eq', value: 'won' } }, ['1200']);
    assert.match(text, /<div class="pl-stat">1,200<\/div>/);
    assert.equal(specs.length, 1);
    assert.deepEqual(specs[0].totals, [{ as: 'value', aggregate: 'count' }]);
  });

  it('compares a period with the one before, in one round trip', () => {
    const { text, specs } = shown({ aggregate: 'sum', field: 'amount', by: 'day', period: 'month' }, ['150', '100']);
    assert.equal(specs.length, 2);
    assert.match(JSON.stringify(specs[0].where), /this_month/);
    assert.match(JSON.stringify(specs[1].where), /last_month/);
    assert.match(text, /<b>\+50%<\/b> from 100 last month/);
  });

  it('says nothing in percent where there was nothing before', () => {
    const { text } = shown({ by: 'day' }, [3, 0]);
    assert.doesNotMatch(text, /Infinity|NaN|%/);
    assert.match(shown({ aggregate: 'avg', field: 'amount' }, [null]).text, /pl-stat">–</);
  });

  it('shows the way to a target, and no more than all of it', () => {
    const { text } = shown({ target: 200 }, [250]);
    assert.match(text, /<progress value="200" max="200" aria-label="125% of 200">/);
  });

  it('is broken with a reason if there is nothing to add up', () => {
    assert.match(JSON.stringify(shown({ aggregate: 'sum' }, [1]).problems), /No field of/);
  });
});
