/** @import { Filter, WorkflowOutcome, WorkflowStepContext, Values } from '@plinth/plugin' */
/** @import { Frame } from '../../workflow-runs/types.d.ts' */
import { defineWorkflowStep } from '@plinth/plugin';
import { expression, integer, steps } from '@plinth/plugin/settings';

/** Rows of one statement. */
const MOST_IN_PAGE = 500;

/** Repeats its steps for rows of a table. Inside, `row` is the row of the loop. Each batch is saved on its own. */
export const each = defineWorkflowStep({
  name: 'each',
  order: 40,
  label: 'step.each.label',
  help: 'step.each.help',
  icon: 'repeat',
  settings: [
    { name: 'table', type: 'table', label: 'step.each.table', required: true },
    expression('where', 'step.each.where', {
      result: 'bool',
      of: 'table',
      default: '',
      help: 'step.each.where.help',
    }),
    integer('limit', 'step.atMost', { min: 1, max: 10_000_000, help: 'step.each.limit.help' }),
    integer('batch', 'step.each.batch', {
      min: 1,
      max: 1000,
      default: 100,
      help: 'step.each.batch.help',
    }),
    steps('steps', 'step.each.label', { of: 'table', default: [] }),
  ],
  async enter(at) {
    const table = at.core.catalog.table(at.step.table).id;
    const until = await newestRow(at);
    return nextPage(at, { path: at.path, table, item: '', ids: [], after: null, until, count: 0 });
  },
  /** Each batch is committed on its own. */
  async ended(at) {
    const frame = at.core.frames.at(-1);
    if (frame.ids.length > 0) return goOn(at, frame, false);
    return nextPage(at, frame);
  },
});

/** Where the loop ends, so that rows which its own steps add don't prolong it. @param {WorkflowStepContext} at @returns {Promise<string | null>} */
async function newestRow({ step, actor, core }) {
  const spec = { table: step.table, select: [], limit: 1, sort: [{ field: 'id', descending: true }] };
  const [{ rows }] = await core.select(actor, [{ spec, params: {} }]);
  return rows.length > 0 ? String(rows[0].id) : null;
}

/** @param {WorkflowStepContext} at @param {Frame} frame @returns {Promise<WorkflowOutcome>} */
async function nextPage(at, frame) {
  const { step, core } = at;
  const left = (step.limit ?? Infinity) - frame.count;
  const ids = await readPage(at, frame, Math.min(step.batch, MOST_IN_PAGE, Math.max(left, 1)));
  if (ids.length > 0 && left > 0) return goOn(at, { ...frame, ids }, frame.count > 0);
  const frames = core.frames.filter((/** @type {Frame} */ { path }) => path !== frame.path);
  return { go: 'next', frames, output: { rows: frame.count, ...(ids.length > 0 && { hasMore: true }) } };
}

/** Keys of the next rows. @param {WorkflowStepContext} at @param {Frame} frame @param {number} limit @returns {Promise<string[]>} */
async function readPage({ step, actor, core }, { after, until }, limit) {
  /** @type {Filter[]} */
  const all = [];
  if (step.where) all.push({ expression: await core.filled(step.where) });
  if (after !== null) all.push({ field: 'id', op: 'gt', value: { param: 'after' } });
  if (until) all.push({ field: 'id', op: 'lte', value: { param: 'until' } });
  const spec = {
    table: step.table,
    select: [],
    limit,
    sort: [{ field: 'id' }],
    ...(all.length > 0 && { where: { all } }),
  };
  const [{ rows }] = await core.select(actor, [{ spec, params: { after, until } }]);
  return rows.map((/** @type {Values} */ { id }) => String(id));
}

/** @param {WorkflowStepContext} at @param {Frame} frame @param {boolean} isBatch @returns {WorkflowOutcome} */
function goOn({ path, core }, frame, isBatch) {
  const [item, ...ids] = frame.ids;
  const frames = core.frames.filter((/** @type {Frame} */ one) => one.path !== frame.path);
  const next = { ...frame, item, ids, after: item, count: frame.count + 1 };
  const output = isBatch ? { output: { rows: frame.count } } : {};
  return { go: 'into', list: `${path}/steps`, frames: [...frames, next], isBatch, ...output };
}
