import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { dataPlugin } from '../../../core-plugin.js';
import { createRegistry } from '@plinth/plugin';
import { createPlayground } from '../../expressions/testing/playground.js';
import { SYSTEM, VISITOR } from '../../../gate/rows/testing/forum.js';
import { rule } from '../testing/compare-rights.js';
import { writeOnce } from '../../../gate/rows/write/batch.js';
import { createWriteStatements } from '../../../gate/rows/write/statements.js';
import { endAsWriter, planPolicyRemoval, planPolicies, writeAsWriter } from './index.js';

/** @type {Awaited<ReturnType<typeof createPlayground>>} */
let forum;
before(async () => {
  forum = await createPlayground({ rows: 30, rowSecurity: true });
});
after(() => forum?.close());

/** @param {any} access @param {any} [more] */
const grant = (access, more = {}) => forum.data.edit(SYSTEM, 'set-access', { table: 'things', access, ...more });

/** A statement in which nothing is said of rights. @param {any} actor @param {string} text @param {unknown[]} [values] */
const bare = (actor, text, values) =>
  writeAsWriter(/** @type {any} */ (forum.data.db), actor, { hold: null, write: { text, values } });

const statementFor = createWriteStatements(createRegistry([dataPlugin]));

/**
 * The very statement of the gate, made for somebody who may do everything, and sent for somebody else: only the policies
 * judges. Nothing of it stays.
 *
 * @param {any} actor @param {any} kind @param {any} row @param {string} [name] @returns {Promise<string>} what became of it
 */
async function policiesAlone(actor, kind, row, name = 'things') {
  const catalog = forum.data.catalog();
  const work = {
    actor,
    catalog,
    table: catalog.table(name),
    kind,
    rowSecurity: true,
    statementFor: (/** @type {any} */ known, /** @type {any} */ _, /** @type {any} */ table) =>
      statementFor(known, SYSTEM, table, kind, true),
  };
  return undone(async (tx) => {
    const [{ row: done, error }] = await writeOnce(tx, work, [row], { named: false });
    if (!done) throw error;
    await endAsWriter(tx);
  });
}

/** What the gate says, with everything on. Nothing of it stays. @param {any} actor @param {any} step */
const gate = (actor, step) =>
  forum.data.rows
    .transact(actor, [{ table: 'things', ...step }], {
      around: async (_, work) => {
        await work();
        throw new Undone();
      },
    })
    .then(() => '', outcome);

/** Other rows may hold on to one that he might delete. @param {string} code */
const isAllowed = (code) => ['done', '23503', 'ROW_IN_USE'].includes(code);

class Undone extends Error {
  code = 'done';
}
/** @param {any} error */
const outcome = ({ code, message }) => (code ? String(code) : message);

/** @param {(tx: any) => Promise<unknown>} work */
const undone = (work) =>
  forum.data.db
    .transaction(async (tx) => {
      await work(tx);
      throw new Undone();
    })
    .then(() => '', outcome);

const mine = { create: 'all', update: 'own', delete: 'own' };
const SOME_RULE = 'row.parts.exists(p, p.amount > 0) || row.parent.person == user.id';

describe('row-level security for writes', () => {
  it('Z16: refuses statements without our conditions what the writer may not do', async () => {
    await grant({ user: { read: 'all' } });
    const { ada } = forum;
    await assert.rejects(bare(ada, "insert into app.things (title) values ('x')"), { code: 'FORBIDDEN' });
    await bare(ada, "update app.things set title = 'x'");
    await bare(ada, 'delete from app.things');
    await assert.rejects(bare(ada, 'insert into app.things_friends select 1, id from plinth.users limit 1'), {
      code: 'FORBIDDEN',
    });
    await bare(ada, 'delete from app.things_friends');
    const { rows } = await forum.data.db
      .query(`select count(*)::int as n, count(*) filter (where title = 'x')::int as x,
      (select count(*)::int from app.things_friends) as links from app.things`);
    assert.deepEqual([rows[0].n, rows[0].x, rows[0].links > 0], [30, 0, true]);
  });

  it('Z16: lets nobody give rows away, create rows for others, or take others’ rows', async () => {
    await grant({ user: { read: 'own', ...mine } }, { owner: 'person' });
    const { ada, ben, people } = forum;
    const { id } = await forum.data.rows.insert(ada, 'things', { title: 'mine', person: people.ada });
    for (const [kind, row, code] of /** @type {const} */ ([
      ['insert', { v: { person: people.ada } }, 'done'],
      ['insert', { v: { person: people.ben } }, 'FORBIDDEN'],
      ['insert', { v: { person: null } }, 'FORBIDDEN'],
      ['update', { k: id, v: { title: 'still mine' } }, 'done'],
      ['update', { k: id, v: { person: people.ben } }, 'FORBIDDEN'],
      ['update', { k: id, v: { friends: [people.ben] } }, 'done'],
      ['remove', { k: id }, 'done'],
    ]))
      assert.equal(await policiesAlone(ada, kind, row), code, JSON.stringify(row));
    for (const who of [ben, VISITOR]) {
      assert.equal(await policiesAlone(who, 'update', { k: id, v: { title: 'his' } }), 'ROW_NOT_FOUND');
      assert.equal(await policiesAlone(who, 'update', { k: id, v: { friends: [people.ben] } }), 'FORBIDDEN');
      assert.equal(await policiesAlone(who, 'remove', { k: id }), 'ROW_NOT_FOUND');
    }
    await forum.data.rows.remove(ada, 'things', id);
  });

  it(
    'Z16: judges alone as the gate does, for random rules, who makes, changes or deletes',
    { timeout: 120_000 },
    async () => {
      let [cases, allowed] = [0, 0];
      await fc.assert(
        fc.asyncProperty(settings, async ({ access, who, title, count, place }) => {
          const actor = who === 'visitor' ? VISITOR : who === 'ada' ? forum.ada : forum.staff;
          const taken = await grant(access, { owner: 'person' }).then(
            () => true,
            () => false,
          );
          if (!taken) return;
          const id = (place % 30) + 1;
          // A visitor can't choose people; policies do not check what a row points at.
          const values = { title, count, ...(actor.userId && { person: forum.people.ada }) };
          const { ada, ben } = forum.people;
          const friends = { friends: place % 2 ? [ada] : [ben, ada] };
          // Pairs that come with the row, and rows that leave theirs alone.
          const pairs = actor.userId && place % 3 > 0 ? friends : {};
          const tries = /** @type {const} */ ([
            ['insert', { v: { ...values, ...pairs } }, { op: 'insert', values: { ...values, ...pairs } }],
            [
              'update',
              { k: id, v: { title, count, ...pairs } },
              { op: 'update', id, values: { title, count, ...pairs } },
            ],
            ['remove', { k: id }, { op: 'delete', id }],
          ]);
          for (const [kind, row, step] of tries) {
            const [alone, both] = [await policiesAlone(actor, kind, row), await gate(actor, step)];
            const asked = JSON.stringify({ who, access, kind, id, values, alone, both });
            assert.equal(isAllowed(alone), isAllowed(both), asked);
            if (!isAllowed(both))
              assert.match(`${alone} ${both}`, /^(FORBIDDEN|ROW_NOT_FOUND) (FORBIDDEN|ROW_NOT_FOUND)$/, asked);
            cases += 1;
            if (isAllowed(both)) allowed += 1;
          }
        }),
        { numRuns: 40, seed: 11 },
      );
      assert.ok(cases >= 80 && allowed >= cases / 5 && allowed <= (cases * 4) / 5, `${allowed} of ${cases}`);
    },
  );

  it('Z16: everything that people may do goes on: history, formulas, relations, files, lists, several at once', async () => {
    const { data, ada, ben, people } = forum;
    await data.edit(SYSTEM, 'add-table', {
      name: 'notes',
      history: true,
      key: 'uuid',
      owner: 'writer',
      access: {
        user: { read: { rule: 'row.thing.parts.size() > 0 || row.writer == user.id' }, ...mine },
      },
      fields: [
        { name: 'writer', type: 'user' },
        { name: 'text', type: 'text', unique: true },
        { name: 'thing', type: 'relation', attributes: { table: 'things' } },
        { name: 'friends', type: 'many_to_many', attributes: { table: 'users' } },
        { name: 'loud', type: 'text', formula: 'row.text.upper()', stored: true },
      ],
    });
    await data.edit(SYSTEM, 'add-field', {
      table: 'things',
      field: { name: 'notes_count', type: 'integer', formula: 'row.notes.count()', stored: true },
    });
    await grant({ user: { read: 'all' } });
    const made = await Promise.all(
      [ada, ben, ada].map((actor, i) =>
        data.rows.insert(actor, 'notes', { writer: actor.userId, text: `n${i}`, thing: 1, friends: [people.ben] }),
      ),
    );
    const rows = await Promise.all(made.map(({ id }) => data.rows.get(SYSTEM, 'notes', id)));
    assert.deepEqual(
      rows.map((row) => [row.writer, row.created_by, row.loud, row.friends]),
      [ada, ben, ada].map(({ userId }, i) => [userId, userId, `N${i}`, [people.ben]]),
    );
    assert.equal((await data.rows.get(SYSTEM, 'things', 1)).notes_count, 3, 'though nobody may change things');
    await data.rows.update(ada, 'notes', made[0].id, { text: 'changed' }, { expect: { text: 'n0' } });
    await assert.rejects(data.rows.update(ada, 'notes', made[0].id, { text: 'n1' }), { code: 'INPUT_INVALID' });
    await assert.rejects(data.rows.update(ben, 'notes', made[0].id, { text: 'n9' }), ({ code }) =>
      /FORBIDDEN|ROW_NOT/.test(code),
    );
    const many = await data.rows.removeMany(
      ada,
      'notes',
      made.map(({ id }) => id),
    );
    assert.deepEqual([many.done.length, many.errors.length], [2, 1]);
    const { rows: history } = await data.db.query(
      `select operation, user_id from plinth.row_history where table_id = '${data.catalog().table('notes').id}' order by id`,
    );
    assert.equal(history.filter(({ operation }) => operation === 'delete').length, 2);
    assert.ok(history.every(({ user_id: by }) => by === people.ada || by === people.ben));
    assert.equal((await data.rows.get(SYSTEM, 'things', 1)).notes_count, 1);
  });

  it('Z16: separates concurrent writers, and leaves neither role nor writer behind', async () => {
    const { data, ada, ben, people } = forum;
    await grant({ user: { read: 'own', ...mine } }, { owner: 'person' });
    const who = [ada, ben, forum.staff];
    const tries = Array.from({ length: 60 }, (_, i) => {
      const actor = who[i % 3];
      // Each fourth tries to make a row for somebody else.
      const person = i % 4 === 3 ? who[(i + 1) % 3].userId : actor.userId;
      return data.rows.insert(actor, 'things', { count: i, person }).then(({ id }) => id, outcome);
    });
    const made = await Promise.all(tries);
    assert.deepEqual(
      made.filter((_, i) => i % 4 === 3),
      Array.from({ length: 15 }, () => 'FORBIDDEN'),
    );
    const ids = made.filter((id) => typeof id === 'number');
    const { rows } = await data.db.query(
      `select count(*)::int as n, count(*) filter (where person = created_by)::int as own, current_user as role,
         coalesce(current_setting('plinth.user', true), '') as writer from app.things where id in (${ids.join()})`,
    );
    assert.deepEqual([rows[0].n, rows[0].own, rows[0].writer], [45, 45, '']);
    const step = /** @type {const} */ ({ op: 'insert', table: 'things', values: { person: people.ada } });
    await data.rows.transact(ada, [step], {
      async around(tx, work) {
        const made = await work();
        const { rows: now } = await tx.query('select current_user as role');
        assert.equal(now[0].role, rows[0].role, 'other statements of the transaction are ours');
        return made;
      },
    });
    await assert.rejects(
      data.rows.transact(ada, [{ op: 'insert', table: 'things', values: { person: people.ben } }], { alone: false }),
      { code: 'FORBIDDEN' },
    );
    assert.notEqual(rows[0].role, 'plinth_writer');
    await data.rows.removeMany(SYSTEM, 'things', ids);
  });

  it('Z16: steps of a transaction are independent if requested, also after one that fails', async () => {
    const { data, ada, people } = forum;
    await grant({ user: { read: 'own', ...mine } }, { owner: 'person' });
    const values = (/** @type {any} */ more) => ({ person: people.ada, ...more });
    /** @type {any[]} */
    const steps = [
      { op: 'insert', table: 'things', values: values({ title: 'one' }) },
      { op: 'insert', table: 'things', values: { person: people.ben } },
      { op: 'insert', table: 'things', values: values({ parent: { row: 0 } }) },
      { op: 'update', table: 'things', id: { row: 0 }, values: { person: people.ben } },
      { op: 'insert', table: 'things', values: values({ owner_row: 999_999 }) },
      { op: 'delete', table: 'things', id: { row: 0 } },
      { op: 'delete', table: 'things', id: { row: 2 } },
    ];
    const done = await data.rows.transact(ada, steps, { alone: true });
    assert.deepEqual(
      done.map(({ error }) => error?.code ?? 'done'),
      ['done', 'FORBIDDEN', 'done', 'FORBIDDEN', 'INPUT_INVALID', 'ROW_IN_USE', 'done'],
    );
    const [{ row }] = done;
    const key = { key: 'k-1', request: Buffer.from('x') };
    const once = () =>
      data.rows.once(ada, key, [{ op: 'update', table: 'things', id: row?.id, values: { title: 'two' } }]);
    assert.deepEqual([(await once()).replayed, (await once()).replayed], [false, true]);
    assert.equal((await data.rows.get(SYSTEM, 'things', row?.id)).title, 'two');
    await data.rows.saveTree(ada, { table: 'things', id: row?.id, values: { title: 'three' } });
    await assert.rejects(data.rows.saveTree(forum.ben, { table: 'things', id: row?.id, values: { title: 'his' } }), {
      code: 'ROW_NOT_FOUND',
    });
    await data.rows.remove(ada, 'things', row?.id);
  });

  it('Z16: its role owns nothing, reads no secrets, changes nothing of our own', async () => {
    for (const text of [
      'select password_hash from plinth.users',
      'select * from plinth.sessions',
      'update plinth.users set name = name',
      'delete from plinth.row_history',
      'select * from plinth.row_history',
      'insert into plinth.user_roles select id, id from plinth.users',
      'delete from plinth.objects',
      'truncate app.things',
      'alter table app.things disable row level security',
      'drop policy plinth_wall_insert on app.things',
      'alter function plinth.uuid_v7() owner to plinth_writer',
    ])
      await assert.rejects(bare(forum.staff, text), { code: 'FORBIDDEN' }, text);
    const { rows } = await forum.data.db.query(
      "select rolsuper or rolbypassrls or rolcreaterole or rolcanlogin as strong from pg_roles where rolname = 'plinth_writer'",
    );
    assert.equal(rows[0].strong, false);
  });

  it('replaces policies that only covered reading, and is removed without a trace', async () => {
    const { data } = forum;
    const registry = createRegistry([dataPlugin]);
    await undone(async (tx) => {
      const count = async () =>
        (await tx.query("select count(*)::int as n from pg_policy where polname like 'plinth\\_wall%'")).rows[0].n;
      const whole = await count();
      const nothing = { before: [], after: [] };
      assert.deepEqual(await planPolicies(tx, data.catalog(), registry), nothing);
      await tx.query("comment on policy plinth_wall on app.things is 'of before'");
      await tx.query('drop policy plinth_wall_insert on app.things');
      await tx.query('comment on schema plinth_wall is null');
      const { before: first, after: last } = await planPolicies(tx, data.catalog(), registry);
      for (const statement of [...first, ...last]) await tx.query(statement);
      assert.equal(await count(), whole);
      assert.deepEqual(await planPolicies(tx, data.catalog(), registry), nothing);
      for (const statement of await planPolicyRemoval(tx)) await tx.query(statement);
      assert.equal(await count(), 0);
      assert.deepEqual(await planPolicyRemoval(tx), []);
    });
  });
});

const ruled = fc.oneof(
  { weight: 2, arbitrary: rule },
  fc.constantFrom(
    ...['row.person == user.id', SOME_RULE, 'row.friends.exists(f, f.name == user.name)', '"a" in user.groups'].map(
      (source) => ({ rule: source }),
    ),
  ),
);
const level = fc.oneof(fc.constantFrom('none', 'none', 'own', 'all'), { weight: 3, arbitrary: ruled });
const levels = fc.record({
  read: level,
  create: fc.oneof(fc.constantFrom('none', 'all'), { weight: 2, arbitrary: ruled }),
  update: level,
  delete: level,
});
const settings = fc.record({
  access: fc.record(Object.fromEntries(['public', 'user', 'staff'].map((role) => [role, levels]))),
  who: fc.constantFrom('visitor', 'ada', 'staff'),
  title: fc.constantFrom(null, 'a', 'ab', '%_'),
  count: fc.integer({ min: -3, max: 3 }),
  place: fc.nat(29),
});
