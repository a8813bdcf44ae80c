import { defineElement } from '@plinth/plugin';
import { childRelation, integer, text } from '@plinth/plugin/settings';

/** Rows that belong to the row of the form, edited with it: the lines of an order, the steps of a recipe. */
export const childRows = defineElement({
  name: 'child_rows',
  order: 300,
  label: 'el.child_rows',
  icon: 'table-row',
  group: 'data',
  children: 'any',
  childrenOf: 'relation',
  scope: 'form',
  settings: [
    childRelation('relation', 'el.child_rows.relation', { required: true }),
    text('label', 'el.label.text', { max: 120 }),
    integer('spare', 'el.child_rows.spare', { min: 0, max: 10, default: 1 }),
    integer('limit', 'el.child_rows.limit', { min: 1, max: 200, default: 50 }),
  ],
  compile({ settings, children }, c) {
    const { relation, label, spare, limit } = settings;
    return c.childRows(relation, children ?? [], { label, spare, limit });
  },
});
