/** @typedef {Awaited<ReturnType<typeof import('@plinth/server/app').openApp>>['data']} Data */
import { OPERATOR } from '@plinth/server/app';

/** The address of its webhook. */
export const HOOK = 'crowded';
const ROWS = 3000;
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };

/** Functions of the app that an ordinary account may call, as bad as code can be. @type {Record<string, { code: string, more?: object }>} */
const FUNCTIONS = {
  harmless: { code: 'export default () => ({ ok: true })' },
  waits: { code: 'export default () => new Promise(() => {})' },
  burns: { code: 'export default () => { for (;;); }' },
  bomb: { code: 'export default () => { let n = 3n; for (;;) n *= n; }' },
  hoards: { code: 'export default () => { const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1)); }' },
  lists: {
    code: `export default async (input, plinth) => {
      let count = 0;
      for (let i = 0; i < 40; i++) {
        const lists = await Promise.all(Array.from({ length: 25 }, () => plinth.rows('notes').list({ limit: 500 })));
        for (const rows of lists) count += rows.length;
      }
      return count;
    }`,
    more: { calls: 1000 },
  },
  large: { code: 'export default () => "x".repeat(1_900_000)' },
  streams: { code: 'export default async function* () { for (let i = 0; i < 200; i++) yield "y".repeat(90_000); }' },
  writes: {
    code: `export default async (input, plinth) => {
      for (let i = 0; i < 100; i++) await plinth.rows('notes').insert({ title: 'by a function' });
    }`,
    more: { calls: 200 },
  },
};
/** One that judges each row of a table before it is saved. */
const JUDGE = 'export default ({ row }, plinth) => (row.text === "bad" ? plinth.fail("No") : null)';
const SLOW_JUDGE = 'export default ({ row }) => (row.text === "hang" ? new Promise(() => {}) : null)';

/**
 * A site with much to ask for, and two ordinary accounts.
 *
 * @param {Data} data @param {string} password of both
 * @returns {Promise<{ eve: string, bob: string }>} API tokens
 */
export async function fillCrowdedSite(data, password) {
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(OPERATOR, name, input);
  const access = { user: ALL, public: { read: 'all' } };
  const to = (/** @type {string} */ name, /** @type {string} */ table) => ({
    name,
    type: 'relation',
    attributes: { table },
  });
  const notes = [
    ...['title', 'kind', 'place'].map((name) => ({ name, type: 'text' })),
    ...[
      { name: 'body', type: 'long_text' },
      { name: 'score', type: 'integer' },
      { name: 'due', type: 'date_time' },
    ],
  ];
  await edit('add-table', { name: 'notes', access, fields: notes, comments: 'readers' });
  await edit('add-field', { table: 'notes', field: to('parent', 'notes') });
  await edit('add-table', { name: 'parts', access, fields: [{ name: 'n', type: 'integer' }, to('note', 'notes')] });
  for (const name of ['quiet', 'judged', 'hanging', 'started'])
    await edit('add-table', { name, access, fields: [{ name: 'text', type: 'text' }] });
  await edit('add-table', { name: 'papers', access, fields: [{ name: 'file', type: 'file' }] });
  const unique = { name: 'name', type: 'text', unique: true };
  await edit('add-table', { name: 'stock', access, fields: [unique, { name: 'amount', type: 'integer' }] });
  for (const table of ['notes', 'quiet']) await edit('generate-views', { table, roles: ['user'] });
  for (const [name, { code, more }] of Object.entries(FUNCTIONS))
    await edit('add-function', { function: { name, code, methods: ['GET', 'POST'], roles: ['user'], ...more } });
  for (const [table, code] of [
    ['judged', JUDGE],
    ['hanging', SLOW_JUDGE],
  ]) {
    await edit('add-function', { function: { name: `judge_${table}`, code, roles: [] } });
    await edit('add-constraint', { table, constraint: { kind: 'function', function: `judge_${table}` } });
  }
  const call = { action: 'run_function', config: { function: 'waits' } };
  await edit('add-trigger', {
    trigger: { label: 'Waits', table: 'started', events: ['insert'], steps: [{ do: call }] },
  });
  await edit('add-workflow', {
    workflow: {
      label: 'Burns',
      roles: ['user'],
      name: 'burns',
      table: 'notes',
      as: 'cause',
      steps: [{ id: 'a', kind: 'action', do: call }],
    },
  });
  await addMoreViews(edit);
  await addWebhook(data);
  await data.db.query(
    `insert into app.notes (title, kind, place, body, score, due, parent)
     select 'Note ' || i, 'kind ' || i % 700, 'place ' || i % 900, repeat('words of the text ', 60), i, now() - i * interval '1 hour',
            nullif(i - 1, 0)
       from generate_series(1, ${ROWS}) i`,
  );
  await data.db.query(
    `insert into app.parts (n, note) select i, 1 + i % ${ROWS} from generate_series(1, ${3 * ROWS}) i`,
  );
  await data.db.query(`insert into app.quiet (text) select 'Quiet ' || i from generate_series(1, 100) i`);
  const [eve, bob] = await Promise.all(
    ['eve', 'bob'].map(async (name) => {
      const user = await data.people.users.create(OPERATOR, {
        name,
        email: `${name}@example.com`,
        password,
        roles: ['user'],
      });
      return (await data.people.apiTokens.create(OPERATOR, user.id, { name })).token;
    }),
  );
  return { eve, bob };
}

/** @param {(name: string, input: any) => Promise<unknown>} edit */
async function addMoreViews(edit) {
  const add = (/** @type {string} */ name, /** @type {string} */ template, /** @type {any} */ config) =>
    edit('add-view', { view: { name, label: name, template, table: 'notes', roles: ['user'], config } });
  await add('notes_kinds', 'chart', { category: 'kind', kind: 'columns' });
  await add('notes_days', 'chart', { category: 'due', step: 'day', kind: 'line' });
  const columns = ['title', 'place'].map((field) => ({ kind: 'field', field }));
  await add('notes_cells', 'list', { columns, pageSize: 100, editing: true });
}

/** One that anybody may call whom its address was told, and that runs a function which never ends. @param {Data} data */
async function addWebhook(data) {
  const call = { action: 'run_function', config: { function: 'waits' } };
  const trigger = { label: 'Open', source: 'webhook', as: 'system', options: { check: 'none' }, steps: [{ do: call }] };
  await data.edit(OPERATOR, 'add-trigger', { trigger });
  const { id } = /** @type {any} */ (data.catalog()).triggers.at(-1);
  await data.automation.hooks.state(OPERATOR, id);
  await data.db.query({
    text: 'update plinth.hooks set address = $1 where trigger_id = $2',
    values: [HOOK, id],
  });
}
