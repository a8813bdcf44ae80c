import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { AppError, node } from '@plinth/plugin';
import { startTestServer } from '../../testing/index.js';

// Layouts and configurations that no form of ours sends: each is refused by name, or compiles.

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
before(async () => {
  server = await startTestServer();
  await server.data.edit(server.system, 'add-table', { name: 'jobs', fields: [{ name: 'title', type: 'text' }] });
});
after(() => server.close());

const WRONG = [[], {}, 5, true, 'no such thing', [[1]], [{ field: [] }], { field: {}, op: 'eq' }, '__proto__'];
const SCALAR = new Set(['text', 'longtext', 'markdown', 'html', 'icon', 'colour', 'length', 'integer', 'number']);

/**
 * Each setting that leads elsewhere or holds others, with something wrong in it.
 *
 * @param {import('@plinth/plugin').SettingsSchema} schema
 */
const spoilt = (schema) =>
  schema
    .filter(({ type }) => !SCALAR.has(type))
    .flatMap(({ name }) => WRONG.map((value) => /** @type {Record<string, any>} */ ({ [name]: value })));

/** @param {string} edit @param {any} input */
async function refusedOrKept(edit, input) {
  try {
    await server.data.edit(server.system, edit, input, { dryRun: true });
  } catch (error) {
    assert.ok(error instanceof AppError && error.status < 500, `${edit} ${JSON.stringify(input)}: ${error}`);
  }
}

/** @param {any} element */
const onPage = (element) =>
  refusedOrKept('add-page', { page: { name: 'p', layout: node('stack', {}, [element]), roles: ['public'] } });
/** @param {string} template @param {any} config */
const asView = (template, config) =>
  refusedOrKept('add-view', { view: { name: 'v', template, table: 'jobs', roles: ['public'], config } });

it('each element and its visibility', async () => {
  for (const visible of [...WRONG, ...WRONG.flatMap((wrong) => [{ when: wrong }, { roles: wrong }])])
    await onPage({ ...node('text', { text: 'x' }), visible });
  for (const { name, settings } of server.data.registry.all('element'))
    for (const config of spoilt(settings)) await onPage(node(name, config));
});

it('each view template, field view and action', async () => {
  const { registry } = server.data;
  for (const { name, settings } of registry.all('viewTemplate'))
    for (const config of spoilt(settings)) await asView(name, config);
  const column = (/** @type {any} */ more) => asView('list', { columns: [{ kind: 'field', field: 'title', ...more }] });
  for (const { name, settings } of registry.all('fieldView'))
    for (const options of spoilt(settings)) await column({ view: { view: name, options } });
  for (const { name, settings } of registry.all('action'))
    for (const config of spoilt(settings)) await column({ kind: 'action', action: { action: name, config } });
});
