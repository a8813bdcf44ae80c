import { AppError, defineWorkflowStep, phrase } from '@plinth/plugin';
import { expression, list, minutes, select, steps } from '@plinth/plugin/settings';

const MINUTE = 60_000;

/** Runs another workflow and waits for its end. */
export const workflow = defineWorkflowStep({
  name: 'workflow',
  order: 60,
  label: 'step.workflow.label',
  help: 'step.workflow.help',
  icon: 'sitemap',
  settings: [
    { name: 'workflow', type: 'workflow', label: 'step.workflow.workflow', required: true },
    expression('row', 'step.workflow.row', {
      default: '',
      help: 'step.workflow.row.help',
    }),
    list(
      'inputs',
      'step.workflow.inputs',
      [
        { name: 'variable', type: 'variable', of: 'workflow', label: 'step.variable', required: true },
        expression('value', 'step.value', { required: true }),
      ],
      { max: 50, default: [] },
    ),
    minutes('timeout', 'step.atMost', {
      min: 1,
      max: 1_051_200,
      help: 'step.workflow.timeout.help',
    }),
    select(
      'whenOver',
      'step.workflow.whenOver',
      { fail: 'step.workflow.whenOver.fail', steps: 'step.workflow.whenOver.steps' },
      { default: 'fail' },
    ),
    steps('onTimeout', 'step.onTimeout', { default: [], showIf: { name: 'whenOver', in: ['steps'] } }),
  ],
  canFail: true,
  canUndo: true,
  async enter({ step, about, evaluate, trial, now, core }) {
    if (trial) {
      trial.held.push({ step: step.id, what: 'workflow', text: step.workflow });
      return { go: 'next', output: { held: true } };
    }
    const other = core.catalog.workflow(step.workflow);
    const values = await evaluate(step.inputs.map((/** @type {any} */ { value }) => value));
    const inputs = Object.fromEntries(
      step.inputs.map((/** @type {any} */ { variable }, /** @type {number} */ i) => [variable, values[i]]),
    );
    const [given] = step.row ? await evaluate([step.row]) : [null];
    const same = about.table !== null && about.table.name === other.table ? about.id : null;
    const id = await core.start({ workflow: other.name, row: given ?? same, inputs });
    const until = step.timeout ? new Date(now.getTime() + step.timeout * MINUTE) : null;
    return { go: 'wait', waits: 'run', until, own: { run: id }, output: { run: id } };
  },
  async resume({ step, path, own, came, core }) {
    // It ends after undoing its steps.
    if (came === undefined && (await core.cancel(own.run)))
      return { go: 'wait', waits: 'run', until: null, own: { ...own, isLate: true } };
    if (own?.isLate && step.whenOver === 'steps')
      return { go: 'into', list: `${path}/onTimeout`, output: { run: own.run, timeout: true } };
    if (own?.isLate) throw tooLong(step.workflow);
    const { state, result, error } = came ?? {};
    if (state === 'done') return { go: 'next', output: { run: own?.run, result } };
    throw new AppError('WORKFLOW_STEP_FAILED', phrase`The workflow "${step.workflow}" did not end well`, {
      status: 422,
      hint: error?.message ?? 'Its runs show what happened',
    });
  },
});

/** @param {string} name */
const tooLong = (name) =>
  new AppError('WORKFLOW_STEP_FAILED', phrase`The workflow "${name}" took too long`, {
    status: 422,
    hint: 'It was cancelled. Give it more time, or look at its runs',
  });
