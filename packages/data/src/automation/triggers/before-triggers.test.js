import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRegistry } from '@plinth/plugin';
import { dataPlugin } from '../../core-plugin.js';
import { createData } from '../../create-data.js';
import { SYSTEM, VISITOR, createForum } from '../../gate/rows/testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
before(async () => (forum = await createForum()));
after(() => forum.close());

const edit = (/** @type {string} */ name, /** @type {any} */ input) => forum.data.edit(SYSTEM, name, input);
const topic = (values = {}, actor = forum.ada) => forum.data.rows.insert(actor, 'topics', { title: 't', ...values });
const update = (/** @type {any} */ id, /** @type {any} */ values, actor = forum.ada) =>
  forum.data.rows.update(actor, 'topics', id, values);
const get = (/** @type {any} */ id) => forum.data.rows.get(SYSTEM, 'topics', id);
const query = (/** @type {string} */ text) => forum.data.db.query(text);
const set = (/** @type {string} */ field, /** @type {string} */ value, when = '') => ({
  kind: 'set',
  field,
  value,
  when,
});
const refuse = (/** @type {string} */ message, when = '', /** @type {string | null} */ field = null) => ({
  kind: 'refuse',
  message,
  when,
  field,
});
const refused =
  (/** @type {string} */ message, fields = {}) =>
  (/** @type {any} */ error) => {
    assert.deepEqual([error.code, error.status, error.message], ['ROW_REFUSED', 422, message]);
    assert.deepEqual(error.details?.fields ?? {}, fields);
    return true;
  };
const made = () => /** @type {any} */ (forum.data.catalog()).triggers.at(-1);

/** Runs a test with triggers, which are removed afterwards. @param {any[]} triggers @param {() => Promise<void>} work */
async function withTriggers(triggers, work) {
  const ids = [];
  try {
    for (const trigger of triggers) {
      await edit('add-trigger', {
        trigger: { label: 'Test', table: 'topics', events: ['insert', 'update'], timing: 'before', ...trigger },
      });
      ids.push(made().id);
    }
    await work();
  } finally {
    for (const id of ids) await edit('remove-trigger', { trigger: id });
    await query('delete from app.topics');
  }
}

describe('triggers before a row is saved', () => {
  it('store decimals without zeros at the end, so that a file that was imported is exported as it was', async () => {
    const fields = ['net', 'gross', 'part', 'rate'].map((name) => ({
      name,
      type: name === 'rate' ? 'percent' : 'decimal',
    }));
    for (const field of fields) await edit('add-field', { table: 'topics', field });
    const steps = [set('gross', 'addPercent(row.net, 25)'), set('part', 'row.net * 1.0'), set('rate', 'row.net / 8')];
    await withTriggers([{ before: steps }], async () => {
      const { id } = await topic({ net: '18' });
      const { rows } = await query('select gross::text, part::text, rate::text from app.topics');
      assert.deepEqual(rows, [{ gross: '22.5', part: '18', rate: '2.25' }]);
      const { gross, part, rate } = await get(id);
      assert.deepEqual([gross, part, rate], ['22.5', '18', '2.25']);
    });
    // What an earlier version stored is read without them, too.
    await query(`insert into app.topics (title, gross, rate) values ('old', 22.500000000000, 2.250000000000)`);
    const [{ rows: old }] = await forum.data.select(SYSTEM, [
      {
        spec: { table: 'topics', select: ['gross', 'rate'].map((field) => ({ as: field, field })), limit: 9 },
        params: {},
      },
    ]);
    assert.deepEqual(
      old.map((/** @type {any} */ row) => [row.gross, row.rate]),
      [['22.5', '2.25']],
    );
    await query('delete from app.topics');
    for (const { name } of fields) await edit('remove-field', { table: 'topics', field: name });
  });

  it('refuse a value that they can’t convert, and show it only to people who may read it', async () => {
    const wrong = (/** @type {string} */ message) => (/** @type {any} */ error) => {
      assert.deepEqual([error.code, error.status, error.message], ['VALUE_NOT_CONVERTIBLE', 422, message]);
      return true;
    };
    await withTriggers([{ before: [set('priority', 'int(row.title)')] }], async () => {
      assert.equal((await topic({ title: '8' })).priority, 8);
      assert.equal((await topic({ title: ' +9 ' })).priority, 9);
      await assert.rejects(topic({ title: 'seven' }), wrong('A trigger could not convert a value of the row'));
      await assert.rejects(topic({ title: 'seven' }, SYSTEM), wrong('“seven” is not a whole number'));
      await assert.rejects(topic({ title: '7.5' }, SYSTEM), wrong('“7.5” is not a whole number'));
      await assert.rejects(
        topic({ title: '9'.repeat(20) }, SYSTEM),
        wrong(`“${'9'.repeat(20)}” is not a number, or too large`),
      );
    });
    await withTriggers([{ before: [set('budget', 'number(row.title)', 'row.title != "skip"')] }], async () => {
      assert.equal((await topic({ title: '1.25' })).budget, '1.25');
      assert.equal((await topic({ title: 'skip' })).budget, null);
      await assert.rejects(topic({ title: '1,25' }, SYSTEM), wrong('“1,25” is not a number, or too large'));
    });
  });

  it('set fields from the row, the old row and related rows, and return the stored row', async () => {
    await edit('add-field', {
      table: 'topics',
      field: { name: 'about', type: 'relation', attributes: { table: 'topics' } },
    });
    const steps = [
      set('body', 'row.title + " by " + row.author.name', 'row.body == null'),
      set('priority', 'row.about.priority + 1', 'row.about != null && row.priority == null'),
      set('budget', 'old.budget + 0.005', 'old.budget > row.budget'),
      set('due', 'date("2026-12-24")', 'row.due == null'),
      set('about', 'old.about', 'old.about != null'),
    ];
    await withTriggers([{ before: steps }], async () => {
      const first = await topic({ title: 'one', priority: 3, budget: '10' });
      assert.deepEqual([first.body, first.due, first.budget], ['one by ada', '2026-12-24', '10.00']);
      const second = await topic({ title: 'two', about: first.id });
      assert.equal(second.priority, 4);
      assert.equal((await update(first.id, { budget: '2' })).budget, '10.01', 'rounded as the field says');
      assert.equal((await update(second.id, { about: null })).about, first.id);
    });
    await edit('remove-field', { table: 'topics', field: 'about' });
  });

  it('refuse with a message beside a field, and nothing of the row is written', async () => {
    const step = refuse('Too expensive', 'row.budget > 100', 'budget');
    await withTriggers([{ before: [step] }], async () => {
      await assert.rejects(topic({ budget: '101' }), refused('Too expensive', { budget: 'Too expensive' }));
      const { id } = await topic({ budget: '99' });
      await assert.rejects(update(id, { budget: '200' }), refused('Too expensive', { budget: 'Too expensive' }));
      assert.equal((await get(id)).budget, '99.00');
      assert.equal(await forum.data.rows.count(SYSTEM, 'topics'), 1);
    });
  });

  it('refuse a deletion, also of rows that would be deleted with another', async () => {
    const step = refuse('Finished topics stay', 'row.status == "done" && old.status == "done"');
    await withTriggers([{ events: ['delete'], before: [step] }], async () => {
      const { id } = await topic({ status: 'done' });
      await assert.rejects(forum.data.rows.remove(forum.ada, 'topics', id), refused('Finished topics stay'));
      const open = await topic({ title: 'open' });
      await forum.data.rows.remove(forum.ada, 'topics', open.id);
      const many = await forum.data.rows.removeMany(forum.ada, 'topics', [id, (await topic()).id]);
      assert.deepEqual([many.done.length, many.errors.map(({ error }) => error.code)], [1, ['ROW_REFUSED']]);
      await update(id, { status: 'open' });
      await query("update app.topics set status = 'done'");
      await assert.rejects(query('delete from app.topics'), { code: 'PLN01', message: 'Finished topics stay' });
      await query("update app.topics set status = 'open'");
    });
  });

  it('run in their order, see values set by earlier ones, and run only for their fields', async () => {
    const triggers = [
      { label: 'Second', order: 2, before: [set('body', 'row.body + "b"')] },
      { label: 'First', order: 1, before: [set('body', 'row.title + "a"', 'old == null || old.title != row.title')] },
      {
        label: 'Changes of status',
        order: 3,
        events: ['update'],
        fields: ['status'],
        to: 'done',
        before: [set('priority', '9')],
      },
      { label: 'Last', before: [set('priority', 'row.priority + 0')] },
    ];
    await withTriggers(triggers, async () => {
      assert.equal(made().order, 4, 'a new one comes last');
      const { id, body } = await topic({ title: 'x' });
      assert.equal(body, 'xab');
      assert.equal((await update(id, { effort: null })).priority, null);
      assert.equal((await get(id)).body, 'xab', 'nothing has changed');
      const done = await update(id, { status: 'done' });
      assert.deepEqual([done.priority, done.body], [9, 'xabb']);
      const { id: last } = made();
      await edit('change-trigger', { trigger: last, changes: { order: 1, before: [refuse('first')] } });
      await edit('change-trigger', { trigger: 'first', changes: { enabled: false } });
      await assert.rejects(update(id, { title: 'y' }), refused('first'));
    });
  });

  it('come before required fields, constraints and stored formulas are looked at', async () => {
    await edit('add-field', {
      table: 'topics',
      field: { name: 'twice', type: 'money', formula: 'row.budget * 2', stored: true },
    });
    await edit('add-field', { table: 'topics', field: { name: 'code', type: 'text', required: true, default: 'x' } });
    await edit('change-field', { table: 'topics', field: 'code', changes: { default: null } });
    const steps = [
      set('budget', '5', 'row.budget == null'),
      set('code', '"C-" + row.title', 'row.title != "none"'),
      set('priority', '7', 'row.title == "seven"'),
      set('body', '"big"', 'row.twice > 9'),
    ];
    await withTriggers([{ before: steps }], async () => {
      const row = await topic({ title: 'a' });
      assert.deepEqual([row.budget, row.twice, row.code, row.body], ['5.00', '10.00', 'C-a', 'big']);
      assert.equal((await topic({ title: 'b', code: '' })).code, 'C-b');
      await assert.rejects(topic({ title: 'seven' }), { code: 'INPUT_INVALID', message: 'Seven is taken' });
      await assert.rejects(topic({ title: 'none' }), (/** @type {any} */ error) => {
        assert.deepEqual(error.details.fields, { code: 'Code is required' });
        return true;
      });
    });
    await assert.rejects(topic({ title: 'c' }), { code: 'INPUT_INVALID' }, 'required again');
    for (const field of ['twice', 'code']) await edit('remove-field', { table: 'topics', field });
  });

  it('apply to SQL, transactions and batches, in which only the refused row fails', async () => {
    const steps = [set('body', '"set"'), refuse('No', 'row.title == "bad"', 'title')];
    await withTriggers([{ before: steps }], async () => {
      const titles = Array.from({ length: 40 }, (_, i) => (i === 17 ? 'bad' : `title ${i}`));
      const outcomes = await Promise.allSettled(
        titles.map((title, i) => topic({ title }, i % 2 ? forum.ada : forum.ben)),
      );
      const failed = outcomes.flatMap((one, i) => (one.status === 'rejected' ? [[i, one.reason.message]] : []));
      assert.deepEqual(failed, [[17, 'No']]);
      const many = await forum.data.rows.insertMany(forum.ada, 'topics', [{ title: 'ok' }, { title: 'bad' }]);
      assert.deepEqual([many.done.length, many.errors.map(({ index }) => index)], [1, [1]]);
      await assert.rejects(
        forum.data.rows.transact(forum.ada, [
          { op: 'insert', table: 'topics', values: { title: 'well' } },
          { op: 'insert', table: 'topics', values: { title: 'bad' } },
        ]),
        { code: 'ROW_REFUSED' },
      );
      await query("insert into app.topics (title) values ('by sql')");
      const { rows } = await query('select count(*)::int as n, count(distinct body)::int as bodies from app.topics');
      assert.deepEqual(rows[0], { n: 41, bodies: 1 });
      await assert.rejects(query("update app.topics set title = 'bad'"), { code: 'PLN01', column: 'title' });
    });
  });

  it('Z5: know who writes each row, also in one batch of several people', async () => {
    const steps = [
      set('body', 'user.name'),
      refuse('Only staff', '!("staff" in user.roles) && row.priority == 9'),
      refuse('Sign in', '!user.signedIn && row.title != "by sql"'),
    ];
    await withTriggers([{ before: steps }], async () => {
      const written = await Promise.all(
        [forum.ada, forum.ben, forum.ada, forum.staff].map((actor) =>
          topic({ priority: actor === forum.staff ? 9 : 1 }, actor),
        ),
      );
      assert.deepEqual(
        written.map(({ body }) => body),
        ['ada', 'ben', 'ada', 'cyd'],
      );
      await assert.rejects(topic({ priority: 9 }, forum.ben), refused('Only staff'));
      const both = await Promise.allSettled([topic({ priority: 9 }, forum.staff), topic({ priority: 9 })]);
      assert.deepEqual(
        both.map(({ status }) => status),
        ['fulfilled', 'rejected'],
      );
      await query("insert into app.topics (title) values ('by sql')");
      await assert.rejects(query("insert into app.topics (title) values ('sql')"), { message: 'Sign in' });
    });
  });

  it('Z5: set fields that the writer may not, but rights and rules apply to the stored row', async () => {
    await edit('change-field', { table: 'topics', field: 'status', changes: { access: { write: ['staff'] } } });
    await edit('set-constraints', {
      table: 'topics',
      constraints: [
        ...forum.data
          .catalog()
          .table('topics')
          .constraints.map(({ id: _, ...one }) => one),
        { kind: 'rule', rule: 'row.budget == null || row.budget < 50', message: 'Below 50', fields: ['budget'] },
      ],
    });
    const steps = [
      set('status', '"done"', 'row.title == "finish"'),
      set('author', `"${forum.people.ben}"`, 'row.title == "give away"'),
      set('author', 'user.id', 'row.title == "mine"'),
      set('budget', '60', 'row.title == "dear"'),
      set('budget', '40', 'row.title == "cheap"'),
    ];
    await withTriggers([{ before: steps }], async () => {
      await assert.rejects(topic({ status: 'done' }), { code: 'INPUT_INVALID' });
      const { id, status } = await topic({ title: 'finish' });
      assert.equal(status, 'done', 'the app set it, not the writer');
      const mine = await topic({ title: 'mine', author: forum.people.ben });
      assert.equal(mine.author, forum.people.ada);
      await assert.rejects(update(id, { title: 'give away' }), { code: 'FORBIDDEN' });
      assert.equal((await get(id)).title, 'finish');
      await assert.rejects(topic({ title: 'dear' }), (/** @type {any} */ error) => {
        assert.deepEqual([error.code, error.details.fields], ['INPUT_INVALID', { budget: 'Below 50' }]);
        return true;
      });
      assert.equal((await topic({ title: 'cheap', budget: '70' })).budget, '40.00', 'judged as it is stored');
      await assert.rejects(update(id, { title: 'dear' }), { code: 'INPUT_INVALID', message: 'Below 50' });
    });
    await edit('change-field', { table: 'topics', field: 'status', changes: { access: {} } });
  });

  it('Z5: reveal nothing about a field that the writer may not read', async () => {
    await edit('change-field', { table: 'topics', field: 'priority', changes: { access: { read: ['staff'] } } });
    await withTriggers([{ before: [refuse('No', 'row.title == "bad"', 'priority')] }], async () => {
      await assert.rejects(topic({ title: 'bad' }), refused('No'));
      await assert.rejects(topic({ title: 'bad' }, forum.staff), refused('No', { priority: 'No' }));
    });
    await edit('change-field', { table: 'topics', field: 'priority', changes: { access: {} } });
  });

  it('leave alone what an edit fills in and what comes back from a deletion', async () => {
    const steps = [set('body', '"new"', 'old == null'), refuse('Frozen', 'row.status == "done"')];
    await withTriggers([], async () => {
      const { id } = await topic({ body: 'as it was' });
      await update(id, { status: 'done' });
      await withTriggersKept([{ before: steps }], async () => {
        await edit('add-field', {
          table: 'topics',
          field: { name: 'count', type: 'integer', required: true, default: 4 },
        });
        assert.equal((await get(id)).count, 4);
        await edit('remove-field', { table: 'topics', field: 'count' });
        const { deletion } = await forum.data.rows.remove(forum.admin, 'topics', id);
        await forum.data.history.undo(forum.admin, String(deletion));
        const back = await get(id);
        assert.deepEqual([back.body, back.status], ['as it was', 'done']);
        await assert.rejects(update(id, { title: 'x' }, forum.admin), refused('Frozen'));
      });
    });
  });

  it('follow renames', async () => {
    await withTriggers([{ before: [set('body', 'row.title')], when: 'row.title != old.title' }], async () => {
      try {
        await edit('change-field', { table: 'topics', field: 'title', changes: { name: 'heading' } });
        await edit('change-table', { table: 'topics', changes: { name: 'threads' } });
        const row = await forum.data.rows.insert(forum.staff, 'threads', { heading: 'h' });
        assert.equal(row.body, 'h');
      } finally {
        await edit('change-table', { table: 'threads', changes: { name: 'topics' } });
        await edit('change-field', { table: 'topics', field: 'heading', changes: { name: 'title' } });
      }
      assert.equal((await topic({ title: 'again' })).body, 'again');
    });
    const { rows } = await query("select proname from pg_proc where proname like 'before\\_%'");
    assert.deepEqual(rows, [], 'nothing is left behind');
  });

  it('are made again at the start if the database has lost them or keeps another version', async () => {
    await withTriggers([{ before: [set('body', '"set"')] }], async () => {
      const { rows } = await query("select tgname from pg_trigger where tgname ~ '^before_.*(insert|update)$'");
      const [insert, update] = rows.map(({ tgname }) => tgname).toSorted();
      await query(`drop trigger ${insert} on app.topics; comment on trigger ${update} on app.topics is 'older'`);
      assert.equal((await topic()).body, null);
      const again = await createData({ connection: forum.connection, registry: createRegistry([dataPlugin]) });
      await again.close();
      assert.equal((await topic({ title: 'again' })).body, 'set');
    });
  });

  it('are checked when they are saved', async () => {
    const wrong = (/** @type {any} */ trigger, /** @type {string} */ key, /** @type {RegExp} */ message) =>
      assert.rejects(
        edit('add-trigger', {
          trigger: {
            label: 'Wrong',
            table: 'topics',
            events: ['insert'],
            timing: 'before',
            before: [set('body', '"x"')],
            ...trigger,
          },
        }),
        (/** @type {any} */ error) => {
          assert.match(error.details?.fields?.[key] ?? JSON.stringify(error), message);
          return true;
        },
      );
    await wrong({ before: [] }, 'before', /at least one/);
    await wrong({ before: [set('body', '1')] }, 'before.0.value', /does not fit/);
    await wrong({ before: [set('body', 'row.gone')] }, 'before.0.value', /gone/);
    await wrong({ before: [set('tags', 'null')] }, 'before.0.field', /can't be set/);
    await wrong({ before: [set('author', 'row')] }, 'before.0.value', /id is expected/);
    await wrong({ before: [set('id', '1')] }, 'before.0.field', /can't be set/);
    await wrong({ before: [refuse(' ')] }, 'before.0.message', /Say why/);
    await wrong({ before: [refuse('x', '1')] }, 'before.0.when', /./);
    await wrong({ events: ['delete'] }, 'before.0.kind', /only be refused/);
    await edit('add-field', {
      table: 'topics',
      field: { name: 'twice', type: 'money', formula: 'row.budget', stored: true },
    });
    await wrong({ events: ['update'], fields: ['twice'] }, 'fields', /calculated afterwards/);
    await edit('remove-field', { table: 'topics', field: 'twice' });
    await wrong({ order: 1.5 }, 'order', /whole number/);
    await wrong({ timing: 'later' }, 'timing', /./);
    await assert.rejects(topic({}, VISITOR), { code: 'FORBIDDEN' });
  });

  it('take no statement more, neither where there are none nor where nobody asks who writes', async () => {
    const cost = async () => {
      const { statements, roundTrips, transactions } = forum.data.db.counters();
      await topic();
      const after = forum.data.db.counters();
      return [after.statements - statements, after.roundTrips - roundTrips, after.transactions - transactions];
    };
    await cost();
    const without = await cost();
    if (process.env.ROW_SECURITY !== 'on') assert.deepEqual(without, [1, 1, 0]);
    await withTriggers([{ before: [set('body', '"set"', 'row.body == null')] }], async () => {
      await cost();
      assert.deepEqual(await cost(), without);
    });
  });
});

/** @param {any[]} triggers @param {() => Promise<void>} work */
async function withTriggersKept(triggers, work) {
  for (const trigger of triggers)
    await edit('add-trigger', {
      trigger: { label: 'Kept', table: 'topics', events: ['insert', 'update'], timing: 'before', ...trigger },
    });
  await work();
  await edit('remove-trigger', { trigger: made().id });
}
