import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asStatement, ddl, fixed, ident, k, param, prepare, raw, slot, sql } from './index.js';

describe('knex as a builder', () => {
  it('becomes a statement like a fragment does', () => {
    assert.deepEqual(asStatement(k('plinth.users as u').select({ lastName: 'u.name' }).where({ 'u.id': 7 }).limit(2)), {
      text: 'select "u"."name" as "lastName" from "plinth"."users" as "u" where "u"."id" = $1 limit $2',
      values: [7, 2],
    });
    assert.deepEqual(asStatement('select 1'), { text: 'select 1' });
    assert.deepEqual(asStatement(sql`select ${1}`), { text: 'select $1', values: [1] });
    const statement = { text: 'select $1', values: [2], name: 'x' };
    assert.equal(asStatement(statement), statement);
  });

  it('is compiled once and gets its values when it runs', () => {
    const find = prepare(
      k('plinth.users')
        .where('id', slot('id'))
        .whereRaw('name = any (?)', [slot('names')]),
    );
    assert.deepEqual(find.bind({ id: 4, names: ['a', 'b'] }), {
      text: 'select * from "plinth"."users" where "id" = $1 and name = any ($2)',
      name: find.name,
      values: [4, ['a', 'b']],
    });
    assert.deepEqual(find.bind({ id: 5, names: [] }).values, [5, []]);
    assert.equal(find.name, prepare(fixed(find.text)).name, 'equal texts have one name');
    assert.throws(() => find.bind({ id: 4 }), /misses its parameter "names"/);
  });

  it('takes fragments as its parts', () => {
    const rule = sql`tags ?| ${['a']} and ${ident('o.k')} = ${param('user')}`;
    const statement = prepare(k('app.books').select('id').where('year', 1999).where(raw(rule)));
    assert.equal(statement.text, 'select "id" from "app"."books" where "year" = $1 and tags ?| $2 and "o.k" = $3');
    assert.deepEqual(statement.bind({ user: 'u' }).values, [1999, ['a'], 'u']);
    assert.throws(() => raw(sql`${1}${2}`), /side by side/);
  });

  it('I4: quotes names so that a quote in them ends nothing', () => {
    assert.equal(asStatement(k('x"; drop table y; --')).text, 'select * from "x""; drop table y; --"');
  });

  it('I6: refuses names that Postgres would cut or refuse', () => {
    for (const name of ['x'.repeat(64), 'ä'.repeat(32), 'a\0b']) {
      assert.throws(() => asStatement(k(name)), { code: 'NAME_INVALID' });
      assert.throws(() => asStatement(k('t').where({ [name]: 1 })), { code: 'NAME_INVALID' });
      assert.throws(() => ddl(k.schema.createTable(name, (t) => t.text('a'))), { code: 'NAME_INVALID' });
    }
  });

  it('has no connection: one that is awaited by mistake fails', async () => {
    await assert.rejects(async () => await k('t'), /acquire a connection/);
  });

  it('refuses a value that is undefined instead of writing null', () => {
    assert.throws(() => asStatement(k('t').where({ a: undefined })), /Undefined binding/);
  });

  it('writes DDL unchanged', () => {
    const odd = "default E'a\\\\?b ?'";
    assert.deepEqual(
      ddl(k.schema.createTable('app.books', (t) => void t.specificType('title', `text ${odd}`).notNullable())),
      [`create table "app"."books" ("title" text ${odd} not null)`],
    );
    assert.throws(() => ddl(/** @type {any} */ (k.schema).raw('select ?', [1])), /can't bind/);
  });
});
