/** @import { Filter, WorkflowOutcome, WorkflowStepContext } from '@plinth/plugin' */
/** @import { Frame } from '../../workflow-runs/types.d.ts' */
import { defineWorkflowStep } from '@plinth/plugin';

/** Rows of one statement. */
const MOST_IN_PAGE = 500;

/** Repeats its steps for rows of a table. Inside, `row` is the row of the loop. Each batch is saved on its own. */
export const each = defineWorkflowStep({
  name: 'each',
  order: 40,
  label: 'For each row',
  help: 'Repeat steps for all rows that meet a condition',
  icon: 'repeat',
  settings: [
    { name: 'table', type: 'table', label: 'Table', required: true },
    {
      ...{ name: 'where', type: 'expression', label: 'Only rows where', result: 'bool', of: 'table', default: '' },
      help: 'Here and in the steps of the loop, row is the row of this table. Empty: all rows.',
    },
    { name: 'limit', type: 'integer', label: 'At most', min: 1, max: 100_000, default: 1000 },
    {
      ...{ name: 'batch', type: 'integer', label: 'Rows per batch', min: 1, max: 1000, default: 100 },
      help: 'The changes of a batch are saved together.',
    },
    { name: 'steps', type: 'steps', label: 'For each row', of: 'table', default: [] },
  ],
  enter: async (at) =>
    nextPage(at, {
      path: at.path,
      table: at.core.catalog.table(at.step.table).id,
      item: '',
      ids: [],
      after: null,
      count: 0,
    }),
  /** Each batch is committed on its own. */
  async ended(at) {
    const frame = at.core.frames.at(-1);
    if (frame.ids.length > 0) return goOn(at, frame, false);
    return nextPage(at, frame);
  },
});

/** @param {WorkflowStepContext} at @param {Frame} frame @returns {Promise<WorkflowOutcome>} */
async function nextPage(at, frame) {
  const { step, actor, core } = at;
  const left = step.limit - frame.count;
  const limit = Math.min(step.batch, left, MOST_IN_PAGE);
  const ids = limit > 0 ? await read() : [];
  if (ids.length > 0) return goOn(at, { ...frame, ids }, frame.count > 0);
  const frames = core.frames.filter((/** @type {Frame} */ { path }) => path !== frame.path);
  return { go: 'next', frames, output: { rows: frame.count } };

  async function read() {
    /** @type {Filter[]} */
    const all = [];
    if (step.where) all.push({ expression: await core.filled(step.where) });
    if (frame.after !== null) all.push({ field: 'id', op: 'gt', value: { param: 'after' } });
    const spec = {
      ...{ table: step.table, select: [], limit, sort: [{ field: 'id' }] },
      ...(all.length > 0 && { where: { all } }),
    };
    const [{ rows }] = await core.select(actor, [{ spec, params: { after: frame.after } }]);
    return rows.map((/** @type {any} */ { id }) => String(id));
  }
}

/** @param {WorkflowStepContext} at @param {Frame} frame @param {boolean} isBatch @returns {WorkflowOutcome} */
function goOn({ path, core }, frame, isBatch) {
  const [item, ...ids] = frame.ids;
  const frames = core.frames.filter((/** @type {Frame} */ one) => one.path !== frame.path);
  const next = { ...frame, item, ids, after: item, count: frame.count + 1 };
  return { go: 'into', list: `${path}/steps`, frames: [...frames, next], isBatch };
}
