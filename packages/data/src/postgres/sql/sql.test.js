import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { empty, fixed, ident, join, param, prepare, quoteLiteral, sql, toStatement, withParam } from './index.js';

describe('sql fragments', () => {
  it('bind every value and number them through nested fragments', () => {
    const where = join([sql`a = ${1}`, sql`b = ${"'; drop table x"}`], ' and ');
    assert.deepEqual(toStatement(sql`select 1 from ${ident('app', 'x')} where ${where} limit ${5}`), {
      text: 'select 1 from "app"."x" where a = $1 and b = $2 limit $3',
      values: [1, "'; drop table x", 5],
    });
  });

  it('I4: quote names so that a quote in them ends nothing', () => {
    assert.equal(toStatement(ident('a"; drop table x; --')).text, '"a""; drop table x; --"');
  });

  it('I6: refuse names that Postgres would cut or refuse', () => {
    for (const name of ['', 'x'.repeat(64), 'ä'.repeat(32), 'a\0b']) {
      assert.throws(() => ident(name), { code: 'NAME_INVALID' });
    }
  });

  it('take parameters when they run', () => {
    const statement = prepare(sql`select ${param('id')}::int ${empty} ${fixed('asc')}`);
    assert.deepEqual(statement.bind({ id: 4 }).values, [4]);
    assert.equal(statement.name, prepare(sql`select ${param('other')}::int ${empty} ${fixed('asc')}`).name);
    assert.throws(() => statement.bind({}), /misses its parameter "id"/);
  });

  it('take a column in the place of a parameter', () => {
    const fragment = sql`a = ${param('user')} and b = ${7} and c = ${param('other')}`;
    const { text, values } = prepare(withParam(fragment, 'user', ident('$u'))).bind({ other: 8 });
    assert.deepEqual([text, values], ['a = "$u" and b = $1 and c = $2', [7, 8]]);
  });

  it('spell literals for DDL', () => {
    assert.equal(quoteLiteral("it's"), "'it''s'");
    assert.equal(quoteLiteral('a\\b'), " E'a\\\\b'");
    assert.equal(quoteLiteral(-1), '(-1)');
    assert.equal(quoteLiteral(null), 'null');
    assert.throws(() => quoteLiteral('a\0'), { code: 'TEXT_INVALID' });
  });
});
