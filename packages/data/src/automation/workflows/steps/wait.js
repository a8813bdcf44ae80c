/** @import { WorkflowOutcome, WorkflowStepContext } from '@plinth/plugin' */
import { AppError, awaitedMoment, defineWorkflowStep } from '@plinth/plugin';
import { expression, minutes, select, steps, variable } from '@plinth/plugin/settings';

const MINUTE = 60_000;
/**
 * How often to check a condition, in ms: soon if it depends on more than the row, less often the longer it waits. The change
 * stream reports changes of the row itself.
 */
const LOOK = { soonest: 30_000, latest: 15 * MINUTE, share: 0.1, row: 60 * MINUTE };

/** Waits for a moment, until the row meets a condition, or for a call from outside. */
export const wait = defineWorkflowStep({
  name: 'wait',
  order: 70,
  label: 'step.wait.label',
  help: 'step.wait.help',
  icon: 'clock',
  settings: [
    select(
      'for',
      'step.wait.for',
      {
        time: 'step.wait.for.time',
        until: 'step.wait.for.until',
        row: 'step.wait.for.row',
        webhook: 'step.wait.for.webhook',
      },
      { required: true },
    ),
    minutes('minutes', 'step.wait.minutes', {
      min: 1,
      max: 1_051_200,
      required: true,
      showIf: { name: 'for', in: ['time'] },
    }),
    expression('until', 'step.wait.until', {
      required: true,
      help: 'step.wait.until.help',
      showIf: { name: 'for', in: ['until'] },
    }),
    expression('condition', 'step.wait.condition', {
      result: 'bool',
      required: true,
      showIf: { name: 'for', in: ['row'] },
    }),
    variable('into', 'step.wait.into', {
      help: 'step.wait.into.help',
      showIf: { name: 'for', in: ['webhook'] },
    }),
    minutes('timeout', 'step.atMost', {
      min: 1,
      max: 1_051_200,
      help: 'step.wait.timeout.help',
      showIf: { name: 'for', in: ['row', 'webhook'] },
    }),
    steps('onTimeout', 'step.onTimeout', { default: [], showIf: { name: 'for', in: ['row', 'webhook'] } }),
  ],
  check(step, { table, variables }) {
    /** @type {Record<string, string>} */
    const errors = {};
    if (step.for === 'row' && !table) errors.for = 'The workflow is about no row';
    const into = step.for === 'webhook' && step.into ? variables.find(({ name }) => name === step.into) : null;
    if (into && into.type !== 'json') errors.into = 'Choose a variable of type JSON';
    return errors;
  },
  async enter(at) {
    const { step, now, core } = at;
    const timeout = step.timeout ? new Date(now.getTime() + step.timeout * MINUTE) : null;
    if (step.for === 'time') return until(at, new Date(now.getTime() + step.minutes * MINUTE));
    if (step.for === 'until') return until(at, await moment(at));
    // Check once more after starting to wait: the row may have changed in the meantime.
    if (step.for === 'row') return condition(at, { timeout, since: now, next: now });
    return { go: 'wait', waits: 'webhook', until: timeout, hook: core.hook() };
  },
  async resume(at) {
    const { step, path, came, own, now, variables, asVariable } = at;
    if (step.for === 'time' || step.for === 'until') return { go: 'next' };
    if (step.for === 'row') {
      const timeout = own?.timeout ? new Date(own.timeout) : null;
      const since = new Date(own?.since ?? now);
      const again = await condition(at, { timeout, since, next: await nextLook(at, since) });
      const isOver = again.go === 'wait' && timeout !== null && timeout <= now;
      return isOver ? { go: 'into', list: `${path}/onTimeout`, output: { timeout: true } } : again;
    }
    if (came === undefined) return { go: 'into', list: `${path}/onTimeout`, output: { timeout: true } };
    const set = Object.hasOwn(variables, step.into) ? { [step.into]: asVariable(step.into, came.body) } : {};
    return { go: 'next', set, output: { body: came.body } };
  },
});

/** @param {WorkflowStepContext} at @param {Date} moment @returns {WorkflowOutcome} */
function until({ trial, now }, moment) {
  if (trial || moment <= now) return { go: 'next', output: { until: moment } };
  return { go: 'wait', waits: 'time', until: moment, output: { until: moment } };
}

/** @param {WorkflowStepContext} at */
async function moment({ step, evaluate }) {
  const found = await awaitedMoment(step.until, evaluate);
  if (found) return found;
  throw new AppError('WORKFLOW_NO_MOMENT', 'There is no date to wait for', {
    status: 422,
    hint: 'Enter a date in the field that the step names, or add a condition to the step',
  });
}

/**
 * @param {WorkflowStepContext} at @param {{ timeout: Date | null, since: Date, next: Date }} times next: when it is looked at again
 * @returns {Promise<WorkflowOutcome>}
 */
async function condition({ step, about, evaluate, trial }, { timeout, since, next }) {
  const [holds] = await evaluate([step.condition]);
  if (holds === true || trial) return { go: 'next' };
  return {
    go: 'wait',
    waits: 'row',
    until: timeout && timeout < next ? timeout : next,
    own: { timeout, since },
    row: { table: about.table?.name ?? '', key: String(about.id ?? '') },
  };
}

/** @param {WorkflowStepContext} at @param {Date} since it waits */
async function nextLook({ step, now, core }, since) {
  const age = now.getTime() - since.getTime();
  const soon = Math.min(Math.max(age * LOOK.share, LOOK.soonest), LOOK.latest);
  const ms = (await core.isOfRowAlone(step.condition)) ? LOOK.row : soon;
  return new Date(now.getTime() + ms);
}
