import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import {
  empty,
  fixed,
  ident,
  join,
  param,
  prepare,
  quoteLiteral,
  sql,
  toStatement,
  whole,
  withParam,
} from './index.js';

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

  it('I1: spell whole numbers, and take nothing else for one', async () => {
    assert.equal(
      toStatement(sql`limit ${whole(7)} offset ${whole(-(2n ** 63n))}`).text,
      'limit 7 offset -9223372036854775808',
    );
    for (const wrong of /** @type {any[]} */ ([NaN, undefined, null, 1.5, Infinity, '7', [7]]))
      assert.throws(() => whole(wrong), TypeError);
    const root = new URL('../../', import.meta.url);
    for (const name of (await readdir(root, { recursive: true })).filter((one) => /(?<!\.test)\.js$/.test(one))) {
      if (name.endsWith('sql/fragment.js')) continue;
      assert.doesNotMatch(await readFile(new URL(name, root), 'utf8'), /fixed\(\s*(String|`\$\{Number)/, name);
    }
  });

  it('spell literals for DDL', () => {
    assert.equal(quoteLiteral("it's"), "'it''s'");
    assert.equal(quoteLiteral('a\\b'), " E'a\\\\b'");
    assert.equal(quoteLiteral(-1), '(-1)');
    assert.equal(quoteLiteral(null), 'null');
    assert.throws(() => quoteLiteral('a\0'), { code: 'TEXT_INVALID' });
  });
});
