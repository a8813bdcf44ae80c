import assert from 'node:assert/strict';
import fc from 'fast-check';
import { holds, readExpression } from '@plinth/expressions';
import { createRegistry } from '@plinth/plugin';
import { dataPlugin } from '../../../core-plugin.js';
import { inputsSql, rowOfInputs } from '../../expressions/inputs-sql.js';
import { expressions } from '../../expressions/testing/generate.js';
import { GROUPS } from '../../expressions/testing/playground.js';
import { SYSTEM, VISITOR } from '../../../gate/rows/testing/forum.js';
import { sql } from '../../../postgres/sql/index.js';

/** @import { Actor } from '@plinth/plugin' */
/** @typedef {Awaited<ReturnType<typeof import('../../expressions/testing/playground.js').createPlayground>>} Playground */

const registry = createRegistry([dataPlugin]);
const OPERATIONS = /** @type {const} */ (['read', 'update', 'delete']);
const ROLES = ['public', 'user', 'staff'];
const LIMITED = ['title', 'count', 'note'];

/** A text compared with the user's roles or groups. */
const NAMED = /"(?:[^"\\]|\\.)*" in user\.(roles|groups)/g;

/** Rules of all kinds, as an access list may have them. */
export const rule = expressions('bool', 2)
  .filter((source) => !/\b(now|today)\b/.test(source))
  // An unknown name would be refused when the rule is saved.
  .map((source) => ({
    rule: source.replaceAll(NAMED, (_, list) => `${list === 'roles' ? '"staff"' : '"ab"'} in user.${list}`),
  }));
const level = fc.oneof(
  fc.constantFrom('none', 'none', 'own', 'all'),
  { weight: 2, arbitrary: rule },
  fc.constant({ rule: 'row.person == user.id' }),
);
const access = fc.record(Object.fromEntries(OPERATIONS.map((operation) => [operation, level])));
const list = fc.oneof(fc.constant(null), fc.subarray(ROLES));
const setting = fc.record({
  access: fc.record(Object.fromEntries(ROLES.map((role) => [role, access]))),
  fields: fc.record(Object.fromEntries(LIMITED.map((name) => [name, fc.record({ read: list, write: list })]))),
  who: fc.constantFrom('visitor', 'ada', 'staff'),
});

/**
 * Random access lists with rules and limited fields: the result of every way to read and write is compared with the
 * evaluator's, row by row, which uses no SQL for rights.
 *
 * @param {Playground} forum @param {{ runs: number, seed: number }} options @returns {Promise<number>} compared cases
 */
export async function compareRights(forum, { runs, seed }) {
  let cases = 0;
  await forum.data.edit(SYSTEM, 'set-access', { table: 'parts', access: { public: { read: 'all' } } });
  await fc.assert(
    fc.asyncProperty(setting, async ({ access: granted, fields, who }) => {
      const actor = who === 'visitor' ? VISITOR : who === 'ada' ? forum.ada : forum.staff;
      const edit = { table: 'things', access: granted, owner: 'person', fields };
      const asked = JSON.stringify({ who, granted, fields });
      if (!(await forum.data.edit(SYSTEM, 'set-access', edit).then(() => true, tooLarge))) return;
      const expected = await naive(forum, actor, granted);
      cases += await compareReads(forum, actor, { fields, expected, asked });
      cases += await compareChange(forum, actor, { fields, granted, expected, asked });
    }),
    { numRuns: runs, seed },
  );
  return cases;
}

/** Generated rules may be longer than a rule can be. @param {any} error */
function tooLarge(error) {
  assert.equal(error.code, 'INPUT_INVALID', error.message);
  return false;
}

/**
 * The rows that each operation allows.
 *
 * @param {Playground} forum @param {Actor} actor @param {any} granted @returns {Promise<Record<string, any>>}
 */
async function naive({ data, people }, actor, granted) {
  const { rows } = await data.db.query('select id, person from app.things order by id');
  /** @type {Record<string, Set<number>>} */
  const reached = {};
  for (const operation of OPERATIONS) {
    const levels = actor.roles.flatMap((role) => granted[role]?.[operation] ?? []);
    const found = (reached[operation] = new Set());
    for (const { id, person } of rows) {
      const isOwn = actor.userId !== null && person === actor.userId;
      if (levels.includes('all') || (levels.includes('own') && isOwn)) found.add(id);
    }
    for (const { rule: source } of levels.filter((one) => typeof one === 'object'))
      for (const id of await matching(data, people, actor, source)) found.add(id);
  }
  return { ids: rows.map(({ id }) => id), ...reached };
}

/** @param {Playground['data']} data @param {Record<string, string>} people @param {Actor} actor @param {string} source */
async function matching(data, people, actor, source) {
  const catalog = data.catalog();
  const table = catalog.table('things');
  const { tree, reads } = readExpression(source, { catalog, table });
  let aliases = 0;
  const names = { catalog, registry, alias: () => `x${(aliases += 1)}` };
  const { rows } = await data.db.query(
    sql`select t.id, ${inputsSql(reads, { table, alias: 't' }, names)} as inputs from app.things t`,
  );
  const name = Object.entries(people).find(([, id]) => id === actor.userId)?.[0] ?? null;
  const groups = name === 'ada' ? GROUPS : [];
  const user = { id: actor.userId, roles: actor.roles, groups, signedIn: actor.userId !== null, name };
  const env = { user: { ...user, email: name && `${name}@secret.example` }, now: 0n, today: 0 };
  return rows
    .filter(({ inputs }) => holds(tree, { ...env, timeZone: 'Europe/Berlin', row: rowOfInputs(inputs, reads) }))
    .map(({ id }) => id);
}

/** @param {Actor} actor @param {readonly string[] | null} roles */
const isOneOf = (actor, roles) => roles === null || roles.some((role) => actor.roles.includes(role));

/** @param {Playground} forum @param {Actor} actor @param {any} options */
async function compareReads({ data }, actor, { fields, expected, asked }) {
  const visible = (/** @type {string} */ name) => isOneOf(actor, fields[name].read);
  const things = {
    table: 'things',
    leaveOut: true,
    limit: 500,
    count: 'exact',
    sort: [{ field: 'id' }],
    select: [
      ...LIMITED.map((field) => ({ as: field, field })),
      ...['update', 'delete'].map((may) => ({ as: may, may })),
    ],
    totals: [{ as: 'sum', aggregate: 'sum', field: 'count' }],
  };
  const parts = {
    table: 'parts',
    leaveOut: true,
    limit: 500,
    sort: [{ field: 'id' }],
    select: [
      { as: 'thing', field: 'thing' },
      { as: 'title', field: 'thing.title' },
    ],
  };
  const ask = (/** @type {Actor} */ who) =>
    data.select(
      who,
      [things, parts].map((spec) => /** @type {any} */ ({ spec, params: {} })),
    );
  const [[mine, myParts], [whole, allParts]] = [await ask(actor), await ask(SYSTEM)];
  const stored = new Map(whole.rows.map((row) => [row.id, row]));
  const readable = expected.ids.filter((/** @type {number} */ id) => expected.read.has(id));
  assert.deepEqual(
    mine.rows.map(({ id }) => id),
    readable,
    asked,
  );
  assert.equal(Number(mine.count), readable.length, asked);
  for (const row of mine.rows) {
    for (const name of LIMITED) assert.equal(row[name], visible(name) ? stored.get(row.id)?.[name] : null, asked);
    for (const operation of ['update', 'delete'])
      assert.equal(row[operation], expected[operation].has(row.id), `${operation} ${row.id} ${asked}`);
  }
  const counts = readable.map((/** @type {number} */ id) => stored.get(id)?.count ?? null);
  const given = counts.filter((/** @type {number | null} */ one) => one !== null);
  const sum = given.reduce((/** @type {number} */ all, /** @type {number} */ one) => all + one, 0);
  assert.equal(mine.totals?.sum ?? null, visible('count') && given.length > 0 ? sum : null, asked);
  for (const [i, part] of myParts.rows.entries()) {
    const { thing, title } = allParts.rows[i];
    assert.equal(part.title, visible('title') && expected.read.has(thing) ? title : null, asked);
  }
  return expected.ids.length * 3 + myParts.rows.length;
}

/** Changes one row and compares the outcome. @param {Playground} forum @param {Actor} actor @param {any} options */
async function compareChange(forum, actor, { fields, granted, expected, asked }) {
  const { data } = forum;
  const id = expected.ids[asked.length % expected.ids.length];
  const { count: before } = await data.rows.get(SYSTEM, 'things', id);
  const count = (asked.length % 17) - 3;
  const fieldFree = isOneOf(actor, fields.count.read) && isOneOf(actor, fields.count.write);
  await data.rows.update(SYSTEM, 'things', id, { count });
  const afterwards = await naive(forum, actor, granted);
  await data.rows.update(SYSTEM, 'things', id, { count: before });
  const allowed = fieldFree && expected.update.has(id) && afterwards.update?.has(id);
  const outcome = await data.rows.update(actor, 'things', id, { count }).then(
    () => 'done',
    (error) => error.code,
  );
  const now = await data.rows.get(SYSTEM, 'things', id);
  await data.rows.update(SYSTEM, 'things', id, { count: before });
  assert.equal(outcome === 'done', allowed, `${outcome} ${id} ${asked}`);
  assert.equal(now.count, allowed ? count : before, asked);
  if (!allowed) assert.match(outcome, /^(INPUT_INVALID|FORBIDDEN|ROW_NOT_FOUND)$/, asked);
  return 2;
}
