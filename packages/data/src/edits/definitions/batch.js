/** @import { Values } from '@plinth/plugin' */
/** @import { Edit, EditContext } from '../types.d.ts' */
/** @import { Draft } from './base/draft.js' */
import { AppError, inputInvalid, phrase } from '@plinth/plugin';
import { createYield } from './base/yield.js';
import { onlyKeys } from './base/names.js';
import { planEdit } from './base/plan-edit.js';
import { line } from './base/texts.js';
import { TEXT, list, part, takes } from './base/takes.js';
import { LIMITS } from '../../catalog/limits/limits.js';

/** Several edits as one: one transaction, one revision, one undo. @type {Edit} */
export const edit = {
  name: 'batch',
  about: 'Makes several edits as one, which are undone together',
  takes: takes({ edits: list(part('batchStep')) }, { summary: TEXT }),
  summary: (input) => line('summary', input.summary) || changes(input.edits?.length ?? 0),
  async plan(draft, input, context) {
    if (!Array.isArray(input.edits) || input.edits.length > LIMITS.edits)
      throw inputInvalid({ edits: phrase`must be a list of at most ${LIMITS.edits} edits` });
    const yieldTurn = createYield();
    for (const step of input.edits) {
      await planStep(draft, step, context);
      await yieldTurn();
    }
  },
};

/** @param {Draft} draft @param {Values} step @param {EditContext} context */
async function planStep(draft, step, context) {
  onlyKeys('a step', step, ['edit', 'input']);
  const found = context.edits.get(step.edit);
  if (!found || found.name === 'batch')
    throw new AppError('EDIT_UNKNOWN', phrase`There is no edit "${step.edit}"`, { status: 422 });
  await planEdit(found, draft, step.input ?? {}, context);
}

/** @param {number} count */
const changes = (count) => (count === 1 ? phrase`1 change` : phrase`${count} changes`);
