import { after, before, describe } from 'node:test';
import { checkSettings } from '@plinth/plugin';
import { optionsWith } from '../choices/options-with.js';
import { decimalType } from '../field-types/decimal.js';
import { fileType } from '../field-types/file.js';
import { jsonType } from '../field-types/json.js';
import { textType } from '../field-types/text.js';
import { readFolder } from '../../gate/files/names.js';
import { checkPerson } from '../../people/accounts/person-input.js';
import { passwordProblem } from '../../people/accounts/password/password-rules.js';
import { SYSTEM, createForum } from '../../gate/rows/testing/forum.js';
import { createRunSql } from '../../automation/run-sql/create-run-sql.js';
import { createTestDatabase } from '../../testing/index.js';
import { reading } from '@plinth/plugin/testing';
import { atEdge } from '../../testing/at-edge.js';
import { checkDecision } from '../../automation/workflow-runs/tasks/check-decision.js';

const x = (/** @type {number} */ count) => 'x'.repeat(count);
const all = (/** @type {number} */ count, /** @type {(at: number) => any} */ one) =>
  Array.from({ length: count }, (_, at) => one(at));
const like = (/** @type {any} */ type, attributes = {}) =>
  /** @type {any} */ ({ name: 'value', label: 'Value', type: type.name, required: false, attributes });

describe('values at the edge of their limits', () => {
  atEdge(
    'wholeDigits',
    reading(/at most 38 digits before the point/, /at most/, (count) =>
      decimalType.parse('9'.repeat(count), like(decimalType)),
    ),
  );
  atEdge(
    'decimals',
    reading(/at most 20 decimals/, /at most/, (count) =>
      decimalType.parse(`0.${'1'.repeat(count)}`, like(decimalType)),
    ),
  );
  atEdge(
    'jsonLevels',
    reading(/must be nested at most 32 levels deep/, /at most/, (count) =>
      jsonType.parse(`${'['.repeat(count)}1${']'.repeat(count)}`, like(jsonType)),
    ),
  );
  atEdge(
    'patternedCharacters',
    reading(/at most 2000 characters/, /at most/, (count) =>
      textType.validate(x(count), like(textType, { pattern: 'x*' })),
    ),
  );
  atEdge(
    'fieldFiles',
    reading(/must be at most 100/, /at most/, (count) =>
      checkSettings(fileType.attributes ?? [], { several: true, maxFiles: count }),
    ),
  );
  atEdge(
    'choiceCharacters',
    reading(/can't have a choice of more than 100 characters/, /Choose one from the list/, (count) =>
      optionsWith(like({ name: 'select' }, { options: [] }), [x(count)]),
    ),
  );
  atEdge(
    'folderCharacters',
    reading(/at most 400 characters/, /at most/, (count) => readFolder(folderOf(count))),
  );
  const folderOf = (/** @type {number} */ count) => `${x(99)}/`.repeat(5).slice(0, count - 1) + 'y';
  atEdge(
    'folderLevels',
    reading(/nested at most 12 levels deep/, /at most/, (count) => readFolder(all(count, () => 'a').join('/'))),
  );
  atEdge(
    'personNameCharacters',
    reading(/The name must have at most 200 characters/, /at most/, (count) => checkPerson({ name: x(count) })),
  );
  atEdge(
    'passwordBytes',
    reading(/at most 1024 bytes/, /at most/, (count) => {
      const problem = passwordProblem('correct horse battery '.padEnd(count, 'staple '));
      if (problem) throw Object.assign(new Error(problem), { code: 'INPUT_INVALID' });
    }),
  );
  atEdge(
    'decisionCharacters',
    reading(/at most 2000 characters/, /at most/, (count) =>
      checkDecision(/** @type {any} */ ({ outcomes: [{ name: 'yes' }], form: [] }), {
        outcome: 'yes',
        comment: x(count),
      }),
    ),
  );
});

describe('queries and rows at the edge of their limits', () => {
  /** @type {Awaited<ReturnType<typeof createForum>>} */
  let forum;
  /** @type {any} */
  let data;
  /** @type {any} */
  let row;
  /** @type {any} */
  let view;
  before(async () => {
    await (await createTestDatabase({ reader: true })).close();
    forum = await createForum();
    ({ data } = forum);
    await data.edit(SYSTEM, 'change-table', { table: 'topics', changes: { comments: 'readers' } });
    row = await data.rows.insert(SYSTEM, 'topics', { title: 'one' });
    view = { id: '01900000-0000-7000-8000-000000000001', config: { sharedBy: [] } };
  });
  after(() => forum?.close());
  const counted = (/** @type {string} */ table) => async () =>
    (await data.db.query(`select count(*)::int as n from ${table}`)).rows[0].n;

  const ask = (/** @type {any} */ part) =>
    data.select(SYSTEM, [
      { spec: { table: 'topics', select: [{ as: 'title', field: 'title' }], ...part }, params: {} },
    ]);
  const title = { field: 'title', op: 'eq', value: 'a' };
  atEdge('filterConditions', {
    ...reading(/at most 500 conditions/, /Leave some out/, (count) =>
      ask({ where: { any: all(count - 1, () => title) } }),
    ),
  });
  atEdge(
    'filterLevels',
    reading(/nested at most 16 levels deep/, /Use fewer levels/, (count) => {
      let where = /** @type {any} */ (title);
      for (let level = 0; level < count; level++) where = { not: where };
      return ask({ where });
    }),
  );
  atEdge(
    'comparedValues',
    reading(/At most 1000 values can be compared at once/, /Leave some out/, (count) =>
      ask({ where: { field: 'title', op: 'in', value: all(count, String) } }),
    ),
  );
  atEdge('comparedValues', {
    as: 'dates',
    ...reading(/At most 1000 values can be compared at once/, /Leave some out/, (count) =>
      ask({ where: { field: 'starts', op: 'in', value: all(count, () => '2026-11-20T23:30:00Z') } }),
    ),
  });
  atEdge(
    'comparedCharacters',
    reading(/at most 1000 characters/, /Shorten it/, (count) =>
      ask({ where: { ...title, op: 'contains', value: x(count) } }),
    ),
  );
  const fields = ['title', 'priority', 'due', 'done', 'budget', 'effort'];
  atEdge(
    'sortFields',
    reading(/sorted by at most 5 fields/, /Leave out the last ones/, (count) =>
      ask({ sort: fields.slice(0, count).map((field) => ({ field })) }),
    ),
  );
  atEdge(
    'groupFields',
    reading(/grouped by at most 4 fields/, /Leave out the last ones/, (count) =>
      ask({
        select: [],
        groups: fields.slice(0, count).map((field) => ({ as: field, field })),
        totals: [{ as: 'n', aggregate: 'count' }],
      }),
    ),
  );
  atEdge(
    'partFields',
    reading(/divided by 1 to 2 fields/, /1 to 2/, (count) =>
      ask({ parts: { by: ['status', 'author', 'priority'].slice(0, count), limit: 1 } }),
    ),
  );
  atEdge(
    'parts',
    reading(/into 1 to 200 parts/, /1 to 200/, (count) => ask({ parts: { by: ['status'], limit: 1, most: count } })),
  );
  atEdge(
    'pageRows',
    reading(/1 to 500 rows, not 501/, /1 to 500/, (count) => ask({ limit: count })),
  );
  atEdge(
    'nestedRows',
    reading(/A nested list can have 1 to 500 rows/, /1 to 500/, (count) =>
      ask({ select: [{ as: 'a', rows: 'replies.topic', select: [{ as: 'text', field: 'text' }], limit: count }] }),
    ),
  );
  atEdge(
    'arrayValues',
    reading(/An array can have 1 to 500 values/, /1 to 500/, (count) =>
      ask({ select: [{ as: 'a', aggregate: 'array', relation: 'replies.topic', field: 'text', limit: count }] }),
    ),
  );
  atEdge(
    'listedChoices',
    reading(/A list of choices can have 1 to 500 entries/, /1 to 500/, (count) =>
      ask({ select: [{ as: 'a', choices: 'author', limit: count }] }),
    ),
  );
  atEdge('transactionSteps', {
    cause: /A transaction must have 1 to 1000 steps/,
    wayOut: /Split it into several requests/,
    send: (count) =>
      data.rows.transact(
        SYSTEM,
        all(count, (at) => ({ op: 'insert', table: 'replies', values: { text: `t${at}` } })),
      ),
    stored: counted('app.replies'),
  });
  atEdge('commentCharacters', {
    cause: /A comment can have at most 10000 characters/,
    wayOut: /at most/,
    send: (count) => data.comments.add(forum.staff, 'topics', row.id, { text: x(count), picked: [] }),
    stored: counted('plinth.comments'),
  });
  const saved = (/** @type {any} */ input) =>
    data.lists.filters.create(forum.staff, view, { name: 'a', query: 'a=b', ...input });
  atEdge('savedFilterNameCharacters', {
    cause: /The name must have 1 to 80 characters/,
    wayOut: /1 to 80/,
    send: (count) => saved({ name: x(count) }),
    stored: counted('plinth.saved_filters'),
  });
  atEdge('savedFilterCharacters', {
    cause: /too long to be saved: at most 2000 characters/,
    wayOut: /at most/,
    send: (count) => saved({ query: x(count) }),
    stored: counted('plinth.saved_filters'),
  });
  atEdge('savedFilters', {
    cause: /A list can have at most 100 saved filters/,
    wayOut: /at most/,
    async send(count) {
      const there = await counted('plinth.saved_filters')();
      for (let at = there; at < count; at++) await saved({ name: `n${at}` });
    },
    stored: counted('plinth.saved_filters'),
  });
  atEdge('groupNameCharacters', {
    cause: /The name must have at most 100 characters/,
    wayOut: /at most/,
    send: (count) => data.people.groups.create(SYSTEM, { name: `g${count}`, label: x(count) }),
    stored: counted('plinth.groups'),
  });
  atEdge('secretCharacters', {
    cause: /must have at most 20000 characters/,
    wayOut: /at most/,
    async send(count) {
      await data.edit(SYSTEM, 'add-secret', { secret: { name: `s${count}` } });
      await data.secrets.set(SYSTEM, `s${count}`, x(count));
    },
    stored: counted('plinth.secrets'),
  });
  const sql = (/** @type {string} */ text) =>
    createRunSql(data)(/** @type {any} */ ({ ...SYSTEM, roles: ['admin'] }), text);
  atEdge(
    'sqlRows',
    reading(/more than 1000 rows or 1 MB/, /add a LIMIT/, (count) => sql(`select generate_series(1, ${count}) as n`)),
  );
  atEdge(
    'sqlBytes',
    // With what names the column around it.
    reading(/more than 1000 rows or 1 MB/, /Select fewer columns/, (count) =>
      sql(`select repeat('x', ${count} - 9) as n`),
    ),
  );
  atEdge('copiedRows', {
    cause: /More than 400 rows would be copied along/,
    wayOut: /Copy fewer rows along/,
    async send(count) {
      const { id } = await data.rows.insert(SYSTEM, 'topics', { title: `copied ${count}` });
      await data.rows.insertMany(
        SYSTEM,
        'replies',
        all(count, (at) => ({ text: `r${at}`, topic: id })),
      );
      const config = { children: [{ relation: 'replies.topic' }] };
      await data.actions.run(SYSTEM, { action: 'duplicate_row', config, table: 'topics', id });
    },
    stored: null,
  });
  atEdge('formulaParts', {
    cause: /more than 3000 parts/,
    wayOut: /formulas it uses/,
    async send(count) {
      const add = (/** @type {string} */ name, /** @type {string[]} */ terms) =>
        data.edit(SYSTEM, 'add-field', {
          table: 'replies',
          field: { name, type: 'integer', formula: terms.join(' + ') },
        });
      // A hundred fields and the 99 signs between them; then fourteen of these, and as many fields as are missing.
      await add(
        `g${count}`,
        all(100, () => 'row.score'),
      );
      const odd = count % 2;
      const rest = all((count - 2800 + odd) / 2, (at) => (at === 0 && !odd ? '(-row.score)' : 'row.score'));
      await add(`t${count}`, [...all(14, () => `row.g${count}`), ...rest]);
      await add(`u${count}`, [`row.t${count}`]);
    },
    stored: null,
  });
});
