import { defineWorkflowStep } from '@plinth/plugin';
import { list, steps, text } from '@plinth/plugin/settings';

/** Runs several lists of steps at the same time and continues when all have ended. */
export const parallel = defineWorkflowStep({
  name: 'parallel',
  order: 50,
  label: 'step.parallel.label',
  help: 'step.parallel.help',
  icon: 'arrows-split',
  settings: [
    list(
      'branches',
      'step.parallel.branches',
      [text('label', 'step.label', { max: 100, default: '' }), steps('steps', { default: [] })],
      {
        required: true,
        min: 2,
        max: 10,
      },
    ),
  ],
  enter: async ({ step, path }) => ({
    go: 'fork',
    lists: step.branches.map((/** @type {unknown} */ _, /** @type {number} */ i) => `${path}/branches/${i}/steps`),
  }),
  resume: async () => ({ go: 'next' }),
});
