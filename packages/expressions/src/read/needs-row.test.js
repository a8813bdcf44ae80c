import assert from 'node:assert/strict';
import { it } from 'node:test';
import { needsRow } from './needs-row.js';

const actions = /** @type {Record<string, any>} */ ({
  steps: { needsRow: false, takesSteps: true },
  tell: { needsRow: false },
  change: { needsRow: true },
  said: { needsRow: (/** @type {any} */ { of = '' }, /** @type {any} */ _, /** @type {any} */ names) => names(of) },
});
/** @type {any} */
const registry = {
  action: (/** @type {string} */ name) => actions[name],
  has: (/** @type {string} */ _, /** @type {string} */ name) => Object.hasOwn(actions, name),
};
/** @param {any[]} steps */
const ask = (...steps) => needsRow(registry, { action: 'steps', config: { steps } }, { mails: [] });

it('is asked of an action, of its settings and of its steps', () => {
  assert.equal(needsRow(registry, { action: 'change' }, { mails: [] }), true);
  assert.equal(needsRow(registry, { action: 'said', config: { of: 'row.a == 1' } }, { mails: [] }), true);
  assert.equal(needsRow(registry, { action: 'said', config: { of: '"row"' } }, { mails: [] }), false);
  assert.equal(ask({ do: { action: 'tell' } }, { do: { action: 'gone' } }, {}), false);
  assert.equal(ask({ do: { action: 'change' } }), true);
  assert.equal(needsRow(registry, { action: 'steps', config: { steps: 'none' } }, { mails: [] }), false);
});

it('finds the row in a condition by what it names, not by its letters', () => {
  for (const when of ['row.done', '!( row . done )', 'user.id in row["people"]', 'today > row.due'])
    assert.equal(ask({ when, do: { action: 'tell' } }), true, when);
  for (const when of [
    '',
    undefined,
    'user.team == "row"',
    'user.row == 1',
    "'the row' == user.name",
    'user.list.exists(row, row == 1)',
  ])
    assert.equal(ask({ when, do: { action: 'tell' } }), false, String(when));
});
