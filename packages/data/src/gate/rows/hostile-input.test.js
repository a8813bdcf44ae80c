import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AppError, OPERATORS } from '@plinth/plugin';
import { SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { VISITOR, createForum } from './testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {number} */
let topics;

before(async () => {
  forum = await createForum();
  await forum.data.rows.insertMany(forum.staff, 'topics', [{ title: 'a', priority: 1 }, { title: 'b' }]);
  topics = await forum.data.rows.count(forum.staff, 'topics');
});
after(() => forum.close());

const FIELDS = [
  'title',
  'priority',
  'budget',
  'due',
  'starts',
  'effort',
  'at',
  'done',
  'labels',
  'extra',
  'tags',
  'author',
  'id',
  'author.name',
];
const nasty = fc.constantFrom(
  "' or 1=1 --",
  '"; drop table app.topics; --',
  '$1',
  '\\',
  '%',
  '\0',
  '\ud800',
  '1e400',
  'NaN',
  'Infinity',
  '-infinity',
  '9223372036854775808',
  '0001-01-01 BC',
  '2026-02-30',
  '24:00:00',
  '__proto__',
  'constructor',
  '{"a":',
  '1'.repeat(400),
  'x'.repeat(5000),
);
const anything = fc.oneof(
  nasty,
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(nasty, { maxLength: 3 }),
  fc.object({ maxDepth: 2 }),
);
const name = fc.oneof(fc.constantFrom(...FIELDS), nasty);

/** Fine, or told in words what was wrong; never an error of the database or of the code. @param {() => Promise<unknown>} call */
async function answered(call) {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    assert.doesNotMatch(
      `${error.message} ${error.hint ?? ''}`,
      /syntax|relation "|column "|operator does not exist|pg_/i,
    );
  }
}

describe('hostile input', () => {
  it('I1, I2: a query returns rows or is refused, whatever it contains', async () => {
    const leaf = fc.record(
      { field: name, op: fc.oneof(fc.constantFrom(...OPERATORS), nasty), value: anything },
      { requiredKeys: ['field', 'op'] },
    );
    const filter = fc.oneof(
      leaf,
      fc.record({ all: fc.array(leaf, { maxLength: 3 }) }),
      fc.record({ not: leaf }),
      fc.record(
        { child: fc.oneof(fc.constantFrom('replies.topic', 'tags', 'secrets.topic'), nasty), of: name, where: leaf },
        { requiredKeys: ['child'] },
      ),
      anything,
    );
    const spec = fc.record(
      {
        table: fc.constant('topics'),
        select: fc.array(
          fc.oneof(
            fc.record({ as: fc.oneof(fc.constantFrom('a', 'b'), nasty), field: name, label: fc.boolean() }),
            fc.record({
              as: fc.constant('c'),
              aggregate: fc.oneof(fc.constantFrom('count', 'sum', 'array', 'latest'), nasty),
              relation: fc.oneof(fc.constantFrom('replies.topic', 'tags'), nasty),
              field: name,
              limit: anything,
            }),
            fc.record(
              { as: fc.constant('d'), choices: name, include: fc.constant({ param: 'q' }), limit: anything },
              { requiredKeys: ['as', 'choices'] },
            ),
          ),
          { maxLength: 2 },
        ),
        where: filter,
        sort: fc.oneof(fc.array(fc.record({ field: name, descending: anything }), { maxLength: 2 }), anything),
        limit: fc.oneof(fc.integer({ min: 1, max: 500 }), anything),
        search: fc.constant({ param: 'q' }),
        cursor: fc.constant({ after: 'after', before: 'before' }),
        totals: fc.oneof(
          fc.array(fc.record({ as: fc.constant('t'), aggregate: fc.constantFrom('sum', 'max'), field: name }), {
            maxLength: 1,
          }),
          anything,
        ),
        count: anything,
        parts: fc.record(
          {
            by: fc.oneof(fc.array(name, { maxLength: 3 }), anything),
            step: anything,
            limit: anything,
            most: anything,
            totals: anything,
          },
          { requiredKeys: ['by'] },
        ),
      },
      { requiredKeys: ['table', 'select'] },
    );
    const params = fc.record({ q: anything, after: anything, before: anything });
    await fc.assert(
      fc.asyncProperty(spec, params, (one, given) =>
        answered(() => forum.data.select(forum.ada, [{ spec: /** @type {any} */ (one), params: given }])),
      ),
      { numRuns: 300, seed: SEED },
    );
  });

  it('I1: a number of a query is a whole number within its limits, or is left out', async () => {
    const nested = (/** @type {unknown} */ limit) => ({ as: 'r', rows: 'replies.topic', select: [], limit });
    const array = { as: 'l', aggregate: 'array', relation: 'replies.topic', field: 'text' };
    const places = /** @type {[string, (number: any) => any][]} */ ([
      ['limit', (limit) => ({ limit })],
      ['limit of groups', (limit) => ({ groups: [{ as: 'g', field: 'priority' }], limit })],
      ['limit of each part', (limit) => ({ parts: { by: ['priority'], limit } })],
      ['limit of each of the first parts', (limit) => ({ parts: { by: ['priority'], most: 2, limit } })],
      ['number of parts', (most) => ({ parts: { by: ['priority'], most } })],
      ['limit of nested rows', (limit) => ({ select: [nested(limit)] })],
      ['limit of a list of values', (limit) => ({ select: [{ ...array, limit }] })],
      ['limit of choices', (limit) => ({ select: [{ as: 'd', choices: 'author', limit }] })],
    ]);
    for (const [place, part] of places) {
      const ask = (/** @type {unknown} */ number) => {
        /** @type {any} */
        const spec = { table: 'topics', select: [], ...part(number) };
        return forum.data.select(forum.staff, [{ spec, params: {} }]);
      };
      for (const number of [undefined, 1, 2]) assert.equal((await ask(number)).length, 1, place);
      for (const number of [NaN, null, Infinity, -1, 0, 1.5, 1e9, '2', '2; drop table x', {}, [2], true, 2n ** 70n])
        await assert.rejects(ask(number), { code: 'QUERY_INVALID', status: 422 }, `${place}: ${String(number)}`);
    }
  });

  it('I1: a parameter of any kind is a value', async () => {
    const specs = FIELDS.flatMap((field) =>
      OPERATORS.map((op) => ({ table: 'topics', select: [], where: { field, op, value: { param: 'p' } } })),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...specs), anything, (spec, p) =>
        answered(() => forum.data.select(forum.staff, [{ spec: /** @type {any} */ (spec), params: { p } }])),
      ),
      { numRuns: 300, seed: SEED },
    );
  });

  it('I1, I11: written values are stored or refused', async () => {
    const values = fc.dictionary(fc.oneof(fc.constantFrom(...FIELDS.slice(0, 13)), nasty), anything, { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(values, anything, async (given, id) => {
        await answered(() => forum.data.rows.insert(VISITOR, 'topics', given));
        await answered(() => forum.data.rows.update(forum.ada, 'topics', id, given));
        await answered(() => forum.data.rows.remove(forum.ada, 'topics', id));
        await answered(async () => {
          const { id: made } = await forum.data.rows.insert(forum.ada, 'topics', { title: 't', ...given });
          await forum.data.rows.update(forum.ada, 'topics', made, given, { expect: /** @type {any} */ (given) });
          await forum.data.rows.remove(forum.ada, 'topics', made);
        });
        assert.equal(/** @type {any} */ ({}).polluted, undefined);
        assert.deepEqual(Object.keys(Object.prototype), []);
      }),
      { numRuns: 150, seed: SEED },
    );
    assert.equal(
      await forum.data.rows.count(forum.staff, 'topics', { field: 'title', op: 'in', value: ['a', 'b'] }),
      topics,
    );
  });
});
