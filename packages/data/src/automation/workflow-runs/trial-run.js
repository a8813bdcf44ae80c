/** @import { Actor, Values } from '@plinth/plugin' */
/** @import { Within } from '../../gate/rows/within.js' */
/** @import { Trial } from './types.d.ts' */
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { AppError } from '@plinth/plugin';
import { tokenOf } from './claims.js';
import { stepColumns, stepOf } from './run-list.js';
import { sql } from '../../postgres/sql/index.js';
import { readAllTyped } from './typed-values.js';

/** Steps of a test run; a loop over many rows is not gone through. */
const MOST = 500;

/**
 * Runs a workflow with sample data and rolls everything back. Mails and requests are only recorded, waits are skipped, and
 * tasks get the chosen answers.
 *
 * @param {{ within: <T>(work: (gate: Within) => Promise<T>) => Promise<T>, start: import('../types.d.ts').Start,
 *   catalog: () => import('@plinth/plugin').Catalog, work: (gate: Within, token: any, trial: Trial) => Promise<void> }} context
 */
export function createTrialRun({ within, start, catalog, work }) {
  /**
   * @param {Actor} actor
   * @param {{ workflow: string, row?: unknown, inputs?: Record<string, unknown>, typed?: Record<string, string>, timeZone?: string,
   *   outcomes?: Record<string, string> }} request typed: inputs as they were typed into a form, in this time zone
   * @returns {Promise<{ state: string, result: string | null, error: Values, variables: Record<string, unknown>, steps: import('./run-list.js').ListedStep[], held: Trial['held'] }>}
   */
  return async (actor, { outcomes = {}, typed = {}, timeZone = 'UTC', ...given }) => {
    requireAdmin(actor);
    const { variables } = catalog().workflow(given.workflow);
    const request = { ...given, inputs: { ...given.inputs, ...readAllTyped(variables, typed, timeZone) } };
    /** @type {Trial} */
    const trial = { outcomes, held: [] };
    /** @type {any} */
    let answer;
    const rollBack = new Error('A test run leaves nothing behind');
    try {
      await within(async (gate) => {
        const id = await start(actor, request, { gate, isTest: true });
        await through(gate, id, trial);
        answer = { ...(await outcomeOf(gate, id)), held: trial.held };
        throw rollBack;
      });
    } catch (error) {
      if (error !== rollBack) throw error;
    }
    return answer;
  };

  /** @param {Within} gate @param {string} id @param {Trial} trial */
  async function through(gate, id, trial) {
    for (let n = 0; ; n++) {
      const { rows } = await gate.tx.query(tokenOf(id));
      if (rows.length === 0) return;
      if (n >= MOST)
        throw new AppError('WORKFLOW_TEST_TOO_LONG', 'The test run takes too many steps', {
          status: 422,
          hint: 'Test it with fewer rows in its loops',
        });
      await work(gate, rows[0], trial);
    }
  }
}

/** @param {Within} gate @param {string} id */
async function outcomeOf({ tx }, id) {
  const { rows: runs } = await tx.query(
    sql`select state, result, error, variables from plinth.workflow_runs where id = ${id}::uuid`,
  );
  const { rows: steps } = await tx.query(stepColumns(id));
  return { ...runs[0], steps: steps.map(stepOf) };
}
