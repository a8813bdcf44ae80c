/** @import { StepKind } from '../types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';

/** Runs another workflow and waits for its end. @param {import('./index.js').Parts} parts @returns {StepKind} */
export const workflow = ({ catalog, start }) => ({
  kind: 'workflow',
  async enter({ step, run, token, about, actor, gate, evaluate, trial }) {
    if (trial) {
      trial.held.push({ step: step.id, what: 'workflow', text: step.workflow });
      return { go: 'next', output: { held: true } };
    }
    const other = catalog().workflow(step.workflow);
    const values = await evaluate(step.inputs.map((/** @type {any} */ { value }) => value));
    const inputs = Object.fromEntries(
      step.inputs.map((/** @type {any} */ { variable }, /** @type {number} */ i) => [variable, values[i]]),
    );
    const [given] = step.row ? await evaluate([step.row]) : [null];
    const same = about.table !== null && about.table.name === other.table ? about.id : null;
    const id = await start(
      actor,
      { workflow: other.name, row: given ?? same, inputs },
      { gate, parent: token.id, cause: run.caused_by },
    );
    return { go: 'wait', waits: 'run', until: null, output: { run: id } };
  },
  async resume({ token, step }) {
    const { state, result, error } = token.data.came ?? {};
    if (state === 'done') return { go: 'next', output: { result } };
    throw new AppError('WORKFLOW_STEP_FAILED', phrase`The workflow "${step.workflow}" did not end well`, {
      ...{ status: 422, hint: error?.message ?? 'Its runs show what happened' },
    });
  },
});
