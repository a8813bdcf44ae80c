/** @import { Actor, Registry, Trigger } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../../catalog/types.d.ts' */
/** @import { Within } from '../../gate/rows/within.js' */
/** @import { About } from '../types.d.ts' */
/** @import { Run } from './claims.js' */
import { AppError } from '@plinth/plugin';
import { holdRow } from '../actions/held-row.js';
import { segmentsOf } from '../actions/run-steps.js';
import { readKey } from '../../catalog/schema/key.js';
import { proceed } from './claims.js';

/**
 * The result of a run: its steps are done, or it is forgotten; null: recorded already.
 *
 * @typedef {{ steps: readonly unknown[] } | 'forget' | null} Outcome
 */

/**
 * The next steps of a run that share a transaction.
 *
 * @param {{ registry: Registry, catalog: () => StoredCatalog,
 *   actions: ReturnType<typeof import('../actions/create-actions.js').createActions> }} context
 */
export function createWorkOfRun({ registry, catalog, actions }) {
  return work;

  /** @param {Within} gate @param {Trigger} trigger @param {Run} run @param {Actor} actor @returns {Promise<Outcome>} */
  async function work(gate, trigger, run, actor) {
    const about = aboutOf(registry, catalog(), trigger, run);
    const segment = segmentsOf(registry, trigger.steps).find(({ first }) => first >= run.next_step);
    if (run.next_step === 0 && trigger.when) {
      // Of two runs for one row, only the first may see the condition hold.
      if (segment && !segment.isOutside) await holdRow(gate, actor, about);
      if (!(await holds(gate, actor, about, trigger.when)))
        return registry.triggerSource(trigger.source).keepsAll ? { steps: [] } : 'forget';
    }
    if (!segment) return { steps: run.steps };
    const key = `${run.id}.${segment.first}`;
    const { done, result } = await actions.runSegment({ segment, actor, about, gate, run: key });
    // The steps of an earlier, failed attempt were rolled back.
    const before = run.steps.filter(({ step }) => step <= run.next_step);
    const steps = [...before, ...done];
    const next = segment.first + segment.steps.length;
    if (next >= trigger.steps.length) return { steps };
    await gate.tx.query(proceed(run, next, steps, result.waitUntil ?? null));
    return null;
  }

  /** @param {Within} gate @param {Actor} actor @param {About} about @param {string} condition */
  async function holds(gate, actor, about, condition) {
    try {
      const [{ value }] = await actions.evaluate(gate.select, actor, about, [condition]);
      return value === true;
    } catch (error) {
      // The row was deleted since, or this person may not see it: nothing to do.
      if (error instanceof AppError && error.code === 'ROW_NOT_FOUND') return false;
      throw error;
    }
  }
}

/** What the steps are about. @param {Registry} registry @param {StoredCatalog} catalog @param {Trigger} trigger @param {Run} run @returns {About} */
function aboutOf(registry, catalog, trigger, { event, row_key: key, old, details }) {
  const { event: fields, old: knowsOld } = registry.triggerSource(trigger.source);
  const table = trigger.table === null ? null : catalog.table(trigger.table);
  const id = table === null || key === null ? null : /** @type {string | number} */ (readKey(registry, table, key));
  const about = { table, id, event: { fields, values: details ?? {} }, isGone: event === 'delete' };
  return knowsOld ? { ...about, old } : about;
}
