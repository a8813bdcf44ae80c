import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let data;
/** @type {import('../../testing/client.js').Client} */
let staff;

const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };
const STEP = 'row.job.closed == false && row.state == "open"';

before(async () => {
  server = await startTestServer();
  ({ data } = server);
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(server.system, name, input);
  const text = (/** @type {string} */ name) => ({ name, type: 'text' });
  await edit('add-table', {
    name: 'jobs',
    fields: [text('title'), { name: 'closed', type: 'boolean' }],
    access: { staff: ALL },
  });
  await edit('add-table', {
    name: 'steps',
    fields: [
      text('title'),
      text('state'),
      text('note'),
      { name: 'scan', type: 'file' },
      { name: 'job', type: 'relation', attributes: { table: 'jobs' } },
      { name: 'checked_for', type: 'relation', attributes: { table: 'jobs' } },
    ],
    access: { staff: ALL },
  });
  const when = (/** @type {any} */ inner, /** @type {string} */ source) => ({ ...inner, visible: { when: source } });
  const close = { action: 'update_row', config: { values: [{ field: 'state', value: 'closed' }] } };
  const view = (
    /** @type {string} */ name,
    /** @type {string} */ template,
    /** @type {string} */ table,
    /** @type {any} */ parts,
  ) =>
    edit('add-view', {
      view: { name, template, table, roles: ['staff'], config: { layout: node('stack', {}, parts) } },
    });
  await view('step', 'show', 'steps', [
    node('field', { field: 'title' }),
    when(node('card', {}, [{ ...node('action_button', { label: 'Close', action: close }), id: 'close' }]), STEP),
    when({ ...node('action_button', { label: 'Typo', action: close }), id: 'typo' }, 'row.state =='),
  ]);
  await view('step_edit', 'edit', 'steps', [
    node('form_field', { field: 'title' }),
    when(node('card', {}, [node('form_field', { field: 'note' })]), STEP),
    when(node('form_field', { field: 'scan' }), 'user.id == ""'),
    { ...node('action_button', { label: 'Close', action: close }), id: 'close', visible: { when: STEP } },
    node('submit', {}),
  ]);
  await view('job_edit', 'edit', 'jobs', [
    node('form_field', { field: 'title' }),
    when(
      node('child_rows', { relation: 'steps.job' }, [
        node('form_field', { field: 'title' }),
        when(node('form_field', { field: 'note' }), 'row.state == "open"'),
      ]),
      'row.closed == false',
    ),
    node('submit', {}),
  ]);
  await view('job', 'show', 'jobs', [
    node('field', { field: 'title' }),
    node('embed', { view: 'step', relation: 'child', child: 'steps.job' }),
  ]);
  const more = { field: 'note', source: 'expression', expression: 'row.note + "+"' };
  const approve = { action: 'update_row', config: { values: [more, { field: 'state', value: 'closed' }] } };
  const add = { ...node('action_button', { label: 'Add', action: approve }), id: 'add' };
  await view('approve', 'show', 'steps', [when(add, STEP)]);
  const columns = [{ field: 'title' }, { kind: 'action', text: 'Approve', action: approve }];
  const where = { field: 'state', op: 'eq', value: 'open' };
  await edit('add-view', {
    view: {
      name: 'open_steps',
      template: 'list',
      table: 'steps',
      roles: ['staff'],
      config: { columns, filter: where, selecting: true },
    },
  });
  staff = await server.as('staff');
});
after(() => server.close());

/** @param {string} state @param {boolean} [closed] */
async function makeStep(state, closed = false) {
  const job = await data.rows.insert(server.system, 'jobs', { title: 'Job', closed });
  return data.rows.insert(server.system, 'steps', { title: 'Step', state, note: 'before', job: job.id });
}
/** @param {number} id */
const step = (id) => data.rows.get(server.system, 'steps', id);

describe('visible.when', () => {
  it('Z5: a button whose condition does not hold for the row can not be pressed', async () => {
    const open = await makeStep('open');
    const refused = [await makeStep('draft'), await makeStep('open', true)];
    for (const view of ['step', 'step_edit']) {
      for (const { id } of refused) {
        assert.doesNotMatch((await staff.get(`/view/${view}?id=${id}`)).text, /Close<\/button>/);
        const answer = await staff.post(`/view/${view}/act`, { node: 'close', id: String(id), return: '/' });
        assert.equal(answer.status, 404);
        assert.notEqual((await step(id)).state, 'closed');
      }
    }
    assert.match((await staff.get(`/view/step?id=${open.id}`)).text, /Close<\/button>/);
    assert.equal((await staff.post('/view/step/act', { node: 'close', id: String(open.id), return: '/' })).status, 303);
    assert.equal((await step(open.id)).state, 'closed');
  });

  it('K11: of ten presses of a button that is shown while the row is open, one is done', async () => {
    const { id } = await makeStep('open');
    const press = (/** @type {string} */ view) =>
      staff.post(`/view/${view}/act`, { node: 'add', id: String(id), return: '/' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => press('approve')));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, ...Array(9).fill(404)]);
    assert.deepEqual([(await step(id)).note, (await step(id)).state], ['before+', 'closed']);
    const listed = await makeStep('open');
    const form = { id: String(listed.id), node: 'column1' };
    await Promise.all(Array.from({ length: 10 }, () => staff.post('/view/open_steps/act-on-rows', form)));
    assert.deepEqual([(await step(listed.id)).note, (await step(listed.id)).state], ['before+', 'closed']);
  });

  it('Z5: a button shown only to some can’t be pressed by others', async () => {
    const insert = {
      action: 'insert_row',
      config: { table: 'jobs', values: [{ field: 'title', value: 'By button' }] },
    };
    const button = node('action_button', { label: 'Make', action: insert });
    const visible = { when: '"admin" in user.roles' };
    const layout = node('stack', {}, [node('stack', {}, [{ ...button, id: 'make' }])]);
    layout.children = layout.children?.map((child) => ({ ...child, visible }));
    await data.edit(server.system, 'add-page', { page: { name: 'desk', title: 'Desk', roles: ['staff'], layout } });
    const press = { node: 'make', return: '/page/desk' };
    assert.doesNotMatch((await staff.get('/page/desk')).text, /Make<\/button>/);
    assert.equal((await staff.post('/page/desk/act', press)).status, 404);
    const count = () => data.rows.count(server.system, 'jobs', { field: 'title', op: 'eq', value: 'By button' });
    assert.equal(await count(), 0);
    const admin = await server.as('admin');
    assert.equal((await admin.post('/page/desk/act', press)).status, 303);
    assert.equal(await count(), 1);
  });

  it('Z5: a button with a condition on the row needs the row', async () => {
    assert.equal((await staff.post('/view/step/act', { node: 'close', return: '/' })).status, 404);
  });

  it('Z11: a condition that can not be read shows nothing and lets nothing run', async () => {
    const { id } = await makeStep('open');
    assert.equal((await staff.post('/view/step/act', { node: 'typo', id: String(id), return: '/' })).status, 404);
    assert.equal((await step(id)).state, 'open');
  });

  it('Z15: the value of a hidden control is ignored', async () => {
    const open = await makeStep('open');
    const draft = await makeStep('draft');
    for (const { id } of [open, draft]) {
      const answer = await staff.post(`/view/step_edit?id=${id}`, { title: 'Saved', note: 'after' });
      assert.equal(answer.status, 303, answer.text.slice(0, 400));
    }
    assert.deepEqual([(await step(open.id)).note, (await step(open.id)).title], ['after', 'Saved']);
    assert.deepEqual([(await step(draft.id)).note, (await step(draft.id)).title], ['before', 'Saved']);
    // On a new row the condition does not hold either: neither the form nor the address fills it in.
    const made = await staff.post(
      '/view/step_edit?note=address',
      { title: 'New', note: 'form' },
      { accept: 'application/json' },
    );
    assert.equal((await step(made.json().id)).note, null);
  });

  it('Z15: the same inside of child rows, row by row', async () => {
    const open = await makeStep('open');
    const { id } = await data.rows.insert(server.system, 'steps', { state: 'draft', note: 'before', job: open.job });
    const values = {
      title: 'Job',
      'steps.job.0.id': String(open.id),
      'steps.job.0.note': 'after',
      'steps.job.1.id': String(id),
      'steps.job.1.title': 'Named',
      'steps.job.1.note': 'after',
      'steps.job.2.title': 'Third',
      'steps.job.2.note': 'after',
    };
    assert.equal((await staff.post(`/view/job_edit?id=${open.job}`, values)).status, 303);
    assert.equal((await step(open.id)).note, 'after');
    assert.deepEqual([(await step(id)).note, (await step(id)).title], ['before', 'Named']);
    await data.rows.update(server.system, 'jobs', open.job, { closed: true });
    const late = { title: 'Job', 'steps.job.0.id': String(open.id), 'steps.job.0.note': 'too late' };
    assert.equal((await staff.post(`/view/job_edit?id=${open.job}`, late)).status, 303);
    assert.equal((await step(open.id)).note, 'after');
  });

  it('F3: a file for a hidden control is not stored', async () => {
    const { id } = await makeStep('open');
    const body = new FormData();
    body.set('title', 'With a file');
    body.set('scan', new Blob(['hello']), 'scan.txt');
    const before = (await data.files.usage(server.system)).count;
    const answer = await staff.post(`/view/step_edit?id=${id}`, body);
    assert.equal(answer.status, 303, answer.text.slice(0, 300));
    assert.equal((await data.files.usage(server.system)).count, before);
    assert.equal((await step(id)).scan, null);
  });

  it('Z15: the address fills in only the relation by which rows hang below others', async () => {
    const { job } = await makeStep('open');
    const answer = await staff.post(
      `/view/step_edit?job=${job}&checked_for=${job}&state=open`,
      { title: 'Below' },
      { accept: 'application/json' },
    );
    const made = await step(answer.json().id);
    assert.deepEqual([made.job, made.checked_for, made.state], [job, null, null]);
  });

  it('Z5: a view without rows of its own runs no action on a row', async () => {
    const { id } = await makeStep('open');
    const remove = node('action_button', { label: 'Delete', action: { action: 'delete_row', config: {} } });
    await data.edit(server.system, 'add-view', {
      view: {
        name: 'search_steps',
        template: 'filter',
        table: 'steps',
        roles: ['staff'],
        config: {
          layout: node('stack', {}, [node('filter_field', { field: 'title' }), { ...remove, id: 'gone' }]),
        },
      },
    });
    const answer = await staff.post('/view/search_steps/act', { node: 'gone', id: String(id), return: '/' });
    assert.equal(answer.status, 404);
    assert.ok(await step(id));
  });

  it('Z15: choices are returned only for controls that the user may see', async () => {
    const cases = [
      { visible: undefined, staff: 200 },
      { visible: { roles: ['admin'] }, staff: 404 },
      { visible: { when: '"admin" in user.roles' }, staff: 404 },
      { visible: { when: '"staff" in user.roles' }, staff: 200 },
      // What is typed decides, and what is typed has not been sent.
      { visible: { when: 'row.state == "open"' }, staff: 200 },
      { visible: { when: 'row.id != null' }, staff: 200 },
      { visible: { roles: ['admin'], when: 'row.state == "open"' }, staff: 404 },
    ];
    for (const [i, { visible, staff: expected }] of cases.entries()) {
      for (const [template, type] of [
        ['edit', 'form_field'],
        ['filter', 'filter_field'],
      ]) {
        // A filter has no row that a condition could be about.
        if (template === 'filter' && /row\./.test(visible?.when ?? '')) continue;
        const control = { ...node(type, { field: 'checked_for' }), ...(visible && { visible }) };
        const config = { layout: node('stack', {}, [node(type, { field: 'title' }), control]) };
        const name = `asked_${template}_${i}`;
        const view = { name, template, table: 'steps', roles: ['staff'], config };
        await data.edit(server.system, 'add-view', { view });
        const ask = `/view/${name}/choices?field=steps.checked_for&q=`;
        assert.equal((await staff.get(ask)).status, expected, `${template} ${JSON.stringify(visible)}`);
        assert.equal((await (await server.as('admin')).get(ask)).status, 200);
      }
    }
  });
});
