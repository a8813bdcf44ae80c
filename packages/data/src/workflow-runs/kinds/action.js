/** @import { Mail } from '../../outbox/types.d.ts' */
/** @import { StepKind, Trial } from '../types.d.ts' */

/** Any action. One that touches only the database commits together with the run's state. @param {import('./index.js').Parts} parts @returns {StepKind} */
export const action = ({ actions, registry }) => ({
  kind: 'action',
  isOutside: ({ do: { action: name } }) => registry.has('action', name) && registry.action(name).outside === true,
  async enter(at) {
    const { step, actor, about, gate, key, trial } = at;
    const done = await at.action({ do: step.do });
    const isOutside = this.isOutside?.(step, registry) ?? false;
    if (trial && isOutside) {
      trial.held.push({ step: step.id, what: step.do.action, text: JSON.stringify(done.do.config) });
      return { go: 'next', output: { held: true } };
    }
    const held = trial && { add: (/** @type {Mail} */ mail) => noted(trial, step.id, mail) };
    const segment = { first: 0, steps: [done], isOutside };
    const { result } = await actions.runSegment({ segment, actor, about, gate, run: key, held });
    return { go: 'next', ...(result.message && { output: { message: result.message } }) };
  },
});

/** What a mail would have said. @param {Trial} trial @param {string} step @param {Mail} mail */
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
  return 'table' in block ? block.table.title : block.list.map(({ text }) => text).join('\n');
}
