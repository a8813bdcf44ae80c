import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createRegistry, definePlugin, defineWorkflowStep } from '@plinth/plugin';
import { dataPlugin } from '../../core-plugin.js';
import { createData } from '../../create-data.js';
import { SYSTEM } from '../../gate/rows/testing/forum.js';
import { createTestDatabase } from '../../testing/index.js';

/** Repeats its steps, and counts the rounds in a variable. */
const repeat = defineWorkflowStep({
  name: 'repeat',
  label: 'Repeat',
  help: 'Repeat steps some times',
  icon: 'repeat',
  settings: [
    { name: 'times', type: 'integer', label: 'Times', required: true, min: 1 },
    { name: 'into', type: 'variable', label: 'Count in', required: true },
    { name: 'steps', type: 'steps', label: 'Steps', default: [] },
  ],
  enter: async ({ step, path, asVariable }) => ({
    go: 'into',
    list: `${path}/steps`,
    set: { [step.into]: asVariable(step.into, 1) },
  }),
  async ended({ step, path, variables, asVariable }) {
    const round = Number(variables[step.into]);
    if (round >= step.times) return { go: 'next', output: { rounds: round } };
    return { go: 'into', list: `${path}/steps`, set: { [step.into]: asVariable(step.into, round + 1) } };
  },
});
/** Waits once, and remembers why. */
const nap = defineWorkflowStep({
  name: 'nap',
  label: 'Nap',
  help: 'Wait once',
  icon: 'clock',
  settings: [],
  enter: async ({ now }) => ({ go: 'wait', waits: 'time', until: now, own: { reason: 'tired' } }),
  resume: async ({ own }) => ({ go: 'next', output: own }),
});

/** @type {any} */
let database;
/** @type {any} */
let data;
before(async () => {
  const plugin = definePlugin({ name: 'rounds', version: '1.0.0', api: '^1', workflowSteps: [repeat, nap] });
  const registry = createRegistry([dataPlugin, plugin]);
  database = await createTestDatabase({
    migrate: async (connection) => (await createData({ connection, registry })).close(),
  });
  data = await createData({ connection: database.connection, registry });
});
after(async () => {
  await data?.close();
  await database?.close();
});

it('a kind of step of a plugin runs like one of Plinth’s own: in one file, with lists of steps, memory and a log', async () => {
  const workflow = {
    label: 'Rounds',
    name: 'rounds',
    table: null,
    as: 'system',
    variables: ['n', 'sum'].map((name) => ({ name, type: 'number', isInput: true, value: '0' })),
    steps: [
      {
        id: 'three',
        kind: 'repeat',
        times: 3,
        into: 'n',
        steps: [{ id: 'add', kind: 'set', values: [{ variable: 'sum', value: 'vars.sum + vars.n' }] }],
      },
      { id: 'rest', kind: 'nap' },
    ],
  };
  await data.edit(SYSTEM, 'add-workflow', { workflow });
  const id = await data.workflows.start(SYSTEM, { workflow: 'rounds' });
  await data.workflows.runner.drain();
  const { run, steps } = await data.workflows.runs.get(SYSTEM, id);
  assert.deepEqual([run.state, run.variables], ['done', { n: '3', sum: '6' }]);
  const log = steps.map((/** @type {any} */ { step, state, output }) => [step, state, output]);
  assert.deepEqual(log.at(-1), ['rest', 'done', { reason: 'tired' }]);
  assert.deepEqual(
    log.flatMap((/** @type {any} */ [step, , output]) => (step === 'add' ? [output.sum] : [])),
    ['1', '3', '6'],
  );
});
