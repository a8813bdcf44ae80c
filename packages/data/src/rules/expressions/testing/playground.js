import fc from 'fast-check';
import { createForum, SYSTEM } from '../../../gate/rows/testing/forum.js';

/** The groups that ada is in, with the same names as texts in the rows. */
export const GROUPS = ['a', 'ab'];

/**
 * Tables with a field of each type and every kind of relation, with random rows and many empty values.
 *
 * @param {{ rows?: number, seed?: number, rowSecurity?: boolean }} [options]
 */
export async function createPlayground({ rows = 40, seed = 1, rowSecurity = undefined } = {}) {
  const forum = await createForum({ history: false, rowSecurity });
  try {
    await addTables(forum, rows, seed);
    return forum;
  } catch (error) {
    await forum.close();
    throw error;
  }
}

/** @param {any} forum @param {number} rows @param {number} seed */
async function addTables({ data, people }, rows, seed) {
  await data.edit(SYSTEM, 'add-table', {
    name: 'places',
    fields: [
      { name: 'label', type: 'text' },
      { name: 'size', type: 'integer' },
      { name: 'chief', type: 'user' },
    ],
  });
  await data.edit(SYSTEM, 'add-table', { name: 'things', fields: THING_FIELDS });
  await data.edit(SYSTEM, 'add-field', {
    table: 'things',
    field: { name: 'parent', type: 'relation', attributes: { table: 'things' } },
  });
  await data.edit(SYSTEM, 'add-table', {
    name: 'parts',
    fields: [
      { name: 'label', type: 'text' },
      { name: 'amount', type: 'integer' },
      { name: 'weight', type: 'decimal' },
      { name: 'thing', type: 'relation', attributes: { table: 'things' } },
    ],
  });
  for (const name of [...GROUPS, 'b'])
    await data.db.query({ text: 'insert into plinth.groups (name, label) values ($1, $1)', values: [name] });
  await data.db.query({
    text: 'insert into plinth.group_members (user_id, group_id) select $1, id from plinth.groups where name = any ($2)',
    values: [people.ada, GROUPS],
  });
  await fill(data, Object.values(people), rows, seed);
}

const THING_FIELDS = [
  ...[
    { name: 'title', type: 'text' },
    { name: 'note', type: 'long_text' },
    { name: 'done', type: 'boolean' },
  ],
  { name: 'state', type: 'select', attributes: { options: [{ value: 'open' }, { value: 'ä' }] } },
  { name: 'tags', type: 'multi_select', attributes: { options: [{ value: 'a' }, { value: 'b' }] } },
  ...[
    { name: 'count', type: 'integer' },
    { name: 'stars', type: 'rating' },
    { name: 'price', type: 'decimal' },
  ],
  ...[
    { name: 'ratio', type: 'percent' },
    { name: 'cost', type: 'money', attributes: { currency: 'EUR' } },
  ],
  ...[
    { name: 'due', type: 'date' },
    { name: 'seen', type: 'date_time' },
    { name: 'at', type: 'time' },
  ],
  ...[
    { name: 'took', type: 'duration' },
    { name: 'data', type: 'json' },
    { name: 'code', type: 'uuid' },
  ],
  { name: 'person', type: 'user' },
  { name: 'owner_row', type: 'relation', attributes: { table: 'places' } },
  { name: 'friends', type: 'many_to_many', attributes: { table: 'users' } },
];

const TEXTS = [
  '',
  'a',
  'A',
  'b',
  'ab',
  'ä',
  'ß',
  'İ',
  'ﬀ',
  ' x ',
  '😀',
  '\uffee',
  '\u{10000}',
  '%_',
  '1.5',
  '-7',
  '007',
];
const texts = fc.constantFrom(...TEXTS);
const whole = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(2147483647, -2147483648));
const decimal = fc.constantFrom(
  '0',
  '1',
  '-2.5',
  '0.1',
  '0.000000000001',
  '123456789.123456789123',
  '3.3333333333333333',
  '100',
);
const percent = fc.constantFrom('0', '50', '99.9', '12.345');
const date = fc.constantFrom('1000-01-01', '1970-01-01', '2024-02-29', '2026-11-21', '2026-03-29', '9999-12-31');
const moment = fc.constantFrom(
  '1970-01-01T00:00:00Z',
  '2026-03-29T00:59:59.999Z',
  '2026-10-25T01:30:00Z',
  '1950-06-01T12:00:00.123456Z',
);
const json = fc.constantFrom(
  '{}',
  '{"a":"x","n":3}',
  '{"a":1,"b":true,"n":2.5}',
  '[1]',
  '{"n":12345678901234567890,"b":null}',
  '{"a":null,"n":1e-5}',
);

/** @param {any} data @param {string[]} people @param {number} rows @param {number} seed */
async function fill(data, people, rows, seed) {
  const maybe = (/** @type {fc.Arbitrary<any>} */ value) => fc.option(value, { nil: null, freq: 4 });
  const reference = fc.integer({ min: 1, max: rows });
  const user = fc.constantFrom(...people);
  const thing = fc.tuple(
    ...[texts, texts, fc.boolean(), fc.constantFrom('open', 'ä'), fc.subarray(['a', 'b']), whole].map(maybe),
    ...[fc.integer({ min: 1, max: 5 }), decimal, percent, fc.constantFrom('0.01', '19.99', '-5')].map(maybe),
    ...[
      date,
      moment,
      fc.constantFrom('00:00', '23:59:59', '12:30'),
      fc.constantFrom('90 minutes', '-1 hour', '0.001 seconds'),
    ].map(maybe),
    ...[json, fc.uuid(), user, fc.integer({ min: 1, max: 5 }), reference].map(maybe),
  );
  const sample = (/** @type {fc.Arbitrary<any>} */ one, /** @type {number} */ count) =>
    fc.sample(one, { numRuns: count, seed });
  const insert = async (/** @type {string} */ text, /** @type {any[][]} */ all) => {
    for (const values of all) await data.db.query({ text, values });
  };
  await insert(
    'insert into app.places (label, size, chief) values ($1, $2, $3)',
    sample(fc.tuple(...[texts, whole, user].map(maybe)), 5),
  );
  await data.db.query({
    text: 'insert into app.things (title) select null from generate_series(1, $1)',
    values: [rows],
  });
  await insert(
    `update app.things set title = $2, note = $3, done = $4, state = $5, tags = $6, count = $7, stars = $8, price = $9,
       ratio = $10, cost = $11, due = $12, seen = $13, at = $14, took = $15, data = $16, code = $17, person = $18,
       owner_row = $19, parent = $20 where id = $1`,
    sample(thing, rows).map((values, index) => [index + 1, ...values]),
  );
  await insert(
    'insert into app.parts (label, amount, weight, thing) values ($1, $2, $3, $4)',
    sample(fc.tuple(...[texts, whole, decimal, reference].map(maybe)), rows * 2),
  );
  await insert(
    'insert into app.things_friends (source, target) values ($1, $2) on conflict do nothing',
    sample(fc.tuple(reference, user), rows),
  );
}
