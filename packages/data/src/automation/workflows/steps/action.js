/** @import { ActionResult, WorkflowOutcome, WorkflowStepContext, WorkflowTrial } from '@plinth/plugin' */
/** @import { Mail } from '../../outbox/types.d.ts' */
import { defineWorkflowStep } from '@plinth/plugin';
import { variable } from '@plinth/plugin/settings';

/** Any action, as in a trigger: on the row, or inside a loop on the row of the loop. */
export const action = defineWorkflowStep({
  name: 'action',
  order: 10,
  label: 'step.action.label',
  help: 'step.action.help',
  icon: 'bolt',
  settings: [
    { name: 'do', type: 'action', label: 'step.action.label', required: true, except: ['run_steps'], unattended: true },
    variable('into', 'step.action.into', {
      help: 'step.action.into.help',
    }),
  ],
  canFail: true,
  canUndo: true,
  isOutside: ({ do: { action: name } }, registry) =>
    registry.has('action', name) && registry.action(name).outside === true,
  /** One that touches only the database commits together with the run's state. */
  async enter(at) {
    const { step, trial, core, text } = at;
    if (!trial) return doneWith(at, await core.act(step.do));
    if (core.isOutside) {
      const { config } = await core.filledAction(step.do);
      trial.held.push({ step: step.id, what: step.do.action, config: await withTexts(config, text) });
      return { go: 'next', output: { held: true } };
    }
    const held = { add: (/** @type {Mail} */ mail) => noted(trial, step.id, mail) };
    const before = trial.held.length;
    const result = await core.act(step.do, held);
    // The note about sending doesn't apply to a mail that is not sent.
    return trial.held.length > before ? { go: 'next', output: { held: true } } : doneWith(at, result);
  },
});

/** @param {WorkflowStepContext} at @param {ActionResult} result @returns {WorkflowOutcome} */
function doneWith({ step, variables, asVariable }, { message, note, value }) {
  const isKept = value !== undefined && Object.hasOwn(variables, step.into);
  const output = { ...(message && { message }), ...(note && { note }) };
  return {
    go: 'next',
    ...(isKept && { set: { [step.into]: asVariable(step.into, value) } }),
    ...(Object.keys(output).length > 0 && { output }),
  };
}

/**
 * Settings with the values of the row filled in; a text with a secret stays as written.
 *
 * @param {any} value @param {(template: string) => Promise<string>} text @returns {Promise<any>}
 */
async function withTexts(value, text) {
  if (typeof value === 'object' && value !== null) {
    const filled = Array.isArray(value) ? [...value] : { ...value };
    // One after the other, since they share a connection.
    for (const key of Object.keys(filled)) filled[key] = await withTexts(filled[key], text);
    return filled;
  }
  const isTemplate = typeof value === 'string' && value.includes('{{') && !/\bsecrets\b/.test(value);
  return isTemplate ? text(value) : value;
}

/** What a mail would have said. @param {WorkflowTrial} trial @param {string} step @param {Mail} mail */
function noted(trial, step, { to, subject, content }) {
  const text = content.blocks.map(wordsOf).join('\n');
  trial.held.push({ step, what: 'send_email', to, subject, text });
  return '';
}

/** @param {import('../../outbox/types.d.ts').MailBlock} block */
function wordsOf(block) {
  if ('plain' in block) return block.plain;
  if ('text' in block) return block.text;
  if ('url' in block) return block.url;
  if ('title' in block) return block.title;
  if ('heading' in block) return block.heading;
  if ('values' in block) return block.values.map(({ label, value }) => `${label}: ${value}`).join('\n');
  return 'table' in block ? block.table.title : block.list.map(({ text }) => text).join('\n');
}
