import assert from 'node:assert/strict';
import { it } from 'node:test';
import { wordsOf } from './step-words.js';

/** @type {Record<string, any>} */
const FIELDS = {
  reason: { label: 'Reason' },
  boss: { label: 'Manager' },
  state: {
    label: 'State',
    type: 'select',
    attributes: { options: [{ value: 'ok', label: 'Approved' }, { value: 'no' }] },
  },
  paid: { label: 'Paid', type: 'boolean' },
};
const TABLE = {
  hasField: (/** @type {string} */ name) => Object.hasOwn(FIELDS, name),
  field: (/** @type {string} */ name) => FIELDS[name],
};
const catalog = { hasTable: (/** @type {string} */ name) => name === 'leave', table: () => TABLE, roles: [] };
const registry = {
  has: (/** @type {string} */ kind, /** @type {string} */ name) => kind !== 'action' || name === 'update_row',
  action: () => ({ label: 'Change row' }),
  workflowStep: () => ({ name: 'any', settings: [] }),
};

it('steps are told with the labels of fields and what they are set to', () => {
  const set = (/** @type {any} */ more) => ({ field: 'reason', source: 'value', value: '', ...more });
  const update = (/** @type {string} */ id, /** @type {any} */ values) => ({
    id,
    kind: 'action',
    do: { action: 'update_row', config: { values } },
  });
  const steps = [
    {
      id: 'ask',
      kind: 'task',
      to: 'field',
      toField: 'boss',
      title: 'Approve {{ row.reason }} {{row.gone}} {{row["reason"]}} {{#if row.paid}}!{{/if}} {{ row.boss.name }}',
    },
    update('fixed', [set({ value: 'Sick' }), set({ field: 'gone', source: 'expression', expression: 'row.id + 1' })]),
    update('chosen', [
      set({ field: 'state', value: 'ok' }),
      set({ field: 'state', value: 'no' }),
      set({ field: 'paid', value: 'true' }),
    ]),
    update('none', [set({ source: 'empty' })]),
    { id: 'unset', kind: 'action', do: { action: 'update_row' } },
    { id: 'odd', kind: 'action' },
  ];
  const t = (/** @type {string} */ key) => key;
  const req = /** @type {any} */ ({ ctx: { t, app: { registry }, catalog, locale: 'en' } });
  const words = wordsOf(req, { table: 'leave', steps: /** @type {any} */ (steps), onError: [] });
  assert.deepEqual(words, {
    ask: 'Manager: Approve [Reason] [gone] [Reason] {{#if row.paid}}!{{/if}} {{ row.boss.name }}',
    fixed: 'Change row: Reason = Sick, gone = row.id + 1',
    chosen: 'Change row: State = Approved, State = no, Paid = value.yes',
    none: 'Change row: Reason = admin.workflow.set.empty',
    unset: 'Change row',
    odd: 'admin.workflow.chooseAction',
  });
});
