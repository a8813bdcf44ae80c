/** @import { Filter } from '@plinth/plugin' */
/** @import { Frame, Outcome, StepContext, StepKind } from '../types.d.ts' */

/** Rows of one statement. */
const MOST_IN_PAGE = 500;

/** Repeats its steps for rows of a table, in the order of their keys. Each batch is committed on its own. @returns {StepKind} */
export const each = () => ({
  kind: 'each',
  enter: async (at) => nextPage(at, { path: at.path, table: at.step.table, item: '', ids: [], after: null, count: 0 }),
  async ended(at) {
    const frame = /** @type {Frame} */ (at.token.data.frames?.at(-1));
    if (frame.ids.length > 0) return goOn(at, frame, false);
    return nextPage(at, frame);
  },
});

/** @param {StepContext} at @param {Frame} frame @returns {Promise<Outcome>} */
async function nextPage(at, frame) {
  const { step, gate, actor } = at;
  const left = step.limit - frame.count;
  const limit = Math.min(step.batch, left, MOST_IN_PAGE);
  const ids = limit > 0 ? await read() : [];
  if (ids.length > 0) return goOn(at, { ...frame, ids }, frame.count > 0);
  const frames = (at.token.data.frames ?? []).filter(({ path }) => path !== frame.path);
  return { go: 'next', frames, output: { rows: frame.count } };

  async function read() {
    /** @type {Filter[]} */
    const all = [];
    if (step.where) all.push({ expression: await at.filled(step.where) });
    if (frame.after !== null) all.push({ field: 'id', op: 'gt', value: { param: 'after' } });
    const spec = {
      ...{ table: step.table, select: [], limit, sort: [{ field: 'id' }] },
      ...(all.length > 0 && { where: { all } }),
    };
    const [{ rows }] = await gate.select(actor, [{ spec, params: { after: frame.after } }]);
    return rows.map(({ id }) => String(id));
  }
}

/** @param {StepContext} at @param {Frame} frame @param {boolean} isBatch @returns {Outcome} */
function goOn({ path, token }, frame, isBatch) {
  const [item, ...ids] = frame.ids;
  const frames = (token.data.frames ?? []).filter((one) => one.path !== frame.path);
  const next = { ...frame, item, ids, after: item, count: frame.count + 1 };
  return { go: 'into', list: `${path}/steps`, frames: [...frames, next], isBatch };
}
