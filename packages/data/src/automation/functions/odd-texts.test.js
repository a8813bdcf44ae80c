import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { SYSTEM, createForum } from '../../gate/rows/testing/forum.js';

/** @type {any} */
let forum;
before(async () => (forum = await createForum({ history: false })));
after(() => forum?.close());

const ODD = String.raw`'a\u0000b\ud800'`;
const CLEAN = 'a\ufffdb\ufffd';
const add = (/** @type {string} */ name, /** @type {string} */ code) =>
  forum.data.edit(SYSTEM, 'add-function', { function: { name, code, roles: ['user'] } });
const call = (/** @type {string} */ name) => ({
  do: { action: 'run_function', config: { function: name, input: [] } },
});

it('K15: a text that PostgreSQL can’t store stops no run of a function, trigger or workflow, nor those beside it', async () => {
  await add('odd', `export default (i, plinth) => { plinth.log(${ODD}); return ${ODD}; }`);
  await add('fine', 'export default (i, plinth) => { plinth.log("fine"); return 1; }');
  for (const name of ['odd', 'fine']) await forum.data.functions.run(forum.ada, name, {});
  await forum.data.functions.runs.flush();
  const { rows: logged } = await forum.data.db.query('select logs::text as logs from plinth.function_runs order by id');
  assert.equal(logged.length, 2);
  assert.ok(logged[0].logs.includes(CLEAN), logged[0].logs);

  const steps = [call('odd')];
  await forum.data.edit(SYSTEM, 'add-trigger', {
    trigger: { name: 'odd', label: 'Odd', table: 'topics', events: ['insert'], steps },
  });
  await forum.data.edit(SYSTEM, 'add-workflow', {
    workflow: { name: 'odd', label: 'Odd', as: 'system', steps: [{ id: 'a', kind: 'action', ...call('odd') }] },
  });
  await forum.data.rows.insert(forum.ada, 'topics', { title: 'x' });
  await forum.data.workflows.start(SYSTEM, { workflow: 'odd' });
  await forum.data.automation.drain();
  await forum.data.workflows.runner.drain();
  const { rows: runs } = await forum.data.db.query("select state from plinth.runs where kind = 'trigger'");
  assert.deepEqual(runs, [{ state: 'done' }]);
  const { runs: flows } = await forum.data.runs.list(forum.admin, { kind: 'workflow' });
  assert.deepEqual(
    flows.map((/** @type {any} */ { state }) => state),
    ['done'],
  );
});

it('I1: such a text notifies people all the same', async () => {
  await add('tells', `export default (i, plinth) => plinth.notify({ to: '${forum.people.ben}', text: ${ODD} })`);
  const { text } = await forum.data.functions.run(forum.ada, 'tells', {});
  assert.equal(text, '{"told":1}');
  const { rows } = await forum.data.db.query("select text from plinth.notifications where kind = 'app'");
  assert.deepEqual(rows, [{ text: CLEAN }]);
});

it('I13: such a text is sent in a mail without what can’t be stored', async () => {
  await add('mails', `export default (i, plinth) => plinth.mail({ to: 'a@b.example', subject: ${ODD}, text: ${ODD} })`);
  await forum.data.functions.run(forum.ada, 'mails', {});
  const { rows } = await forum.data.db.query('select subject, content::text as content from plinth.mails');
  assert.ok(rows[0].content.includes(CLEAN), rows[0].content);
  assert.ok(rows[0].subject.isWellFormed() && !rows[0].subject.includes('\0'));
});
