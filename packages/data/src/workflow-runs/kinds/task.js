/** @import { StepContext, StepKind } from '../types.d.ts' */
import { asVariable } from '../variables.js';

const MINUTE = 60_000;

/** Asks a person, and waits for the answer. @param {import('./index.js').Parts} parts @returns {StepKind} */
export const task = ({ tasks }) => ({
  kind: 'task',
  async enter(at) {
    const { step, now, trial } = at;
    if (trial) return tried(at);
    const due = step.deadline ? new Date(now.getTime() + step.deadline * MINUTE) : null;
    const id = await tasks.ask(at, due);
    return { go: 'wait', waits: 'task', until: due, own: { task: id }, output: { task: id } };
  },
  async resume(at) {
    const { step, path, document } = at;
    const { came, own } = at.token.data;
    if (came) {
      const { outcome, comment, by, at: when, values } = came;
      const set = Object.fromEntries(
        document.body.variables
          .filter(({ name }) => Object.hasOwn(values, name))
          .map((variable) => [variable.name, asVariable(variable, values[variable.name])]),
      );
      return { go: 'next', set, result: { outcome, comment, by, at: when }, output: { outcome, comment, ...set }, by };
    }
    if (step.onDeadline === 'steps') {
      await tasks.expire(at, own.task);
      return { go: 'into', list: `${path}/steps`, output: { expired: true } };
    }
    if (step.onDeadline === 'escalate') await tasks.escalate(at, own.task);
    else await tasks.remind(at, own.task);
    return { go: 'wait', waits: 'task', until: null, own };
  },
});

/** Of a test run: the answer is chosen in advance. @param {StepContext} at @returns {Promise<import('../types.d.ts').Outcome>} */
async function tried(at) {
  const { step, trial, now } = at;
  const outcome = trial?.outcomes[step.id] ?? step.outcomes[0].name;
  trial?.held.push({
    step: step.id,
    what: 'task',
    subject: await at.text(step.title),
    text: await at.text(step.text ?? ''),
  });
  const result = { outcome, comment: '', by: null, at: now.toISOString() };
  return { go: 'next', result, output: { outcome } };
}
