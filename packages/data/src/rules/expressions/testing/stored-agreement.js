import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SYSTEM } from '../../../gate/rows/testing/forum.js';
import { expressions } from './generate.js';

const FIELD_TYPES = Object.freeze({ bool: 'boolean', int: 'integer', decimal: 'decimal', text: 'text', date: 'date' });
/** A stored formula knows neither the user nor the time. */
const NOT_HERE = /\b(user|now|today)\b/;
/** All kinds of writes to what formulas depend on; $1 and $2 are keys, $3 is a number, $4 a person. */
const WRITES = [
  ['update app.things set count = $1, title = title || $2 where id = $3', 'nnt'],
  ['update app.things set parent = $1, owner_row = 1 + $2 % 5 where id = $3', 'ttt'],
  ['update app.things set person = $1, tags = null, seen = now() where id = $2', 'pt'],
  ['update app.parts set thing = $1, amount = $2 where id % 7 = $3 % 7', 'tnt'],
  ['insert into app.parts (label, amount, weight, thing) values ($1::int::text, $2, 0.5, $3)', 'nnt'],
  ['delete from app.parts where id = $1', 't'],
  ['update app.places set size = $1, label = label || $2, chief = $3 where id = 1 + $4 % 5', 'nnpt'],
  ['insert into app.things_friends (source, target) values ($1, $2) on conflict do nothing', 'tp'],
  ['delete from app.things_friends where source = $1', 't'],
  ["update plinth.users set name = 'n' || $1, email = 'e' || $1 || id || '@secret.example' where id = $2", 'np'],
  ['insert into app.things (title, parent, price) values ($1::int::text, $2, 1.5)', 'nt'],
  ['with gone as (update app.things set parent = null where parent = $1) delete from app.parts where thing = $1', 't'],
];

/**
 * Stores random formulas in columns, writes at random, and checks that each column equals the formula's result.
 *
 * @param {any} forum @param {{ formulas: number, writes: number, seed: number }} options
 * @returns {Promise<number>} comparisons
 */
export async function compareStored(forum, { formulas, writes, seed }) {
  let compared = 0;
  const types = Object.entries(FIELD_TYPES);
  const sources = types.flatMap(([type, fieldType]) =>
    fc
      .sample(expressions(type, 3), { numRuns: formulas, seed })
      .filter((source) => !NOT_HERE.test(source) && source.length < 1500)
      .map((formula) => ({ formula, type: fieldType })),
  );
  for (let i = 0; i < sources.length; i += 5) {
    const some = sources.slice(i, i + 5);
    await keep(forum, some);
    compared += await differences(forum, some);
    for (const { text, values } of randomWrites(forum, { writes, seed: seed + i })) {
      await forum.data.db.query({ text, values });
    }
    compared += await differences(forum, some);
    await drop(forum, some);
  }
  return compared;
}

/** @param {any} forum @param {{ formula: string, type: string }[]} formulas */
export async function keep({ data }, formulas) {
  for (const [i, { formula, type }] of formulas.entries()) {
    for (const [name, stored] of [
      [`kept${i}`, true],
      [`made${i}`, false],
    ])
      await data.edit(SYSTEM, 'add-field', { table: 'things', field: { name, type, formula, stored } });
  }
}

/** @param {any} forum @param {unknown[]} formulas */
export async function drop({ data }, formulas) {
  for (const i of formulas.keys())
    for (const name of [`kept${i}`, `made${i}`])
      await data.edit(SYSTEM, 'remove-field', { table: 'things', field: name });
}

/** @param {any} forum @param {{ formula: string }[]} formulas @returns {Promise<number>} comparisons */
export async function differences({ data }, formulas) {
  const select = formulas.flatMap((_, i) => [`kept${i}`, `made${i}`].map((name) => ({ as: name, field: name })));
  const spec = { table: 'things', select, sort: [{ field: 'id' }], limit: 500 };
  const [{ rows }] = await data.select(SYSTEM, [{ spec, params: {} }]);
  for (const row of rows)
    for (const [i, { formula }] of formulas.entries())
      assert.deepEqual(row[`kept${i}`], row[`made${i}`], `${formula} of row ${row.id}`);
  return rows.length * formulas.length;
}

/** @param {any} forum @param {{ writes: number, seed: number }} options */
export function randomWrites({ people }, { writes, seed }) {
  const one = fc
    .constantFrom(...WRITES)
    .chain(([text, kinds]) =>
      fc
        .tuple(
          ...[...kinds].map((kind) =>
            kind === 'p'
              ? fc.constantFrom(...Object.values(people))
              : fc.integer(kind === 't' ? { min: 1, max: 12 } : { min: -3, max: 9 }),
          ),
        )
        .map((values) => ({ text, values: /** @type {unknown[]} */ (values) })),
    );
  return fc.sample(one, { numRuns: writes, seed });
}
