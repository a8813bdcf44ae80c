import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { admin, openSite } from './testing/edit-site.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
  await site.edit('add-app', { name: 'buying', label: 'Buying' });
  await site.edit('add-role', { role: { name: 'boss', label: 'Boss' } });
  await site.edit('add-table', {
    name: 'lines',
    app: 'buying',
    auto: [],
    fields: [{ name: 'open', type: 'boolean' }],
  });
  await site.edit('add-table', {
    name: 'orders',
    app: 'buying',
    auto: [],
    fields: [
      { name: 'title', type: 'text' },
      { name: 'total', type: 'decimal' },
      { name: 'buyer', type: 'user' },
      { name: 'status', type: 'text' },
    ],
  });
});
after(() => site.close());

const catalog = () => site.data.catalog();
const set = (/** @type {string} */ field, /** @type {string} */ expression) => ({
  action: 'update_row',
  config: { values: [{ field, source: 'expression', expression }] },
});
const approve = { id: 'ask', kind: 'task', title: 'Approve {{ row.title }}?', to: 'role', toRole: 'boss' };
const steps = () => [
  { id: 'note', kind: 'set', values: [{ variable: 'amount', value: 'row.total' }] },
  {
    id: 'size',
    kind: 'branch',
    branches: [{ label: 'Large', when: 'vars.amount > 1000', steps: [approve] }],
    otherwise: [{ id: 'small', kind: 'action', do: set('status', '"ok"') }],
  },
  { id: 'no', kind: 'stop', when: 'tasks.ask.outcome == "reject"', result: 'Rejected' },
  {
    id: 'lines',
    kind: 'each',
    table: 'lines',
    where: 'row.open && vars.amount > 1',
    steps: [{ id: 'line', kind: 'action', when: 'row.open && about.total > 0', do: { action: 'delete_row' } }],
  },
];
const tell = { id: 'tell', kind: 'stop', result: '{{ error.message }}' };
const amount = { name: 'amount', label: 'Amount', type: 'number', isInput: true };
const order = (changes = {}) => ({
  name: 'approval',
  label: 'Approval',
  table: 'orders',
  variables: [amount],
  steps: steps(),
  ...changes,
});

/** The messages of a workflow that is refused. @param {any} changes @returns {Promise<Record<string, string>>} */
async function errorsOf(changes) {
  try {
    await site.edit(
      'add-workflow',
      { workflow: order({ name: 'wrong', label: 'Wrong', ...changes }) },
      { dryRun: true },
    );
  } catch (error) {
    return /** @type {any} */ (error).details?.fields ?? { error: String(error) };
  }
  return {};
}
/** The same for one step. @param {any} step */
const stepErrors = (step) => errorsOf({ steps: [step] });

describe('workflows', () => {
  it('are added with the defaults of their steps, changed and removed, and undone', async () => {
    await site.edit('add-workflow', { workflow: order() });
    const added = catalog().workflow('approval');
    assert.equal(added.app, 'buying');
    assert.deepEqual([added.as, added.enabled, added.onError], ['cause', true, []]);
    const [task] = added.steps[1].branches[0].steps;
    assert.deepEqual(
      task.outcomes.map((/** @type {any} */ { name }) => name),
      ['approve', 'reject'],
    );
    assert.deepEqual(catalog().problems, []);
    await site.edit('change-workflow', { workflow: 'approval', changes: { enabled: false } });
    assert.equal(catalog().workflow('approval').enabled, false);
    const { revision } = await site.edit('remove-workflow', { workflow: 'approval' });
    assert.equal(catalog().hasWorkflow('approval'), false);
    await site.data.revisions.undo(admin, revision);
    assert.deepEqual(catalog().workflow('approval').steps, added.steps);
  });

  it('keep their references when tables, fields, roles, variables and workflows are renamed', async () => {
    const caller = {
      id: 'call',
      kind: 'workflow',
      workflow: 'approval',
      row: 'row.id',
      inputs: [{ variable: 'amount', value: '7' }],
    };
    await site.edit('add-workflow', { workflow: { name: 'outer', label: 'Outer', table: 'orders', steps: [caller] } });
    await site.edit('change-field', { table: 'orders', field: 'total', changes: { name: 'price' } });
    await site.edit('change-field', { table: 'lines', field: 'open', changes: { name: 'is_open' } });
    await site.edit('change-table', { table: 'lines', changes: { name: 'items' } });
    await site.edit('change-role', { role: 'boss', changes: { name: 'lead' } });
    const { variables, ...rest } = catalog().workflow('approval');
    const renamed = JSON.parse(JSON.stringify(rest.steps).replaceAll('vars.amount', 'vars.sum'));
    renamed[0].values[0].variable = 'sum';
    await site.edit('change-workflow', {
      workflow: 'approval',
      changes: { name: 'ask_boss', variables: [{ ...amount, name: 'sum' }], steps: renamed },
      renamed: { amount: 'sum' },
    });
    const [note, size, , each] = catalog().workflow('ask_boss').steps;
    assert.equal(note.values[0].value, 'row.price');
    assert.equal(size.branches[0].steps[0].toRole, 'lead');
    assert.deepEqual([each.table, each.where], ['items', 'row.is_open && vars.sum > 1']);
    assert.equal(each.steps[0].when, 'row.is_open && about.price > 0');
    const [call] = catalog().workflow('outer').steps;
    assert.deepEqual([call.workflow, call.inputs[0].variable], ['ask_boss', 'sum']);
    assert.deepEqual(catalog().problems, []);
  });

  it('show as a problem what was removed from under them', async () => {
    await site.edit('remove-workflow', { workflow: 'ask_boss' });
    assert.deepEqual(
      catalog().problems.map(({ kind, name, at, message }) => [kind, name, at, message]),
      [['workflow', 'outer', 'steps.call.workflow', 'There is no workflow "ask_boss"']],
    );
    await site.edit('remove-workflow', { workflow: 'outer' });
    for (const [table, field, name] of [
      ['orders', 'price', 'total'],
      ['items', 'is_open', 'open'],
    ])
      await site.edit('change-field', { table, field, changes: { name } });
    await site.edit('change-table', { table: 'items', changes: { name: 'lines' } });
    await site.edit('change-role', { role: 'lead', changes: { name: 'boss' } });
  });

  it('refuse wrong steps with messages at the step', async () => {
    const act = set('status', '"x"');
    assert.match((await stepErrors({ id: 'a', kind: 'stop', when: 'row.nothing == 1' }))['steps.a.when'], /nothing/);
    assert.match((await stepErrors({ id: 'a', kind: 'stop', when: 'row.title' }))['steps.a.when'], /yes or no/);
    assert.match((await stepErrors({ id: 'a', kind: 'stop', when: 'vars.other > 1' }))['steps.a.when'], /other/);
    assert.match((await stepErrors({ id: 'a', kind: 'stop', when: 'vars == 1' }))['steps.a.when'], /amount/);
    assert.match((await stepErrors({ id: 'a', kind: 'stop', when: 'error.code == "X"' }))['steps.a.when'], /error/);
    assert.deepEqual(await errorsOf({ onError: [{ id: 'z', kind: 'stop', when: 'error.code == "X"' }] }), {});
    const values = [{ variable: 'amount', value: 'row.title' }];
    assert.match((await stepErrors({ id: 'a', kind: 'set', values }))['steps.a.values.0.value'], /decimal/);
    assert.deepEqual(Object.keys(await stepErrors({ id: 'a', kind: 'set', values: [{ variable: 'b', value: '1' }] })), [
      'steps.a.values.0.variable',
    ]);
    assert.deepEqual(Object.keys(await stepErrors({ ...approve, toRole: 'nobody' })), ['steps.ask.toRole']);
    assert.deepEqual(Object.keys(await stepErrors({ ...approve, title: '{{ row.no }}' })), ['steps.ask.title']);
    assert.deepEqual(Object.keys(await stepErrors({ ...approve, to: 'user' })), ['steps.ask.toUser']);
    assert.deepEqual(Object.keys(await stepErrors({ id: 'a', kind: 'action', do: act, extra: 1 })), ['steps.a.extra']);
    assert.deepEqual(Object.keys(await stepErrors({ id: 'a', kind: 'wait' })), ['steps.a.for']);
    const unknown = { id: 'a', kind: 'workflow', workflow: 'none' };
    assert.match((await stepErrors(unknown))['steps.a.workflow'], /no workflow "none"/);
    const inside = { id: 'b', kind: 'branch', branches: [{ when: 'true', steps: [{ id: 'a', kind: 'wait' }] }] };
    assert.deepEqual(Object.keys(await stepErrors(inside)), ['steps.a.for']);
  });

  it('refuse hostile documents in plain words', async () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({ id: `s${i}`, kind: 'stop' }));
    assert.match((await errorsOf({ steps: many })).steps, /at most 500 steps/);
    /** @type {any} */
    let deep = { id: 'end', kind: 'stop' };
    for (let i = 0; i < 3000; i++) deep = { id: `b${i}`, kind: 'branch', branches: [{ when: 'true', steps: [deep] }] };
    assert.match(Object.values(await errorsOf({ steps: [deep] }))[0], /at most 20 levels/);
    const remove = (/** @type {string} */ id) => ({ id, kind: 'action', do: { action: 'delete_row' } });
    const loop = { id: 'lines', kind: 'each', table: 'lines', steps: [remove('line')] };
    const noRow = await errorsOf({ table: null, variables: [], steps: [loop, remove('order')] });
    assert.deepEqual(Object.keys(noRow), ['steps.order.do'], 'only a loop has rows');
    const stop = { id: 'a', kind: 'stop' };
    assert.match((await errorsOf({ steps: [stop], onError: [stop] }))['onError.0.id'], /twice/);
    for (const step of [
      null,
      7,
      'x',
      [],
      { kind: 'stop' },
      { id: '__proto__', kind: 'stop' },
      { id: 'constructor', kind: 'stop' },
    ])
      assert.ok(Object.keys(await stepErrors(step))[0]?.startsWith('steps.0'), JSON.stringify(step));
    for (const kind of ['nothing', '__proto__', 'constructor', 7])
      assert.deepEqual(Object.keys(await stepErrors({ id: 'a', kind })), ['steps.a.kind']);
    const key = JSON.parse('{"id":"a","kind":"stop","__proto__":{"x":1}}');
    assert.deepEqual(Object.keys(await stepErrors(key)), ['steps.a.__proto__']);
    assert.ok((await errorsOf({ steps: 'x' })).steps);
    assert.ok((await stepErrors({ id: 'a', kind: 'branch', branches: [null] }))['steps.a.branches.0']);
    for (const name of ['__proto__', 'constructor', 'a b', ''])
      assert.ok((await errorsOf({ variables: [{ name }] }))['variables.0.name']);
    const wrong = [{ name: 'n', type: 'number', value: '"x"' }];
    assert.match((await errorsOf({ variables: wrong }))['variables.n.value'], /decimal/);
  });

  it('are exported, installed under new names and exported alike', async () => {
    const inner = {
      name: 'inner',
      label: 'Inner',
      app: 'buying',
      variables: [amount],
      steps: [{ id: 'end', kind: 'stop' }],
    };
    const call = { id: 'call', kind: 'workflow', workflow: 'inner', inputs: [{ variable: 'amount', value: '1' }] };
    await site.edit('add-workflow', { workflow: inner });
    const user = '0190a1b2-0000-7000-8000-000000000001';
    const person = { id: 'person', kind: 'task', title: 'Look', to: 'user', toUser: user };
    await site.edit('add-workflow', { workflow: order({ steps: [...steps(), call, person], onError: [tell] }) });
    const document = await site.data.apps.export(admin, 'buying', { rows: false });
    assert.ok(!JSON.stringify(document).includes(user), 'people stay here');
    const exported = /** @type {any} */ (document.workflows?.[1]);
    assert.deepEqual(exported.steps[0], { id: 'note', kind: 'set', values: steps()[0].values });
    const known = site.data.apps.check(document);
    assert.ok(known.clashes.some(({ kind, name }) => kind === 'workflow' && name === 'approval'));
    await site.data.apps.install(admin, document, { prefix: 'new_' });
    const copy = catalog().workflow('new_approval');
    assert.deepEqual([copy.table, copy.enabled, copy.steps[4].workflow], ['new_orders', false, 'new_inner']);
    assert.equal(copy.steps[5].to, 'starter');
    const again = await site.data.apps.export(admin, 'new_buying', { rows: false });
    const [first, second] = [document, again].map(({ workflows = [] }) =>
      JSON.stringify(workflows).replaceAll('new_', ''),
    );
    assert.equal(first, second);
    await site.edit('remove-app', { app: 'new_buying' });
    assert.equal(catalog().hasWorkflow('new_approval'), false);
  });

  it('are refused in documents with messages at the step', async () => {
    const document = await site.data.apps.export(admin, 'buying', { rows: false });
    for (const [steps, at] of [
      [[null], 'workflows.0.steps.0'],
      [[{ id: 'a', kind: 'wait' }], 'workflows.0.steps.a.for'],
      [Array.from({ length: 10_000 }, (_, i) => ({ id: `s${i}`, kind: 'stop' })), 'workflows.0.steps'],
    ]) {
      const workflows = [{ name: 'wrong', label: 'Wrong', steps }];
      await assert.rejects(site.data.apps.install(admin, { ...document, workflows }, { prefix: 'bad_' }), (error) => {
        assert.deepEqual(Object.keys(/** @type {any} */ (error).details.fields), [at]);
        return true;
      });
    }
  });
});
