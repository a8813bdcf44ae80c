import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @param {string} name @param {any} input */
const edit = (name, input) => server.data.edit(server.system, name, input);
const none = { read: 'none', create: 'none', update: 'none', delete: 'none' };

before(async () => {
  server = await startTestServer();
  await edit('add-table', { name: 'clients', fields: [{ name: 'city', type: 'text' }] });
  await edit('add-table', {
    name: 'jobs',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'hours', type: 'integer' },
      { name: 'client', type: 'relation', attributes: { table: 'clients' } },
      { name: 'reckoned', type: 'integer', formula: 'row.hours * 2' },
      { name: 'stored', type: 'text', formula: 'row.client.city + string(row.hours)', stored: true },
      { name: 'planned', type: 'integer', default: { expression: 'row.hours + 1' } },
    ],
    constraints: [{ kind: 'rule', rule: 'row.hours > 0', message: 'more', fields: ['hours'] }],
    access: { user: { ...none, read: { rule: 'row.hours > 1 && row.client.city == "Oslo"' } } },
  });
  await edit('add-field', {
    table: 'clients',
    field: { name: 'total', type: 'integer', formula: 'row.jobs.sum(j, j.hours)' },
  });
  const columns = [
    { kind: 'field', field: 'title' },
    { kind: 'expression', expression: 'row.hours > 2 ? "long" : row.client.city' },
  ];
  const list = { columns, condition: 'row.hours > 3' };
  await edit('add-view', {
    view: { name: 'all_jobs', template: 'list', table: 'jobs', roles: ['user'], config: list },
  });
  const control = {
    ...node('form_field', { field: 'title' }),
    visible: { when: 'row.hours > 4 && row.client.city != ""' },
  };
  const layout = node('stack', {}, [node('form_field', { field: 'hours' }), control, node('submit', {})]);
  await edit('add-view', {
    view: { name: 'one_job', template: 'edit', table: 'jobs', roles: ['user'], config: { layout } },
  });
});
after(() => server?.close());

/** Every expression that is stored somewhere, by where. */
function expressions() {
  const catalog = server.data.catalog();
  const jobs = catalog.table('jobs');
  const [{ config: list }, { config: form }] = ['all_jobs', 'one_job'].map((name) => catalog.view(name));
  return {
    rule: /** @type {any} */ (jobs.access).user.read.rule,
    reckoned: jobs.hasField('reckoned') && jobs.field('reckoned').formula,
    stored: jobs.field('stored').formula,
    default: /** @type {any} */ (jobs.field('planned').default).expression,
    validation: /** @type {any} */ (jobs.constraints[0]).rule,
    total: catalog.table('clients').field('total').formula,
    column: list.columns[1].expression,
    condition: list.condition,
    when: form.layout.children[1].visible.when,
  };
}

describe('expressions anywhere', () => {
  const wanted = (
    /** @type {string} */ hours,
    /** @type {string} */ city,
    /** @type {string} */ client,
    /** @type {string} */ jobs,
  ) => ({
    rule: `row.${hours} > 1 && row.${client}.${city} == "Oslo"`,
    reckoned: `row.${hours} * 2`,
    stored: `row.${client}.${city} + string(row.${hours})`,
    default: `row.${hours} + 1`,
    validation: `row.${hours} > 0`,
    total: `row.${jobs}.sum(j, j.${hours})`,
    column: `row.${hours} > 2 ? "long" : row.${client}.${city}`,
    condition: `row.${hours} > 3`,
    when: `row.${hours} > 4 && row.${client}.${city} != ""`,
  });

  it('follow fields that get other names', async () => {
    assert.deepEqual(expressions(), wanted('hours', 'city', 'client', 'jobs'));
    const rename = (/** @type {string} */ table, /** @type {string} */ field, /** @type {string} */ name) =>
      edit('change-field', { table, field, changes: { name } });
    await rename('jobs', 'hours', 'time_spent');
    await rename('clients', 'city', 'town');
    await rename('jobs', 'client', 'customer');
    assert.deepEqual(expressions(), wanted('time_spent', 'town', 'customer', 'jobs'));
    assert.deepEqual(server.data.catalog().problems, []);
    await rename('jobs', 'customer', 'client');
    await rename('clients', 'town', 'city');
    await rename('jobs', 'time_spent', 'hours');
  });

  it('follow tables that get other names', async () => {
    await edit('change-table', { table: 'jobs', changes: { name: 'tasks' } });
    assert.equal(server.data.catalog().table('clients').field('total').formula, 'row.tasks.sum(j, j.hours)');
    await edit('change-table', { table: 'tasks', changes: { name: 'jobs' } });
    assert.deepEqual(expressions(), wanted('hours', 'city', 'client', 'jobs'));
  });

  it('are reported as problems with their location when something they name is removed, and work again after undo', async () => {
    const { revision, warnings } = await edit('remove-field', { table: 'jobs', field: 'hours' });
    const { problems } = server.data.catalog();
    const places = problems.map((/** @type {any} */ { kind, name, at }) => `${kind} ${name} ${at}`).join('\n');
    const told = ['field reckoned formula', 'field stored formula', 'field planned default', 'field total formula'];
    told.push('table jobs access.user.read', 'view all_jobs config.condition', 'view one_job config.layout/');
    for (const place of told) assert.ok(places.includes(place), `${place} in\n${places}`);
    assert.match(places, /view all_jobs config\.columns/);
    // A rule of the table itself goes with its field.
    assert.deepEqual(server.data.catalog().table('jobs').constraints, []);
    assert.match(warnings.join(), /1 rules of "Jobs" that use it are removed/);
    assert.ok(warnings.length > 5, 'whoever removes it hears of it');
    await server.data.revisions.undo(server.system, revision);
    assert.deepEqual(server.data.catalog().problems, []);
    assert.deepEqual(expressions(), wanted('hours', 'city', 'client', 'jobs'));
    const table = await edit('remove-table', { table: 'clients' });
    assert.ok(server.data.catalog().problems.length >= 4);
    await server.data.revisions.undo(server.system, table.revision);
    assert.deepEqual(server.data.catalog().problems, []);
  });

  it('give nothing where what they name is gone: no row by a rule, no part by a condition', async () => {
    const user = await server.as('user');
    const { revision } = await edit('remove-field', { table: 'clients', field: 'city' });
    const { text, status } = await user.get('/view/all_jobs');
    assert.ok(status < 500, text);
    await server.data.revisions.undo(server.system, revision);
  });
});
