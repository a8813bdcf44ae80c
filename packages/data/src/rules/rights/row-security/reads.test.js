import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createPlayground } from '../../expressions/testing/playground.js';
import { SYSTEM, VISITOR } from '../../../gate/rows/testing/forum.js';
import { compareRights } from '../testing/compare-rights.js';
import { sendAsReader } from './index.js';

/** @type {Awaited<ReturnType<typeof createPlayground>>} */
let forum;
before(async () => {
  forum = await createPlayground({ rows: 30, rowSecurity: true });
});
after(() => forum?.close());

/** @param {any} access @param {any} [more] */
const grant = (access, more = {}) => forum.data.edit(SYSTEM, 'set-access', { table: 'things', access, ...more });

/** What somebody gets by a statement in which nothing is said of rights. @param {any} actor @param {string} text @returns {Promise<any[]>} */
async function bare(actor, text) {
  const [answer] = await sendAsReader(/** @type {any} */ (forum.data.db), actor, [{ text }]);
  if (answer.error) throw answer.error;
  return answer.rows ?? [];
}

/** @param {any} actor */
async function list(actor) {
  const spec = { table: 'things', select: [], sort: [{ field: 'id' }], limit: 500 };
  const [{ rows }] = await forum.data.select(actor, [/** @type {any} */ ({ spec, params: {} })]);
  return rows.map(({ id }) => id);
}

describe('row-level security', () => {
  it('Z16: gives a statement without our conditions the rows that may be read, and no other', async () => {
    await forum.data.edit(SYSTEM, 'set-access', { table: 'parts', access: {} });
    const rules = [
      { public: { read: { rule: 'row.id <= 7' } } },
      { user: { read: 'own' } },
      { user: { read: { rule: 'row.parent.person == user.id' } } },
      {
        user: { read: { rule: 'row.parts.exists(p, p.amount > 0)' } },
        public: { read: { rule: '"a" in user.groups' } },
      },
      { public: { read: { rule: 'row.friends.exists(f, f.name == user.name) || row.title == "%_"' } } },
      { staff: { read: 'all' }, user: { read: { rule: 'row.done != true' } } },
      {},
    ];
    for (const access of rules) {
      await grant(access, { owner: 'person' });
      for (const actor of [VISITOR, forum.ada, forum.ben, forum.staff]) {
        const ids = (await bare(actor, 'select id from app.things order by id')).map(({ id }) => id);
        assert.deepEqual(ids, await list(actor), JSON.stringify(access));
        const [{ n, sum }] = await bare(actor, 'select count(*)::int as n, sum(count)::text as sum from app.things');
        assert.equal(n, ids.length);
        if (n === 0) assert.equal(sum, null);
        const links = await bare(actor, 'select distinct source from app.things_friends');
        assert.ok(links.every(({ source }) => ids.includes(source)));
        assert.deepEqual(await bare(actor, 'select id from app.parts'), [], 'a table that nobody was granted');
      }
    }
  });

  it('Z2, Z16: changes no answer: rights are those of a naive evaluator', async () => {
    assert.ok((await compareRights(forum, { runs: 12, seed: 5 })) >= 600);
  });

  it('Z16: leaves nothing behind on the connection: neither role nor reader', async () => {
    await grant({ user: { read: 'own' } }, { owner: 'person' });
    const state = `select current_user as role, current_setting('plinth.user', true) as reader,
      (select count(*)::int from app.things) as n`;
    const plain = async () => (await forum.data.db.query(state)).rows[0];
    const [{ role }] = await bare(forum.ada, 'select current_user as role');
    assert.equal(role, 'plinth_reader');
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? plain() : list(i % 3 === 1 ? forum.ada : forum.ben))),
    );
    const [ada, ben] = [await list(forum.ada), await list(forum.ben)];
    for (const [i, found] of all.entries()) {
      if (i % 3 === 1) assert.deepEqual(found, ada);
      else if (i % 3 === 2) assert.deepEqual(found, ben);
      else assert.deepEqual([found.role === 'plinth_reader', found.reader || '', found.n], [false, '', 30]);
    }
  });

  it('Z16: leaves nothing behind after an error either, and fails nobody else', async () => {
    const before = await list(forum.ada);
    const tries = Array.from({ length: 20 }, (_, i) =>
      i % 2 === 0
        ? bare(forum.ben, 'select 1 / (select count(*) - count(*) from app.things)').catch(({ code }) => code)
        : list(forum.ada),
    );
    for (const [i, answer] of (await Promise.all(tries)).entries())
      assert.deepEqual(answer, i % 2 === 0 ? '22012' : before);
    const { rows } = await forum.data.db.query('select current_user as role, count(*)::int as n from app.things');
    assert.equal(rows[0].n, 30);
    assert.notEqual(rows[0].role, 'plinth_reader');
  });

  it('Z16: its role owns nothing, is no superuser, writes nothing, reads no secrets and no files', async () => {
    const refused = [
      'update app.things set title = null',
      'insert into app.things (title) values (null)',
      'select password_hash from plinth.users',
      'select * from plinth.sessions',
      'select * from plinth.secrets',
      "select pg_read_file('/etc/passwd')",
      "copy app.things to program 'true'",
      'alter table app.things disable row level security',
      'drop policy plinth_wall on app.things',
    ];
    for (const text of refused)
      await assert.rejects(bare(forum.staff, text), ({ code }) => ['42501', '25006'].includes(code), text);
    const { rows } = await forum.data.db.query(
      "select rolsuper or rolbypassrls or rolcreaterole or rolcanlogin as strong from pg_roles where rolname = 'plinth_reader'",
    );
    assert.equal(rows[0].strong, false);
  });

  it('follows tables, fields and rules through edits and back', async () => {
    const { data } = forum;
    await data.edit(SYSTEM, 'add-table', {
      name: 'boxes',
      access: { user: { read: { rule: 'row.size > 1' } } },
      fields: [
        { name: 'size', type: 'integer' },
        { name: 'tags', type: 'many_to_many', attributes: { table: 'tags' } },
      ],
    });
    for (const size of [1, 2, 3]) await data.rows.insert(SYSTEM, 'boxes', { size });
    const sizes = async () => (await bare(forum.ada, 'select * from app.boxes')).length;
    assert.equal(await sizes(), 2);
    await data.edit(SYSTEM, 'change-field', {
      table: 'boxes',
      field: 'size',
      changes: { name: 'volume', type: 'decimal' },
    });
    assert.equal(await sizes(), 2);
    const { revision } = await data.edit(SYSTEM, 'remove-field', { table: 'boxes', field: 'volume' });
    assert.equal(await sizes(), 0, 'a rule that names something gone lets nobody in');
    await /** @type {any} */ (data).revisions.undo(SYSTEM, revision);
    assert.equal(await sizes(), 2);
    await data.edit(SYSTEM, 'change-table', { table: 'boxes', changes: { name: 'crates' } });
    assert.equal((await bare(forum.ada, 'select * from app.crates')).length, 2);
    await data.edit(SYSTEM, 'remove-table', { table: 'crates' });
    await assert.rejects(bare(forum.ada, 'select * from app.crates'), { code: '42P01' });
  });
});
