import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Person } from '../../postgres/fairness/index.js';
import { createTestDatabase } from '../../testing/index.js';
import { createForum } from '../../gate/rows/testing/forum.js';
import { createRunSql } from './create-run-sql.js';
import { withNamedValues } from './named-values.js';
import { prepareRole } from './prepare-role.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {any} */
let db;
/** @type {(statement: string, values?: any, options?: any) => Promise<any[]>} */
let run;
const ADMIN = /** @type {any} */ ({ userId: null, roles: ['admin'], system: true });
before(async () => {
  await (await createTestDatabase({ reader: true })).close();
  forum = await createForum({ rowSecurity: false });
  ({ db } = /** @type {any} */ (forum.data));
  run = createRunSql({ db }).bind(null, ADMIN);
});
after(() => forum.close());

const text = (/** @type {string} */ name, /** @type {unknown} */ value) =>
  /** @type {const} */ ({ name, type: 'text', value });
const refused = (/** @type {string} */ statement, /** @type {RegExp} */ why = /./) =>
  assert.rejects(run(statement), (/** @type {any} */ error) => {
    assert.equal(error.code, 'SQL_INVALID', `${statement}: ${error.message}`);
    assert.match(error.message, why, statement);
    return true;
  });

describe('SQL of an action', () => {
  it('reads tables of apps, also those made later', async () => {
    const [{ n }] = await run('select count(*) as n from topics');
    assert.equal(typeof n, 'number');
    await db.query('create table app.later (id int); insert into app.later values (7)');
    assert.deepEqual(await run('select id from later;'), [{ id: 7 }]);
    await db.query('drop table app.later');
  });

  it('I1: takes values bound, whatever they are', async () => {
    for (const value of ["'; drop table app.topics; --", '$1', ':b', "\\'", '" or 1=1', null, '{"a":1}'])
      assert.deepEqual(await run('select :a as a, \':a\' as "b:a" -- :c', [text('a', value)]), [
        { a: value, 'b:a': ':a' },
      ]);
    const values = [
      { name: 'n', type: /** @type {const} */ ('number'), value: '12.50' },
      { name: 'yes', type: /** @type {const} */ ('boolean'), value: true },
      { name: 'day', type: /** @type {const} */ ('date'), value: '2026-11-23' },
    ];
    const [row] = await run('select :n + 1 as n, not :yes as no, :day + 1 as day, 1::text as cast', values);
    assert.deepEqual(row, { n: 13.5, no: false, day: '2026-11-24', cast: '1' });
    await assert.rejects(run('select :gone'), { code: 'SQL_INVALID' });
    const visitor = { userId: null, roles: ['public'], system: false };
    await assert.rejects(createRunSql({ db })(visitor, "select 'secret'::int"), (/** @type {any} */ error) => {
      assert.doesNotMatch(`${error.message} ${error.hint}`, /secret/, 'values are quoted to admins only');
      return error.code === 'SQL_INVALID';
    });
    await assert.rejects(run('select :n', [{ ...values[0], value: 'x' }]), { code: 'SQL_INVALID' });
    assert.equal(
      withNamedValues('select $$ :a $$, $x$ :a $x$ /* :a */', []).text,
      'select $$ :a $$, $x$ :a $x$ /* :a */',
    );
  });

  it('I5: can’t write, define, copy, or run several statements', async () => {
    for (const statement of [
      "insert into topics (title) values ('x')",
      'delete from topics returning id',
      'with gone as (delete from topics returning id) select * from gone',
      'truncate topics',
      'create table app.x (id int)',
      'select 1 as a into app.x',
      'drop table topics',
      "copy topics to program 'id'",
      'copy topics to stdout',
      "do $$ begin execute 'delete from app.topics'; end $$",
      'select 1; select 2',
      'select 1; drop table topics',
      'commit',
      'select 1) as t; delete from topics; --',
      'prepare x as select 1',
      'set role none',
      'reset session authorization',
      'lock table topics',
      'select * from topics for update',
      'grant all on topics to public',
      'listen x',
      '',
    ])
      await refused(statement);
    assert.ok((await run('select 1 as one')).length === 1);
  });

  it('I5: reads nothing of Plinth itself, of the server’s files or of other servers', async () => {
    for (const statement of [
      'select * from plinth.users',
      'select * from plinth.sessions',
      'select * from plinth.secrets',
      "select query_to_xml('select * from plinth.users', true, true, '')",
      "select table_to_xml('plinth.users', true, true, '')",
      "select pg_read_file('/etc/passwd')",
      "select pg_read_binary_file('/etc/passwd')",
      "select pg_ls_dir('/')",
      "select * from dblink('host=localhost', 'select 1') as t(a int)",
      "select lo_import('/etc/passwd')",
      'select * from pg_authid',
      'select rolpassword from pg_shadow',
    ])
      await refused(statement, /permission denied|does not exist|must be superuser|read-only/);
    const [{ seen }] = await run("select count(*) as seen from pg_stat_activity where query like '%plinth.%'");
    assert.equal(seen, 0, 'statements of others are hidden');
  });

  it('I5 Z16: can’t change its role or leave the read-only transaction by a function', async () => {
    for (const statement of [
      "select set_config('role', 'none', true)",
      "select set_config('role', session_user, false)",
      "select set_config('session_authorization', session_user, true)",
      "select set_config('role', 'none', true), query_to_xml('select * from plinth.users', true, true, '')",
      "select set_config('transaction_read_only', 'off', true)",
      "select query_to_xml('delete from app.topics returning 1', true, true, '')",
      "select setval(pg_get_serial_sequence('app.topics', 'id'), 1)",
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename <> 'plinth_reader' and usename is not null",
      'select pg_reload_conf()',
    ])
      await refused(statement);
    // Before PostgreSQL 16 a read-only transaction may do this, but it is rolled back like any other.
    await run('select lo_create(0)').catch(() => {});
    const { rows } = await db.query('select count(*)::int as n from pg_largeobject_metadata');
    assert.equal(rows[0].n, 0);
    const [{ who }] = await run('select current_user as who');
    assert.equal(who, 'plinth_reader');
  });

  it('I5: stops after its time limit, and releases its locks and notifications', async () => {
    await assert.rejects(run('select pg_sleep(20)', [], { ms: 100 }), { code: 'STATEMENT_TIMEOUT' });
    await assert.rejects(run("select set_config('statement_timeout', '0', true), pg_sleep(20)", [], { ms: 100 }), {
      code: 'STATEMENT_TIMEOUT',
    });
    await run('select pg_advisory_lock(424242)::text');
    const { rows } = await db.query(
      "select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = 424242",
    );
    assert.equal(rows[0].n, 0);
  });

  it('L6: gives at most 1,000 rows and 1 MB', async () => {
    assert.equal((await run('select generate_series(1, 1000) as n')).length, 1000);
    await assert.rejects(run('select generate_series(1, 100000000) as n'), { code: 'SQL_TOO_LARGE', status: 422 });
    await assert.rejects(run("select repeat('x', 2000000) as n"), { code: 'SQL_TOO_LARGE' });
  });

  it('Y1: lets people take turns, and refuses statements over one person’s share', async () => {
    const eve = new Person('eve', 'user');
    const { fairness } = forum.data.db;
    const sleeps = () => fairness.as(eve, () => run('select pg_sleep(0.02)::text'));
    const many = Array.from({ length: 22 }, sleeps);
    await assert.rejects(many[21], { code: 'SHARE_USED', status: 429 });
    let isOver = false;
    const others = Promise.all(many.slice(0, 21)).then(() => (isOver = true));
    await fairness.as(new Person('bob', 'user'), () => run('select 1 as n'));
    assert.equal(isOver, false);
    await others;
  });

  it('says what to do where Plinth may not create roles, or where the role has rights of its own', async () => {
    const nobody = { version: null, unreadable: null, strong: null };
    const without = (/** @type {any} */ row) => ({
      query: async () => ({ rows: [row] }),
      transaction: async () => {
        throw new Error('permission denied to create role');
      },
    });
    for (const row of [nobody, { version: '1', unreadable: 0, strong: true }])
      await assert.rejects(prepareRole(/** @type {any} */ (without(row))), {
        code: 'SQL_UNAVAILABLE',
        hint: /create role plinth_reader nologin; grant plinth_reader/,
      });
  });
});
