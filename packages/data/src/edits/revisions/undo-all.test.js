import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AppError } from '@plinth/plugin';
import { SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { admin, openSite } from '../definitions/testing/edit-site.js';
import { physicalModel } from '../../catalog/ddl/model.js';
import { allRows, physicalState } from '../definitions/testing/physical-state.js';
import { randomEdits } from '../definitions/testing/random-edits.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** Metadata by value: everything but the counters. */
function metadata() {
  return [...site.data.catalog().objects.values()]
    .map(({ id, kind, parent, name, body }) => JSON.stringify({ id, kind, parent, name, body: sorted(body) }))
    .sort();
}

/** @param {any} value @returns {any} */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

/** Postgres holds what the metadata says: no column, constraint or index more or less. */
async function assertModel() {
  const model = physicalModel(site.data.catalog(), site.registry);
  const { columns, constraints, indexes } = await physicalState(site.data.db);
  const tables = [...model.tables.values()];
  const wanted = tables.flatMap((table) =>
    [...table.columns.values()].map(({ name, notNull }) => `${table.name}.${name} ${notNull}`),
  );
  const joins = new Set([...model.joins.values()].map((join) => join.name));
  const found = columns
    .filter((column) => !joins.has(column.table))
    .map(({ table, column, required }) => `${table}.${column} ${required}`);
  assert.deepEqual(found.sort(), wanted.sort());
  const named = tables.flatMap((table) => [...table.constraints.keys(), ...table.foreignKeys.keys()]);
  const joinKeys = [...model.joins.values()].flatMap((join) => (join.target ? 2 : 1));
  assert.equal(
    constraints.filter(({ name }) => !name.endsWith('_pkey')).length,
    named.length + joinKeys.reduce((sum, n) => sum + n, 0),
  );
  const names = tables.flatMap((table) => [...table.indexes.keys()]);
  for (const name of names)
    assert.ok(
      indexes.some(({ definition }) => definition.includes(name)),
      name,
    );
}

async function state() {
  return { metadata: metadata(), physical: await physicalState(site.data.db), rows: await allRows(site.data.db) };
}

/** Each edit makes Postgres what a site made in one go would be. */
async function start() {
  await site.table('base', [
    { name: 'number', type: 'integer', default: 3 },
    { name: 'tags', type: 'multi_select', attributes: { options: [{ value: 'a', label: 'A' }] } },
  ]);
  await site.table('child', [
    { name: 'parent', type: 'relation', attributes: { table: 'base', onDelete: 'cascade' } },
    { name: 'many', type: 'many_to_many', attributes: { table: 'base' } },
  ]);
  await site.rows(
    `insert into app.base (title, number, tags) values ('1', 1, '{a}'), ('two', 2, null), (null, 2, '{}'), ('2026-01-31', null, '{a}')`,
  );
  await site.rows(`insert into app.child (title, parent) values ('x', 1), ('7', 2), ('true', null)`);
  await site.rows('insert into app.child_many values (1, 1), (1, 2), (2, 3)');
  await site.edit('add-view', {
    view: {
      name: 'bases',
      template: 'list',
      table: 'base',
      config: { columns: [{ field: 'title' }], sort: [{ field: 'number' }], when: 'row.number > 1' },
    },
  });
  await site.edit('add-view', {
    view: {
      name: 'children',
      template: 'list',
      table: 'child',
      config: { columns: [{ field: 'parent.title' }], show: 'bases' },
    },
  });
  await site.edit('change-menu', { items: [{ kind: 'view', label: 'Bases', target: 'bases' }] });
}

describe('undo', () => {
  it('K10: takes any sequence of edits back: same metadata, same schema, same rows; and redo does them again', async () => {
    await start();
    await fc.assert(
      fc.asyncProperty(fc.array(randomEdits, { minLength: 1, maxLength: 8 }), async (steps) => {
        const states = [await state()];
        /** @type {string[]} */
        const made = [];
        /** @type {string[]} */
        const told = [];
        for (const step of steps) {
          const edit = step(site.data.catalog());
          if (!edit) continue;
          try {
            made.push((await site.edit(edit.name, edit.input)).revision);
            states.push(await state());
            await assertModel();
            told.push(`${edit.name} ${JSON.stringify(edit.input)}`);
          } catch (error) {
            // What is refused must be refused with a reason, and change nothing.
            assert.ok(
              error instanceof AppError && error.status < 500,
              `${edit.name} ${JSON.stringify(edit.input)}: ${error}`,
            );
            assert.deepEqual(await state(), states.at(-1), edit.name);
          }
        }
        for (const [i, id] of [...made.entries()].reverse()) {
          await site.data.revisions
            .undo(admin, id)
            .catch((error) => assert.fail(`undo of ${told.slice(i).join('\n')}: ${error.code} ${error.message}`));
          assert.deepEqual(await state(), states[i], `undo of ${told.slice(i).join('\n')}`);
        }
        for (const [i, id] of made.entries()) {
          await site.data.revisions.redo(admin, id);
          assert.deepEqual(await state(), states[i + 1], `redo of ${told.slice(0, i + 1).join('\n')}`);
        }
        for (const id of made.toReversed()) await site.data.revisions.undo(admin, id);
        assert.deepEqual(await state(), states[0]);
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 25), seed: SEED, endOnFailure: true },
    );
  });
});
