import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { overloads, readExpression } from '@plinth/expressions';
import { SYSTEM, createForum } from '../../gate/rows/testing/forum.js';

/** Each function that converts a value, with one that it can't convert and one that it can, by its field. */
const CONVERSIONS = /** @type {const} */ ([
  ['int.text', 'int(row.title)', { title: 'seven' }, { title: '7' }],
  ['number.text', 'number(row.title)', { title: '7,5' }, { title: '7' }],
  ['int.json', 'int(row.data.size)', { data: { size: 'big' } }, { data: { size: '7' } }],
  ['number.json', 'number(row.data.size)', { data: { size: [7] } }, { data: { size: 7 } }],
]);
/** Alone, and with what only the database knows: related rows, and a path to another row. */
const WITH = [
  '',
  ' + row.replies.size()',
  ' + (row.replies.exists(r, r.text == "") ? 1 : 0)',
  ' + row.owner.name.size()',
];

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
const edit = (/** @type {string} */ name, /** @type {any} */ input) => forum.data.edit(SYSTEM, name, input);
const query = (/** @type {string} */ text) => forum.data.db.query(text);
/** @param {any} values @param {string} [table] */
const insert = (values, table = 'topics') => forum.data.rows.insert(SYSTEM, table, { title: 't', ...values });
const refused = (/** @type {any} */ error) => {
  assert.deepEqual([error.code, error.status], ['VALUE_NOT_CONVERTIBLE', 422], String(error.stack));
  assert.match(error.message, /^“.+” is not a (whole )?number/);
  return true;
};

before(async () => {
  forum = await createForum({ history: false });
  await edit('add-field', { table: 'topics', field: { name: 'data', type: 'json' } });
  await edit('add-field', { table: 'topics', field: { name: 'owner', type: 'user' } }).catch(() => {});
});
after(() => forum?.close());

/** A step with an expression for its value. @param {string} expression */
const reply = (expression) => ({
  action: 'insert_row',
  config: { table: 'replies', values: [{ field: 'text', source: 'expression', expression }] },
});
/** @param {any} about */
const act = (about) => forum.data.actions.run(SYSTEM, { table: 'topics', ...about });

/** Runs a trigger for a new row, and removes it. @param {any} trigger @param {any} values @returns {Promise<any>} its run */
async function runOf(trigger, values) {
  await edit('add-trigger', {
    trigger: { label: 'T', table: 'topics', source: 'rows', events: ['insert'], as: 'system', ...trigger },
  });
  const { id } = /** @type {any} */ (forum.data.catalog()).triggers.at(-1);
  await insert(values);
  await forum.data.automation.drain();
  const { runs } = await forum.data.runs.list(forum.admin, { of: id });
  await edit('remove-trigger', { trigger: id });
  return runs[0];
}

it('every function that converts at run time is in this table', () => {
  assert.deepEqual(
    overloads.filter(({ converts }) => converts).map(({ id }) => id),
    CONVERSIONS.map(([id]) => id).toSorted(
      (a, b) => overloads.findIndex((one) => one.id === a) - overloads.findIndex((one) => one.id === b),
    ),
  );
  // The others that read texts take literals alone, which are checked when they are written.
  for (const name of ['date', 'timestamp', 'time', 'duration']) {
    assert.equal(overloads.find(({ id }) => id === `${name}.text`)?.literal, true, name);
    for (const source of [`${name}("nonsense")`, `${name}(row.title)`])
      assert.throws(
        () => readExpression(source, { catalog: forum.data.catalog(), table: forum.data.catalog().table('topics') }),
        { code: 'EXPRESSION_INVALID' },
        source,
      );
  }
});

for (const [id, conversion, bad, good] of CONVERSIONS) {
  for (const more of WITH) {
    const expression = `${conversion}${more}`;
    describe(`a value that ${id} can't convert, in ${expression}`, () => {
      it('is an error with the value in the value and the texts of a step', async () => {
        for (const [values, isGood] of /** @type {const} */ ([
          [bad, false],
          [good, true],
        ])) {
          const { id: row } = await insert({ ...values, owner: forum.people.ada });
          for (const step of [
            reply(`string(${expression})`),
            { action: 'show_message', config: { text: `{{ ${expression} }}` } },
            {
              action: 'update_row',
              config: { values: [{ field: 'body', source: 'expression', expression: `string(${expression})` }] },
            },
          ]) {
            const done = act({ ...step, id: row });
            if (isGood) await done;
            else await assert.rejects(done, refused);
          }
          await query('delete from app.replies');
        }
      });

      it('fails a run in the condition of its trigger, of a step, and in a value', async () => {
        const values = { ...bad, owner: forum.people.ada };
        for (const trigger of [
          { when: `${expression} > 0`, steps: [{ do: reply('"x"') }] },
          { steps: [{ when: `${expression} > 0`, do: reply('"x"') }] },
          { steps: [{ do: reply(`string(${expression})`) }] },
        ]) {
          const run = await runOf(trigger, values);
          assert.equal(run.state, 'failed', JSON.stringify(trigger));
          assert.match(JSON.stringify(run), /is not a (whole )?number/);
          assert.equal((await query('select 1 from app.replies')).rows.length, 0);
          const fine = await runOf(trigger, { ...good, owner: forum.people.ada });
          assert.equal(fine.state, 'done', JSON.stringify(fine));
          await query('delete from app.replies');
        }
      });

      it('is empty in a formula, and not found by a filter', async () => {
        const { id: row } = await insert({ ...bad, owner: forum.people.ada });
        const spec = { table: 'topics', select: [{ as: 'value', expression }], limit: 9 };
        const where = { field: 'id', op: 'eq', value: row };
        const ask = async (/** @type {any} */ filter) =>
          (await forum.data.select(SYSTEM, [{ spec: { ...spec, where: filter }, params: {} }]))[0].rows;
        assert.deepEqual(
          (await ask(where)).map((/** @type {any} */ one) => one.value),
          [null],
        );
        assert.deepEqual(await ask({ all: [where, { expression: `${expression} > 0` }] }), []);
        await forum.data.rows.remove(SYSTEM, 'topics', row);
      });
    });
  }

  describe(`a value that ${id} can't convert`, () => {
    it('is an error in a default and before a row is saved, and refused by a rule', async () => {
      const field = { name: 'amount', type: 'decimal', default: { expression: conversion } };
      await edit('add-field', { table: 'topics', field });
      await assert.rejects(insert(bad), { code: 'INPUT_INVALID', message: /^“.+” is not a (whole )?number/ });
      await insert(good);
      await edit('change-field', { table: 'topics', field: 'amount', changes: { default: null } });

      const before = [{ kind: 'set', field: 'amount', value: conversion, when: '' }];
      await edit('add-trigger', {
        trigger: { label: 'B', table: 'topics', events: ['insert'], timing: 'before', before },
      });
      const trigger = /** @type {any} */ (forum.data.catalog()).triggers.at(-1).id;
      await assert.rejects(insert(bad), refused);
      await insert(good);
      await edit('remove-trigger', { trigger });
      await edit('remove-field', { table: 'topics', field: 'amount' });
      await query('delete from app.topics');

      const rule = { kind: 'rule', rule: `${conversion} > 0`, message: 'A number, please', fields: [] };
      const { constraints } = /** @type {any} */ (forum.data.catalog().table('topics'));
      await edit('set-constraints', { table: 'topics', constraints: [...constraints, rule] });
      await assert.rejects(insert(bad), { message: 'A number, please' });
      await insert(good);
      await edit('set-constraints', { table: 'topics', constraints });
    });

    it('is empty in the column of a formula, stored or not', async () => {
      for (const stored of [false, true]) {
        await edit('add-field', {
          table: 'topics',
          field: { name: 'amount', type: 'decimal', auto: 'formula', formula: conversion, stored },
        });
        const { id: row } = await insert(bad);
        assert.equal((await forum.data.rows.get(SYSTEM, 'topics', row)).amount, null);
        assert.equal(Number((await forum.data.rows.get(SYSTEM, 'topics', (await insert(good)).id)).amount), 7);
        await edit('remove-field', { table: 'topics', field: 'amount' });
      }
    });
  });
}

it('reads durations as ISO 8601 writes them', () => {
  const { catalog } = forum.data;
  const value = (/** @type {string} */ text) =>
    /** @type {any} */ (readExpression(`duration("${text}")`, { catalog: catalog(), table: null }).tree).value;
  for (const [iso, letters] of [
    ['PT1H30M', '1h30m'],
    ['PT5400S', '5400s'],
    ['PT0.5S', '0.5s'],
    ['P1DT2H', '1d2h'],
    ['P2W', '14d'],
    ['-PT15M', '-15m'],
    ['pt1.5h', '1.5h'],
  ])
    assert.equal(value(iso), value(letters), iso);
  for (const wrong of ['P', 'PT', 'P1Y', 'P1M', 'PT1H30', '1H30M', 'PTH', 'P1D2H'])
    assert.throws(() => value(wrong), { code: 'EXPRESSION_INVALID' }, wrong);
});
