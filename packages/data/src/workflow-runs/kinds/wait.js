/** @import { Outcome, StepContext, StepKind } from '../types.d.ts' */
import { AppError } from '@plinth/plugin';
import { hashOfHook, hookKey } from '../carried.js';
import { asVariable } from '../variables.js';

const MINUTE = 60_000;
/** A condition is looked at this often, in case that nothing tells of its change, in ms. */
const LOOK = 30_000;

/** Waits for a moment, until the row meets a condition, or for a call from outside. @returns {StepKind} */
export const wait = () => ({
  kind: 'wait',
  async enter(at) {
    const { step, run, now } = at;
    const timeout = step.timeout ? new Date(now.getTime() + step.timeout * MINUTE) : null;
    if (step.for === 'time') return until(at, new Date(now.getTime() + step.minutes * MINUTE));
    if (step.for === 'until') return until(at, await momentOf(at));
    // Looked at once more when it is known to wait: the row may have been changed meanwhile.
    if (step.for === 'row') return condition(at, timeout, now);
    return { go: 'wait', waits: 'webhook', until: timeout, hook: hashOfHook(hookKey(run, step.id)) };
  },
  async resume(at) {
    const { step, path, token, document, now } = at;
    const { came, own } = token.data;
    if (step.for === 'time' || step.for === 'until') return { go: 'next' };
    if (step.for === 'row') {
      const timeout = own?.timeout ? new Date(own.timeout) : null;
      const again = await condition(at, timeout, new Date(now.getTime() + LOOK));
      const isOver = again.go === 'wait' && timeout !== null && timeout <= now;
      return isOver ? { go: 'into', list: `${path}/onTimeout`, output: { timeout: true } } : again;
    }
    if (came === undefined) return { go: 'into', list: `${path}/onTimeout`, output: { timeout: true } };
    const variable = document.body.variables.find(({ name }) => name === step.into);
    const set = variable ? { [variable.name]: asVariable(variable, came.body) } : {};
    return { go: 'next', set, output: { body: came.body } };
  },
});

/** @param {StepContext} at @param {Date} moment @returns {Outcome} */
function until({ trial, now }, moment) {
  if (trial || moment <= now) return { go: 'next', output: { until: moment } };
  return { go: 'wait', waits: 'time', until: moment, output: { until: moment } };
}

/** @param {StepContext} at */
async function momentOf({ step, evaluate }) {
  const [value] = await evaluate([step.until]);
  const moment = typeof value === 'string' ? new Date(value) : null;
  if (moment && !Number.isNaN(moment.getTime())) return moment;
  throw new AppError('WORKFLOW_NO_MOMENT', 'There is no date to wait for', {
    ...{ status: 422, hint: 'Enter a date in the field that the step names, or add a condition to the step' },
  });
}

/** @param {StepContext} at @param {Date | null} timeout @param {Date} next when it is looked at again @returns {Promise<Outcome>} */
async function condition({ step, about, run, evaluate, trial }, timeout, next) {
  const [holds] = await evaluate([step.condition]);
  if (holds === true || trial) return { go: 'next' };
  return {
    ...{ go: 'wait', waits: 'row', until: timeout && timeout < next ? timeout : next, own: { timeout } },
    row: { table: about.table?.name ?? '', key: String(about.id ?? run.row_key) },
  };
}
