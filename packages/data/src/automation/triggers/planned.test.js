import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { createRegistry, definePlugin, defineTriggerSource } from '@plinth/plugin';
import { dataPlugin } from '../../core-plugin.js';
import { createData } from '../../create-data.js';
import { SYSTEM, createForum } from '../../gate/rows/testing/forum.js';
import { planOf } from './planner/plan-of.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
before(async () => {
  forum = await createForum({ history: false });
});
after(() => forum.close());

const edit = (/** @type {string} */ name, /** @type {any} */ input) => forum.data.edit(SYSTEM, name, input);
const drain = () => forum.data.automation.drain();
const query = (/** @type {string} */ text, /** @type {any[]} */ ...values) => forum.data.db.query({ text, values });
const reply = (/** @type {string} */ expression) => ({
  do: {
    action: 'insert_row',
    config: { table: 'replies', values: [{ field: 'text', source: 'expression', expression }] },
  },
});
const texts = async () => (await query('select text from app.replies order by id')).rows.map(({ text }) => text);
const topic = (values = {}) => forum.data.rows.insert(SYSTEM, 'topics', { title: 't', ...values });
const runsOf = async (/** @type {string} */ trigger) => (await forum.data.runs.list(forum.admin, { of: trigger })).runs;
const nextOf = async (/** @type {string} */ id) =>
  (await forum.data.automation.runs.states(forum.admin, [id])).get(id)?.nextAt ?? null;
/** A planned time that many minutes ago. @param {string} id @param {number} minutes */
const planAgo = (id, minutes) =>
  query(
    "update plinth.trigger_states set next_at = now() - $2 * interval '1 minute' where trigger_id = $1",
    id,
    minutes,
  );
const inHours = (/** @type {number} */ hours) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Runs a test with a trigger, which is removed afterwards. @param {any} trigger @param {(id: string) => Promise<void>} work */
async function withTrigger(trigger, work) {
  await edit('add-trigger', { trigger: { label: 'Test', as: 'system', steps: [reply('"x"')], ...trigger } });
  const { id } = /** @type {any} */ (forum.data.catalog()).triggers.at(-1);
  await query('delete from app.replies');
  await drain();
  try {
    await work(id);
  } finally {
    await edit('remove-trigger', { trigger: id });
    await drain();
    await query('delete from app.replies');
    await query('delete from app.topics');
    await query('delete from plinth.runs');
  }
}
const SCHEDULE = { source: 'schedule', options: { every: 'day', at: '8:00' } };
const STARTS = {
  source: 'field_time',
  table: 'topics',
  options: { field: 'starts', when: 'before', amount: 2, unit: 'hours' },
};

describe('a schedule', () => {
  it('starts the steps once at its time, which they know, and plans the next', async () => {
    await withTrigger({ ...SCHEDULE, steps: [reply('string(event.time)')] }, async (id) => {
      assert.ok(new Date(/** @type {any} */ (await nextOf(id))) > new Date());
      assert.deepEqual(await texts(), []);
      await planAgo(id, 1);
      await Promise.all([drain(), drain(), drain()]);
      const [run, ...others] = await runsOf(id);
      assert.deepEqual([run.state, run.event, others.length], ['done', 'schedule', 0]);
      assert.equal(new Date((await texts())[0]).toISOString(), run.details?.time);
      assert.ok(new Date(/** @type {any} */ (await nextOf(id))) > new Date());
    });
  });

  it('runs once for all missed times, or waits for the next if set so', async () => {
    await withTrigger(SCHEDULE, async (id) => {
      await planAgo(id, 60 * 24 * 5);
      await drain();
      assert.equal((await runsOf(id)).length, 1);
    });
    await withTrigger({ ...SCHEDULE, options: { every: 'day', missed: 'skip' } }, async (id) => {
      await planAgo(id, 60);
      await drain();
      assert.equal((await runsOf(id)).length, 0);
      await planAgo(id, 1);
      await drain();
      assert.equal((await runsOf(id)).length, 1);
    });
  });

  it('starts a run for each row that matches, the oldest first, up to a limit', async () => {
    const where = { field: 'status', op: 'eq', value: 'open' };
    const options = { every: 'day', where, limit: 2 };
    await withTrigger({ ...SCHEDULE, table: 'topics', options, steps: [reply('row.title')] }, async (id) => {
      for (const [title, status] of [
        ['a', 'open'],
        ['b', 'done'],
        ['c', 'open'],
        ['d', 'open'],
      ])
        await topic({ title, status });
      await planAgo(id, 1);
      await drain();
      assert.deepEqual((await texts()).toSorted(), ['a', 'c']);
    });
  });

  it('says in the last run if a limit left rows out', async () => {
    const nothing = (/** @type {number} */ count) => Array(count).fill(null);
    /** @type {[number, (string | null)[]][]} */
    const cases = [
      [1, ['1']],
      [500, [...nothing(499), '500']],
      [1000, [...nothing(999), '1000']],
      [1001, nothing(1001)],
      [2000, nothing(1001)],
    ];
    for (const [limit, said] of cases)
      await withTrigger({ ...SCHEDULE, table: 'topics', options: { every: 'day', limit } }, async (id) => {
        await query("insert into app.topics (title) select 'row ' || n from generate_series(1, 1001) n");
        await query("update plinth.runs set due_at = now() + interval '1 day'");
        await planAgo(id, 1);
        await drain();
        const { rows } = await forum.data.db.query({
          text: "select details->>'stoppedAt' as at from plinth.runs where object_id = $1 order by row_key::bigint",
          values: [id],
        });
        assert.deepEqual(
          rows.map(({ at }) => at),
          said,
        );
      });
  });

  it('starts a run for each of 1,597 rows if there is no limit', async () => {
    await withTrigger({ ...SCHEDULE, table: 'topics', options: { every: 'day' } }, async (id) => {
      await forum.data.db.query("insert into app.topics (title) select 'row ' || n from generate_series(1, 1597) n");
      await forum.data.db.query("update plinth.runs set due_at = now() + interval '1 day'");
      await planAgo(id, 1);
      await drain();
      const { rows } = await forum.data.db.query({
        text: 'select count(*)::int as n, count(distinct row_key)::int as keys from plinth.runs where object_id = $1',
        values: [id],
      });
      assert.deepEqual(rows, [{ n: 1597, keys: 1597 }]);
    });
  });

  it('is migrated without the limit that old forms filled in, and so are workflows', async () => {
    const { query } = forum.data.db;
    const loop = (/** @type {number} */ limit) => ({ kind: 'each', limit, steps: [{ kind: 'stop' }] });
    const steps = [
      { kind: 'branch', branches: [{ steps: [loop(1000)] }], otherwise: [loop(999)] },
      { kind: 'x', limit: 1000 },
    ];
    const bodies = {
      workflow: { steps, variables: [] },
      trigger: { source: 'schedule', options: { every: 'day', limit: 1000 } },
    };
    for (const [kind, body] of Object.entries(bodies))
      await query({
        text: 'insert into plinth.objects (id, kind, name, body) values (gen_random_uuid(), $1, $2, $3)',
        values: [kind, 'old_one', JSON.stringify(body)],
      });
    await query(readFileSync(new URL('../../postgres/migrations/0450_all_rows.sql', import.meta.url), 'utf8'));
    const { rows } = await query("delete from plinth.objects where name = 'old_one' returning kind, body");
    const after = Object.fromEntries(rows.map(({ kind, body }) => [kind, body]));
    assert.deepEqual(after.trigger.options, { every: 'day' });
    const [branch, other] = after.workflow.steps;
    assert.deepEqual(branch.branches[0].steps, [{ kind: 'each', steps: [{ kind: 'stop' }] }]);
    assert.deepEqual([branch.otherwise[0].limit, other.limit, after.workflow.variables], [999, 1000, []]);
  });

  it('Z5: finds only rows that its rights allow it to read', async () => {
    await topic({ title: 'hidden' });
    const person = { as: 'user', user: forum.people.ada };
    await withTrigger({ ...SCHEDULE, ...person, table: 'topics', steps: [reply('row.title')] }, async (id) => {
      await planAgo(id, 1);
      await drain();
      assert.deepEqual(await runsOf(id), []);
    });
  });

  it('is planned again when its settings change, and does not catch up on the time when it was off', async () => {
    await withTrigger(SCHEDULE, async (id) => {
      const first = await nextOf(id);
      await edit('change-trigger', { trigger: id, changes: { options: { every: 'day', at: '9:30' } } });
      await drain();
      assert.notEqual(await nextOf(id), first);
      await edit('change-trigger', { trigger: id, changes: { enabled: false } });
      await planAgo(id, 1);
      await drain();
      assert.equal(await nextOf(id), null);
      const { revision } = await edit('change-trigger', { trigger: id, changes: { enabled: true } });
      await drain();
      assert.equal((await runsOf(id)).length, 0);
      assert.ok(await nextOf(id));
      await forum.data.revisions.undo(SYSTEM, revision);
      await drain();
      assert.equal(await nextOf(id), null);
    });
  });

  it('says in its runs why its rows can’t be found', async () => {
    await edit('add-field', { table: 'topics', field: { name: 'gone', type: 'text' } });
    const options = { every: 'day', where: { field: 'gone', op: 'eq', value: 'x' } };
    await withTrigger({ ...SCHEDULE, table: 'topics', options }, async (id) => {
      await edit('remove-field', { table: 'topics', field: 'gone' });
      await planAgo(id, 1);
      await drain();
      const [run] = await runsOf(id);
      assert.equal(run.state, 'failed');
      assert.ok(run.error?.message);
      assert.ok(new Date(/** @type {any} */ (await nextOf(id))) > new Date(), 'tried again later');
    });
  });

  it('knows the time that it was planned for, however often its start failed', async () => {
    await edit('add-field', { table: 'topics', field: { name: 'later', type: 'text' } });
    const options = { every: 'day', missed: 'skip', where: { field: 'later', op: 'eq', value: 'x' } };
    const trigger = { ...SCHEDULE, table: 'topics', options, steps: [reply('string(event.time)')] };
    await withTrigger(trigger, async (id) => {
      const { revision } = await edit('remove-field', { table: 'topics', field: 'later' });
      await planAgo(id, 1);
      const { rows } = await query('select next_at from plinth.trigger_states where trigger_id = $1', id);
      await drain();
      for (const minutes of [2, 1]) {
        await planAgo(id, minutes);
        if (minutes === 1) {
          await forum.data.revisions.undo(SYSTEM, revision);
          await topic({ later: 'x' });
        }
        await drain();
      }
      assert.deepEqual(
        (await texts()).map((time) => new Date(time)),
        [new Date(rows[0].next_at)],
      );
    });
  });
});

describe('a plan', () => {
  it('stays the same when the database gives back its options in another order', () => {
    const catalog = /** @type {any} */ ({ settings: {} });
    const [one, two] = [
      { field: 'due', at: '8:00' },
      { at: '8:00', field: 'due' },
    ];
    const plan = (/** @type {any} */ options) => planOf(catalog, /** @type {any} */ ({ ...STARTS, options }));
    assert.equal(plan(one), plan(two));
    assert.notEqual(plan(one), plan({ ...one, at: '9:00' }));
  });
});

describe('a time of a field', () => {
  it('starts the steps for each row once, again for another value, and never for deleted rows', async () => {
    await withTrigger({ ...STARTS, steps: [reply('row.title')] }, async (id) => {
      const soon = await topic({ title: 'soon', starts: inHours(1.9) });
      await topic({ title: 'later', starts: inHours(5) });
      await topic({ title: 'never', starts: null });
      const { id: gone } = await topic({ title: 'gone', starts: inHours(1.9) });
      await forum.data.rows.remove(SYSTEM, 'topics', gone);
      await drain();
      await Promise.all([drain(), drain()]);
      assert.deepEqual(await texts(), ['soon']);
      assert.ok(await nextOf(id), 'that of the later one');
      await forum.data.rows.update(SYSTEM, 'topics', soon.id, { title: 'renamed' });
      await drain();
      assert.deepEqual(await texts(), ['soon']);
      await forum.data.rows.update(SYSTEM, 'topics', soon.id, { starts: inHours(1.8) });
      await drain();
      assert.deepEqual(await texts(), ['soon', 'renamed']);
    });
  });

  it('ignores times that were long past when they were set or the trigger was made', async () => {
    await topic({ title: 'before', starts: inHours(1.9) });
    await withTrigger({ ...STARTS, steps: [reply('row.title')] }, async () => {
      await topic({ title: 'long past', starts: inHours(0.5) });
      await drain();
      assert.deepEqual(await texts(), []);
    });
  });

  it('catches up on what it missed while no process ran', async () => {
    await withTrigger({ ...STARTS, steps: [reply('row.title')] }, async (id) => {
      await query("update plinth.trigger_states set seen_at = now() - interval '1 day' where trigger_id = $1", id);
      await query("insert into app.topics (title, starts) values ('missed', now() - interval '10 hours')");
      await planAgo(id, 1);
      await drain();
      assert.deepEqual(await texts(), ['missed']);
    });
  });

  it('forgets reached times after a day, and starts none of them twice', async () => {
    await withTrigger(STARTS, async (id) => {
      for (const title of ['old', 'new']) await topic({ title, starts: inHours(title === 'old' ? 1.2 : 1.5) });
      await drain();
      const times = async () => (await query('select at from plinth.trigger_times where trigger_id = $1', id)).rowCount;
      assert.equal(await times(), 2);
      await query("update app.topics set starts = starts - interval '3 days' where title = 'old'");
      const first = '(select min(at) from plinth.trigger_times where trigger_id = $1)';
      await query(`update plinth.trigger_times set at = at - interval '3 days' where at = ${first}`, id);
      await query("update plinth.trigger_states set seen_at = now() - interval '4 days' where trigger_id = $1", id);
      await forum.data.automation.sweep();
      assert.equal(await times(), 2, 'it has not looked since');
      await query('update plinth.trigger_states set seen_at = now() where trigger_id = $1', id);
      await forum.data.automation.sweep();
      assert.equal(await times(), 1);
      await drain();
      assert.equal((await runsOf(id)).length, 2);
    });
  });

  it('counts days by the calendar, at a time of day in a time zone', async () => {
    const options = { field: 'due', when: 'before', amount: 2, unit: 'days', at: '9:00', timeZone: 'Europe/Berlin' };
    await withTrigger({ ...STARTS, options }, async (id) => {
      await topic({ due: '2027-03-29' });
      await drain();
      assert.equal(new Date(/** @type {any} */ (await nextOf(id))).toISOString(), '2027-03-27T08:00:00.000Z');
      await topic({ due: '2027-03-01' });
      await drain();
      assert.equal(new Date(/** @type {any} */ (await nextOf(id))).toISOString(), '2027-02-27T08:00:00.000Z');
      const late = { ...options, when: 'after', amount: 30, unit: 'days' };
      await edit('change-trigger', { trigger: id, changes: { options: late } });
      await drain();
      assert.equal(new Date(/** @type {any} */ (await nextOf(id))).toISOString(), '2027-03-31T07:00:00.000Z');
    });
  });

  it('is found by an index, which goes with the trigger', async () => {
    const indexes = async () =>
      (await query("select indexname from pg_indexes where tablename = 'topics' and indexname like '%\\_time'")).rows;
    await withTrigger(STARTS, async () => {
      assert.equal((await indexes()).length, 1);
      const { rows } = await query(`explain select 1 from app.topics where starts >= now() order by starts limit 50`);
      assert.ok(rows.length > 0);
    });
    assert.deepEqual(await indexes(), []);
  });

  it('names what is wrong with its settings', async () => {
    const refused = async (/** @type {any} */ trigger, /** @type {string} */ key) =>
      assert.rejects(
        edit('add-trigger', { trigger: { label: 'Bad', ...STARTS, steps: [reply('"x"')], ...trigger } }),
        (/** @type {any} */ error) => {
          assert.ok(error.details?.fields?.[key], `${key}: ${JSON.stringify(error.details)}`);
          return true;
        },
      );
    await refused({ options: { field: 'title' } }, 'options.field');
    await refused({ options: { field: 'gone' } }, 'options.field');
    await refused({ options: { field: 'due', timeZone: 'x' } }, 'options.timeZone');
    await refused({ options: {} }, 'options.field');
    await refused({ table: null }, 'table');
    await refused({ source: 'nothing' }, 'source');
    await refused({ ...SCHEDULE, table: null, when: 'row.title == "x"' }, 'when');
    await refused({ ...SCHEDULE, when: 'event.gone == "x"' }, 'when');
    await refused({ ...SCHEDULE, when: 'event' }, 'when');
  });
});

describe('what happens in Plinth itself', () => {
  it('starts triggers in the transaction of what happened, with who did it', async () => {
    const data = /** @type {any} */ (forum.data);
    const note = (/** @type {string} */ expression) => ({ steps: [reply(expression)] });
    await edit('change-settings', { changes: { signUp: true } });
    await withTrigger({ source: 'login', ...note('"in: " + event.name'), as: 'system' }, async (id) => {
      await assert.rejects(data.people.login('ada@example.org', 'wrong password here'), { code: 'LOGIN_FAILED' });
      const password = 'a long password of ada';
      await data.people.users.setPassword(forum.admin, forum.people.ada, password);
      const { rows } = await query('select email, name from plinth.users where id = $1', forum.people.ada);
      await data.people.login(rows[0].email, password);
      await drain();
      const [run, ...others] = await runsOf(id);
      assert.deepEqual([run.state, run.by?.id, others.length], ['done', forum.people.ada, 0]);
      assert.deepEqual(await texts(), [`in: ${rows[0].name}`]);
    });
    const person = { name: 'New', email: 'new@example.org', password: 'a long password of new' };
    await withTrigger({ source: 'sign_up', ...note('event.email') }, async () => {
      await data.people.signUp(person);
      await data.people.signUp(person);
      await drain();
      assert.deepEqual(await texts(), ['new@example.org'], 'once: the second time the address was taken');
    });
    await withTrigger({ source: 'invitation', ...note('event.name') }, async () => {
      const { token } = await data.people.invite(forum.admin, {});
      await assert.rejects(data.people.acceptInvite(token, person), { code: 'INPUT_INVALID' });
      await drain();
      assert.deepEqual(await texts(), []);
      await data.people.acceptInvite(token, { ...person, name: 'Guest', email: 'guest@example.org' });
      await drain();
      assert.deepEqual(await texts(), ['Guest']);
    });
  });

  it('starts a trigger for an uploaded file, and none for one that is refused', async () => {
    const data = /** @type {any} */ (forum.data);
    await withTrigger(
      { source: 'file_upload', steps: [reply('event.name + " " + string(event.size)')] },
      async (id) => {
        await data.files.add(forum.admin, Readable.from([Buffer.from('hello')]), { name: 'note.txt' });
        const refused = data.files.add(forum.ada, Readable.from([Buffer.from('x')]), {
          name: 'x.txt',
          field: { table: 'topics', field: 'nothing' },
        });
        await assert.rejects(refused);
        await drain();
        assert.deepEqual(await texts(), ['note.txt 5']);
        assert.equal((await runsOf(id))[0].details?.type, 'text/plain');
      },
    );
  });

  it('starts a trigger when another fails for good, and ends a circle over sources after five', async () => {
    const stop = { do: { action: 'stop', config: { text: 'Not today' } } };
    await withTrigger(
      { source: 'trigger_failure', steps: [reply('event.label + ": " + event.message'), stop] },
      async (id) => {
        await edit('add-trigger', {
          trigger: { label: 'Fails', table: 'topics', events: ['insert'], as: 'system', steps: [stop] },
        });
        const fails = /** @type {any} */ (forum.data.catalog()).triggers.find(
          (/** @type {any} */ one) => one.label === 'Fails',
        );
        await topic();
        await drain();
        const runs = await runsOf(id);
        assert.deepEqual(
          runs.map((/** @type {any} */ { state, details, chain }) => [state, details?.message, chain]),
          [['failed', 'Not today', [fails.id]]],
          'its own failure starts nothing',
        );
        await edit('remove-trigger', { trigger: fails.id });
      },
    );
    const again = {
      do: { action: 'insert_row', config: { table: 'topics', values: [{ field: 'title', value: 'again' }] } },
    };
    await withTrigger({ source: 'trigger_failure', steps: [again] }, async () => {
      await edit('add-trigger', {
        trigger: { label: 'Circle', table: 'topics', events: ['insert'], as: 'system', steps: [stop] },
      });
      const circle = /** @type {any} */ (forum.data.catalog()).triggers.find(
        (/** @type {any} */ one) => one.label === 'Circle',
      );
      await topic();
      await drain();
      const { rows } = await query(
        "select error ->> 'code' as code, cardinality(chain) as depth from plinth.runs order by id desc limit 1",
      );
      assert.deepEqual(rows[0], { code: 'TRIGGER_LOOP', depth: 5 });
      await edit('remove-trigger', { trigger: circle.id });
    });
  });
});

describe('a source of a plugin', () => {
  it('finds events at its times, and saves its position with them', async () => {
    const inbox = defineTriggerSource({
      name: 'inbox',
      label: 'Inbox',
      icon: 'mail',
      help: 'When a message arrives.',
      settings: [],
      event: [{ name: 'subject', type: 'text', label: 'Subject' }],
      next: ({ after }) => new Date(after.getTime() + 60_000),
      async find({ memory }) {
        const last = Number(memory ?? 0);
        if (last >= 4) throw new Error('The mail server is gone');
        return { events: [{ subject: `message ${last + 1}` }, { subject: `message ${last + 2}` }], memory: last + 2 };
      },
    });
    const plugin = definePlugin({ name: 'mail', version: '1.0.0', api: '^1', triggerSources: [inbox] });
    const data = await createData({ connection: forum.connection, registry: createRegistry([dataPlugin, plugin]) });
    try {
      const trigger = { label: 'Mail', source: 'inbox', as: 'system', steps: [reply('event.subject')] };
      await data.edit(SYSTEM, 'add-trigger', { trigger });
      const { id } = /** @type {any} */ (data.catalog()).triggers.at(-1);
      await data.automation.drain();
      await planAgo(id, 1);
      const drainWithout = () => forum.data.automation.drain();
      await query('select plinth.start_trigger($1, \'inbox\', null, \'{"subject": "message 0"}\', null, now())', id);
      await drainWithout();
      assert.deepEqual([await texts(), (await runsOf(id))[0].state], [[], 'waiting']);
      for (let look = 0; look < 3; look++) {
        await planAgo(id, 1);
        await Promise.all([data.automation.drain(), data.automation.drain(), drainWithout()]);
      }
      assert.deepEqual(
        (await texts()).toSorted(),
        [0, 1, 2, 3, 4].map((n) => `message ${n}`),
      );
      const [failed] = await runsOf(id);
      assert.deepEqual([failed.state, failed.error?.code], ['failed', 'INTERNAL']);
      await drain();
      assert.ok(
        forum.data.catalog().triggers.every((one) => one.source !== 'inbox' || one.enabled),
        'kept without it',
      );
      await data.edit(SYSTEM, 'remove-trigger', { trigger: id });
    } finally {
      await data.close();
    }
  });
});
