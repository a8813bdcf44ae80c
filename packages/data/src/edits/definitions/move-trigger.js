/** @import { Edit } from '../types.d.ts' */
import { inputInvalid } from '@plinth/plugin';
import { findTrigger } from './base/find.js';
import { POSITION, existing, takes } from './base/takes.js';

/** Moves a trigger that runs before rows are saved to a position among those of its table, counted from 0. @type {Edit} */
export const edit = {
  name: 'move-trigger',
  about: 'Moves a trigger that runs before rows are saved to a position among those of its table',
  takes: takes({ trigger: existing('trigger'), to: POSITION }),
  summary: (input, catalog) => `Move trigger "${findTrigger(catalog, input.trigger).label}"`,
  plan(draft, input) {
    const { triggers } = draft.catalog;
    const moved = findTrigger(draft.catalog, input.trigger);
    if (moved.timing !== 'before') throw inputInvalid({ trigger: 'Only triggers before a row is saved have an order' });
    if (!Number.isInteger(input.to) || input.to < 0) throw inputInvalid({ to: 'must be a position, counted from 0' });
    const others = triggers.filter(
      (one) => one.timing === 'before' && one.table === moved.table && one.id !== moved.id,
    );
    const inOrder = others.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
    inOrder.splice(Math.min(input.to, inOrder.length), 0, moved);
    for (const [i, { id }] of inOrder.entries()) draft.merge(id, { order: i + 1 });
  },
};
