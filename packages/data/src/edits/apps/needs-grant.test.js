import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SYSTEM, createForum } from '../../gate/rows/testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
const edit = (/** @type {string} */ name, /** @type {any} */ input) => forum.data.edit(SYSTEM, name, input);
const reach = (/** @type {unknown} */ tables) => edit('change-app', { app: 'guest', changes: { reach: tables } });
/** @param {Promise<unknown>} work @param {RegExp} message */
const refused = (work, message) => assert.rejects(work, { code: 'APP_NEEDS_GRANT', status: 422, message });

const SQL = { action: 'run_sql', config: { sql: 'select 1' } };
const insertInto = (/** @type {string} */ table) => ({
  do: {
    action: 'insert_row',
    config: { table, values: [{ field: 'title', source: 'expression', expression: '"x"' }] },
  },
});
const QUIET = insertInto('guest_notes');
const OWN = { table: 'guest_notes', app: 'guest' };

before(async () => {
  forum = await createForum({ history: false });
  await forum.data.apps.install(SYSTEM, {
    plinth: 1,
    app: { name: 'guest', label: 'Guest' },
    tables: [
      {
        name: 'guest_notes',
        label: 'Notes',
        display: 'title',
        fields: [
          { name: 'title', label: 'Title', type: 'text' },
          { name: 'topic', label: 'Topic', type: 'relation', attributes: { table: 'topics' } },
          { name: 'who', label: 'Who', type: 'user' },
        ],
      },
    ],
    triggers: [{ name: 'own', label: 'Own', table: 'guest_notes', events: ['insert'], as: 'system', steps: [QUIET] }],
    workflows: [{ name: 'guest_flow', label: 'Flow', as: 'system', steps: [{ id: 'q', kind: 'action', ...QUIET }] }],
    functions: [{ name: 'guest_code', label: 'Code', code: 'export default () => 1', runAs: 'system' }],
  });
});
after(() => forum.close());

describe('an edit of an app that was installed', () => {
  it('S6: brings no SQL into it, in triggers, workflows or what moves there', async () => {
    const sql = /^This app reads the tables of all apps with SQL: “/;
    const step = { do: SQL };
    await refused(edit('change-trigger', { trigger: 'own', changes: { steps: [step] } }), sql);
    const add = { trigger: { name: 'more', label: 'More', ...OWN, events: ['insert'], steps: [step] } };
    await refused(edit('add-trigger', add), sql);
    const steps = [{ id: 'a', kind: 'action', ...step }];
    await refused(edit('change-workflow', { workflow: 'guest_flow', changes: { steps } }), sql);
    const inside = [{ id: 'i', kind: 'branch', branches: [{ when: 'true', steps }], otherwise: [] }];
    await refused(edit('change-workflow', { workflow: 'guest_flow', changes: { steps: inside } }), sql);
    await refused(edit('change-workflow', { workflow: 'guest_flow', changes: { onError: steps } }), sql);
    await edit('add-trigger', { trigger: { ...add.trigger, name: 'free', app: null } });
    await refused(edit('change-trigger', { trigger: 'free', changes: { app: 'guest' } }), sql);
    await reach('all');
    const { revision } = await edit('add-trigger', add);
    await refused(reach([]), sql);
    const gone = await edit('remove-trigger', { trigger: 'more' });
    await reach([]);
    await refused(forum.data.revisions.undo(SYSTEM, gone.revision), sql);
    assert.ok(revision);
    await edit('remove-trigger', { trigger: 'free' });
  });

  it('S6: lets nothing run as the system on tables out of its reach, until they are granted', async () => {
    const topics = /would use tables that the app “Guest” may not reach: “Topics”$/;
    const set = { kind: 'set', field: 'title', value: 'row.topic.title' };
    const trigger = { label: 'T', app: 'guest', events: ['insert'] };
    const flow = [{ id: 'a', kind: 'action', ...insertInto('topics') }];
    const kept = { name: 'kept', type: 'text', auto: 'formula', formula: 'row.topic.title', stored: true };
    /** @type {[string, any][]} */
    const edits = [
      ['change-trigger', { trigger: 'own', changes: { steps: [insertInto('topics')] } }],
      ['add-trigger', { trigger: { ...trigger, name: 'on_topics', table: 'topics', as: 'system', steps: [QUIET] } }],
      [
        'add-trigger',
        { trigger: { ...trigger, name: 'first', table: 'guest_notes', timing: 'before', before: [set] } },
      ],
      ['change-workflow', { workflow: 'guest_flow', changes: { steps: flow } }],
      ['add-field', { table: 'guest_notes', field: kept }],
      ['set-access', { table: 'guest_notes', access: { user: { read: { rule: 'row.topic.priority > 1' } } } }],
    ];
    for (const [name, input] of edits) await refused(edit(name, input), topics);
    await reach(['topics']);
    for (const [name, input] of edits) await edit(name, input);
    await reach([]);
    await edit('change-trigger', { trigger: 'own', changes: { label: 'Own, still' } });
    await edit('change-table', { table: 'topics', changes: { label: 'Subjects' } });
    await edit('change-trigger', { trigger: 'own', changes: { steps: [QUIET] } });
  });

  it('S6: takes what runs as the system out of its limit only when the app may reach everything', async () => {
    const limits = /^“[^”]*” runs as the system, and only within the limits of the app “Guest”$/;
    await edit('add-app', { name: 'free', label: 'Free' });
    for (const app of [null, 'free'])
      for (const [name, of] of [
        ['change-trigger', { trigger: 'own' }],
        ['change-workflow', { workflow: 'guest_flow' }],
        ['change-function', { function: 'guest_code' }],
      ])
        await refused(edit(/** @type {string} */ (name), { .../** @type {any} */ (of), changes: { app } }), limits);
    await edit('change-function', { function: 'guest_code', changes: { runAs: 'caller', app: 'free' } });
    await edit('change-app', { app: 'guest', changes: { name: 'lodger' } });
    await edit('change-app', { app: 'lodger', changes: { name: 'guest', reach: 'all' } });
    await edit('change-trigger', { trigger: 'own', changes: { app: 'free' } });
  });

  it('lets names of people be used by everybody, and what runs with a person’s rights use their tables', async () => {
    await edit('change-trigger', { trigger: 'own', changes: { app: 'guest' } });
    await reach([]);
    const name = { name: 'named', type: 'text', auto: 'formula', formula: 'row.who.name', stored: true };
    await edit('add-field', { table: 'guest_notes', field: name });
    const mail = { name: 'mailed', type: 'text', auto: 'formula', formula: 'row.who.email', stored: true };
    await refused(edit('add-field', { table: 'guest_notes', field: mail }), /may not reach: “Users”/);
    const trigger = { name: 'theirs', label: 'Theirs', ...OWN, events: ['insert'] };
    await edit('add-trigger', { trigger: { ...trigger, as: 'cause', steps: [insertInto('topics')] } });
    await refused(edit('change-trigger', { trigger: 'theirs', changes: { as: 'system' } }), /may not reach/);
  });
});
