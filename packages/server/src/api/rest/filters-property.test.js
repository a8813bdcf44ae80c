import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { startTestServer } from '../../testing/index.js';

const ROWS = 24;
const USERS = ['ada', 'ben'];

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<string, string>} */
const tokens = {};
/** @type {Record<string, any>[]} every row, as it is stored */
const stored = [];
before(async () => {
  server = await startTestServer({ users: { ada: ['user'], ben: ['user'] } });
  const { data, system } = server;
  await data.edit(system, 'add-table', {
    name: 'things',
    owner: 'owner',
    access: { user: { read: { rule: 'row.owner == user.id || row.open == true' }, create: 'all' } },
    fields: [
      { name: 'word', type: 'text' },
      { name: 'number', type: 'integer' },
      { name: 'open', type: 'boolean' },
      { name: 'owner', type: 'user' },
    ],
  });
  /** @type {Record<string, string>} */
  const people = {};
  for (const name of USERS) {
    people[name] = (await server.as(name)).user.id;
    tokens[name] = (await data.people.apiTokens.create(system, people[name], { name: 'x' })).token;
  }
  for (let i = 0; i < ROWS; i++) {
    const values = {
      word: i % 5 === 4 ? null : ['Alpha', 'beta', 'Gamma', 'al_pha'][i % 4],
      number: i % 7 === 6 ? null : (i * 5) % 11,
      open: i % 3 === 0,
      owner: people[USERS[i % 2]],
    };
    stored.push(await data.rows.insert(system, 'things', values));
  }
});
after(() => server?.close());

/** @type {Record<string, (value: any, wanted: any) => boolean>} */
const MEANING = {
  eq: (value, wanted) => value === wanted,
  ne: (value, wanted) => value !== wanted,
  gt: (value, wanted) => value !== null && value > wanted,
  gte: (value, wanted) => value !== null && value >= wanted,
  lt: (value, wanted) => value !== null && value < wanted,
  lte: (value, wanted) => value !== null && value <= wanted,
  in: (value, wanted) => wanted.includes(value),
  empty: (value, wanted) => (value === null) === wanted,
  contains: (value, wanted) => value !== null && value.toLowerCase().includes(wanted.toLowerCase()),
  lacks: (value, wanted) => value === null || !value.toLowerCase().includes(wanted.toLowerCase()),
  ends: (value, wanted) => value !== null && value.toLowerCase().endsWith(wanted.toLowerCase()),
  starts: (value, wanted) => value !== null && value.toLowerCase().startsWith(wanted.toLowerCase()),
};
const number = fc.integer({ min: -1, max: 11 });
const word = fc.constantFrom('Alpha', 'beta', 'a', 'AL', '_', '%', 'al_', 'x');
const several = (/** @type {fc.Arbitrary<any>} */ one) => fc.array(one, { minLength: 1, maxLength: 3 });
const condition = fc.oneof(
  fc.tuple(fc.constant('number'), fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte'), number),
  fc.tuple(fc.constant('number'), fc.constant('in'), several(number)),
  fc.tuple(fc.constant('word'), fc.constantFrom('eq', 'ne', 'contains', 'lacks', 'starts', 'ends'), word),
  fc.tuple(fc.constant('word'), fc.constant('in'), several(word)),
  fc.tuple(fc.constantFrom('word', 'number'), fc.constant('empty'), fc.boolean()),
  fc.tuple(fc.constant('open'), fc.constant('eq'), fc.boolean()),
);

/** @param {string} who @param {string} query @param {string} [accept] */
async function ask(who, query, accept = 'application/json') {
  const headers = { authorization: `Bearer ${tokens[who]}`, accept };
  const answer = await fetch(`${server.url}/api/v1/tables/things/rows?${query}`, { headers });
  const text = await answer.text();
  assert.equal(answer.status, 200, `${query}: ${text}`);
  return {
    text,
    next: /<\/api\/v1\/tables\/things\/rows\?([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1],
  };
}

/** All pages, one after the other. @param {string} who @param {string} query */
async function pages(who, query) {
  /** @type {number[]} */
  const ids = [];
  /** @type {string | undefined} */
  let at = query;
  while (at !== undefined) {
    /** @type {{ text: string, next: string | undefined }} */
    const { text, next } = await ask(who, at);
    ids.push(...JSON.parse(text).rows.map((/** @type {any} */ row) => row.id));
    at = next;
  }
  return ids;
}

it('Z2: list, pages, count, total and stream give exactly the rows that a naive reading allows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...USERS),
      fc.array(condition, { maxLength: 3 }),
      fc.integer({ min: 1, max: 9 }),
      async (who, conditions, limit) => {
        const me = (await server.as(who)).user.id;
        const allowed = stored.filter((row) => row.owner === me || row.open === true);
        const expected = allowed
          .filter((row) => conditions.every(([field, op, wanted]) => MEANING[op](row[field], wanted)))
          .map((row) => row.id);
        const query = new URLSearchParams(conditions.map(([field, op, wanted]) => [`${field}.${op}`, String(wanted)]));
        const text = query.toString();
        assert.deepEqual(await pages(who, `${text}&sort=id&limit=${limit}`), expected);
        const counted = JSON.parse((await ask(who, `${text}&limit=1&count=exact&aggregate=count`)).text);
        assert.deepEqual([counted.count, Number(counted.totals.count)], [expected.length, expected.length]);
        const lines = (await ask(who, text, 'application/x-ndjson')).text.split('\n').filter(Boolean);
        assert.deepEqual(
          lines.map((line) => JSON.parse(line).id),
          expected,
        );
      },
    ),
    { numRuns: 60, seed: 21 },
  );
});
