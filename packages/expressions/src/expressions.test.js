import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeScope, evaluate, expressionTexts, readExpression, toJson } from './index.js';
import { fromJson } from './values/values.js';
import { sampleCatalog } from './testing.js';

const catalog = sampleCatalog();
const scope = { catalog, table: catalog.table('tasks') };
const user = {
  id: '00000000-0000-0000-0000-000000000007',
  roles: ['staff', 'public'],
  signedIn: true,
  department: null,
};

/** @param {Record<string, any>} [row] */
const env = (row = {}) => ({ row, user, now: 1_000_000n, today: 20_000, timeZone: 'Europe/Berlin' });

/** @param {string} source @param {Record<string, any>} [row] */
function result(source, row) {
  const { tree, type } = readExpression(source, scope);
  return toJson(evaluate(tree, env(row)), type);
}

it('reads records, such as the variables of a workflow', () => {
  const of = { amount: { name: 'decimal' }, approval: { name: 'record', of: { outcome: { name: 'text' } } } };
  const variables = /** @type {any} */ ({ vars: { name: 'record', of } });
  const read = (/** @type {string} */ source) => readExpression(source, { ...scope, variables });
  const rows = { vars: { amount: fromJson('2.5', { name: 'decimal' }), 'approval.outcome': 'approve' } };
  const { tree } = read('vars.amount > 2.0 && vars.approval.outcome == "approve" && row.points == 3');
  assert.equal(evaluate(tree, { ...env({ points: 3n }), rows }), true);
  assert.throws(() => read('vars.amont'), { hint: 'Did you mean "amount"?' });
  assert.throws(() => read('vars'), { code: 'EXPRESSION_INVALID' });
  assert.throws(() => read('vars.amount.more'), { code: 'EXPRESSION_INVALID' });
});

describe('expressions', () => {
  const cases = /** @type {[string, any, Record<string, any>?][]} */ ([
    ['1 + 2 * 3', 7],
    ['7 / 2', 3],
    ['-7 / 2', -3],
    ['-7 % 3', -1],
    ['7 / 2.0', '3.5'],
    ['1 / 0', null],
    ['0.1 + 0.2 == 0.3', true],
    ['1.0 / 3.0', '0.333333333333'],
    ['-1.0 / 3.0', '-0.333333333333'],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(2.345, 2)', '2.35'],
    ['floor(-1.5)', -2],
    ['ceil(-1.5)', -1],
    ['string(1.50)', '1.5'],
    ['int("42") + 1', 43],
    ['int("x")', null],
    ['row.title + "!"', '!'],
    ['[1] == [1]', true],
    ['[1, 2] == [2, 1]', false],
    ['[1] == [1.0]', true],
    ['[1.5] != [1]', true],
    ['[] == []', true],
    ['row.tags == []', true, { tags: [] }],
    ['row.tags == ["a", "b"]', true, { tags: ['a', 'b'] }],
    ['["a"] != row.tags', true],
    ['[].all(x, x > 0)', true],
    ['[].exists(x, x > 0) || [].count(x, x == "a") > 0', false],
    ['row["points"] + row["project"]["name"].size()', 8, { points: 3n, 'project.name': 'Plant' }],
    ['user["id"] == user.id', true],
    ['duration("1.5h") == duration("1h30m")', true],
    ['duration("100ms").seconds()', '0.1'],
    ['duration("-1m0.25s3us").seconds()', '-60.250003'],
    ['duration("0.0000015s") == duration("1us")', true],
    ['row.title == null', true],
    ['row.title == row.status', false],
    ['row.title != "a"', true],
    ['row.points < 3', false],
    ['!(row.points < 3)', true],
    ['row.done', null],
    ['row.done || true', true],
    ['!row.done', true],
    ['row.due < "2026-11-21"', true, { due: 100 }],
    ['row.due + 1', '1970-04-12', { due: 100 }],
    ['date("2024-01-31").addMonths(1)', '2024-02-29'],
    ['date("9999-12-31") + 1', null],
    ['row.due - date("1970-01-01")', 100, { due: 100 }],
    ['weekday(date("2026-11-21"))', 6],
    ['hour(timestamp("2026-07-01T22:30:00Z"))', 0],
    ['date(timestamp("2026-07-01T22:30:00Z"))', '2026-07-02'],
    ['timestamp("2026-07-01T22:30:00+02:00") == timestamp("2026-07-01T20:30:00Z")', true],
    ['timestamp("2026-07-01 06:00")', '2026-07-01T04:00:00.000000Z'],
    ['timestamp("2026-07-01T06:00:30")', '2026-07-01T04:00:30.000000Z'],
    ['timestamp("2026-12-01")', '2026-11-30T23:00:00.000000Z'],
    ['timestamp("2026-03-29 02:30")', '2026-03-29T01:30:00.000000Z'],
    ['timestamp("2026-10-25 02:30")', '2026-10-25T00:30:00.000000Z'],
    ['timestamp(row.due, time("06:00"))', '1970-04-11T05:00:00.000000Z', { due: 100 }],
    ['now < "2026-07-01 06:00"', true],
    ['timestamp("0001-01-01")', null],
    ['now + duration("1h30m")', '1970-01-01T01:30:01.000000Z'],
    ['seconds(duration("1h") - duration("1m"))', '3540'],
    ['"b" in row.tags', true, { tags: ['a', 'b'] }],
    ['size(row.tags)', 0],
    ['row.tags.exists(t, t.startsWith("a"))', true, { tags: ['b', 'ab'] }],
    ['row.status in ["open", "new"]', true, { status: 'new' }],
    ['row.points in [1, 2.0]', true, { points: 2n }],
    ['"staff" in user.roles', true],
    ['user.signedIn && user.department == row.title', false],
    ['row.project.owner == user.id', true, { 'project.owner': user.id }],
    ['row.project.owner == user', true, { 'project.owner': user.id }],
    ['row.project == 5', true, { project: 5n }],
    ['user.id in row.project.members', true, { 'project.members': [{ id: user.id }] }],
    ['row.project.tasks.sum(t, t.points)', 3, { 'project.tasks': [{ points: 1n }, { points: 2n }, {}] }],
    ['row.project.tasks.average(t, t.points)', '1.5', { 'project.tasks': [{ points: 1n }, { points: 2n }, {}] }],
    ['row.project.tasks.all(t, t.done)', true, { 'project.tasks': [] }],
    [
      'row.project.tasks.count(t, t.project == row.project)',
      1,
      { project: 1n, 'project.tasks': [{ project: 1n }, {}] },
    ],
    ['row.data.a.b == "x"', true, { data: { a: { b: 'x' } } }],
    ['row.data.n > 3', true, { data: { n: 3.5 } }],
    ['row.data["a b"] == true', true, { data: { 'a b': true } }],
    ['"ä".upper() + substring("a😀bc", 1, 3) + string(size("😀"))', 'Ä😀b1'],
    ['"\\uffee" < "😀"', true],
    ['row.points > 1 ? "many" : "few"', 'few'],
    ['ifEmpty(row.title, "none")', 'none'],
    ['max(row.points, 3)', 5, { points: 5n }],
    ['max(row.price, 3)', '3', { price: 10n }],
    ['has(row.title)', false],
    ['row.data.x + 1', '3', { data: { x: 2 } }],
    ['row.data.x in [1, 2]', true, { data: { x: 2 } }],
    ['1 + int(row.data.x)', 3, { data: { x: 2 } }],
    ['left("a😀b", 2) + right("a😀b", 1)', 'a😀b'],
    ['indexOf("a😀b", "b")', 2],
    ['textAfter("ada@example.org", "@") + textBefore("a-b-c", "-")', 'example.orga'],
    ['textAfter("abc", "x")', null],
    ['padStart("7", 3, "0")', '007'],
    ['join(row.tags, ", ")', 'a, b', { tags: ['a', 'b'] }],
    ['addPercent(100.0, 19)', '119'],
    ['withoutPercent(119.0, 19)', '100'],
    ['percentOf(50.0, 10)', '5'],
    ['share(1, 4)', '25'],
    ['share(1, 0)', null],
    ['roundTo(7.13, 0.05)', '7.15'],
    ['sign(-2.5)', -1],
    ['week(date("2027-01-01"))', 53],
    ['quarter(date("2026-11-21"))', 4],
    ['dayOfYear(date("2024-12-31"))', 366],
    ['startOfWeek(date("2026-11-21"))', '2026-11-16'],
    ['endOfMonth(date("2024-02-10"))', '2024-02-29'],
    ['startOfYear(date("2026-11-21"))', '2026-01-01'],
    ['yearsBetween(date("2000-11-22"), date("2026-11-21"))', 25],
    ['monthsBetween(date("2026-01-31"), date("2026-02-28"))', 0],
    ['monthsBetween(date("2026-02-28"), date("2026-01-31"))', 0],
    ['addYears(date("2024-02-29"), 1)', '2025-02-28'],
    ['time(timestamp("2026-07-01T22:30:05Z"))', '00:30:05'],
    ['time("15:30") < "16:00"', true],
    ['hours(duration("1h30m"))', '1.5'],
    ['days(duration("36h")) + minutes(duration("90s"))', '3'],
  ]);
  for (const [source, expected, row] of cases) it(source, () => assert.deepEqual(result(source, row), expected));

  it('have German for what each function is for', () => {
    const { functions: known } = describeScope(scope);
    assert.deepEqual(
      known.map(({ help }) => help).filter((help) => !expressionTexts.de[help]),
      [],
    );
    assert.ok(known.length > 60, `${known.length}`);
  });

  it('read decimals exactly', () => {
    assert.equal(fromJson('1.000000000001', { name: 'decimal' }), 1_000_000_000_001n);
    assert.equal(fromJson('-0.5', { name: 'decimal' }), -500_000_000_000n);
    assert.equal(fromJson('1e-3', { name: 'decimal' }), 1_000_000_000n);
  });

  it('report what they need', () => {
    const {
      reads,
      tables,
      user: needs,
      time,
    } = readExpression(
      'row.project.owner == user.id || row.project.tasks.exists(t, t.due < today && t.project.name == "x")',
      scope,
    );
    assert.deepEqual(reads, {
      fields: { 'project.owner': { name: 'id' } },
      lists: {
        'project.tasks': {
          table: 'tasks',
          reads: { fields: { due: { name: 'date' }, 'project.name': { name: 'text' } }, lists: {} },
        },
      },
    });
    assert.deepEqual(tables, ['tasks', 'projects']);
    assert.deepEqual([needs, time], [['id'], 'today']);
  });
});

describe('expressions that are refused', () => {
  const cases = /** @type {[string, RegExp, RegExp?][]} */ ([
    ['', /it is empty/],
    ['row.title ==', /it ends unexpectedly|is unexpected/],
    ['row.title = "a"', /at character 11/],
    ['row.titel == "a"', /at character 5, there is no "titel"/, /Did you mean "title"/],
    ['rwo.title', /there is no "rwo"/, /"row"/],
    ['row.title > 3', /a text can't be compared with a whole number using >/],
    ['row.title + 3', /can't be used with text, whole number/, /string\(row.points\)/],
    ['title == "a"', /at character 1, there is no "title"/, /Did you mean "row.title"/],
    ['row.points and row.done', /at character 12, "and" is unexpected/, /Use && for "and"/],
    ['row.points <> 3', /is unexpected/, /Use != /],
    ['row.title == “a”', /is unexpected/, /straight quotation marks/],
    ['row.title == "a', /is unexpected/, /closing quotation mark is missing/],
    ['row.status in ("a", "b")', /is unexpected/, /square brackets/],
    ['if(row.done, 1, 2)', /is unexpected/, /condition \? value/],
    ['IF(row.done, 1, 2)', /no function "IF"/, /condition \? value/],
    ['SUM(row.points)', /no function "SUM"/, /row.lines.sum/],
    ['Upper(row.title)', /no function "Upper"/, /"upper"/],
    ['row.price.round(2)', /no function "round" for this/, /round\(…\)/],
    ['join([1, 2], ", ")', /"join" can't be used/, /lists of text/],
    ['row.tags == "a"', /list can't be compared/, /"a" in row.tags/],
    ['"a" in row.title', /a list is expected after "in"/, /contains/],
    ['row.project == "Plinth"', /can't be compared/, /compared by its key/],
    ['row.done == "true"', /yes or no can't be compared/, /true or false/],
    ['row.due > "21.11.2026"', /a date can't be compared with a text/, /2026-11-21/],
    ['today + duration("7d")', /"\+" can't be used/, /row.due \+ 7/],
    ['today - 7 days', /"days" is unexpected/, /today - 7/],
    ['row.price * 10%', /ends unexpectedly/, /percentOf/],
    ['duration("7 days")', /expected a duration/, /1d2h30m/],
    ['row.project.tasks.points', /has no "points"/, /exists\(x, …\)/],
    ['row.title && true', /a condition is expected, not a text/],
    ['row.project.tasks', /its result is rows/],
    ['row.project.tasks == 3', /can't be compared/],
    ['row.due < "soon"', /can't be compared/],
    ['date(row.title)', /expected a date as text in quotation marks/],
    ['date("2026-02-30")', /expected a date/],
    ['sise(row.title)', /no function "sise"/, /"size"/],
    ['row.title.constructor', /a text has no "constructor"/],
    ['user.__proto__', /there is no "__proto__"/],
    ['row.project.tasks.exists(row, true)', /"row" already means/],
    ['.5 + 1.0', /"\." is unexpected/, /0\.5/],
    ['[1] + [2]', /"\+" can't be used with list, list/, /can't be joined/],
    ['[1, 2][0]', /list entries can't be accessed by number/, /exists/],
    ['row.project.tasks[0]', /list entries can't be accessed by number/],
    ['row["nothing"]', /at character 6, there is no "nothing"/],
    ['row[row.title]', /brackets only work/],
    ['[1] == ["a"]', /a list can't be compared with a list/],
    ['[].sum(x, x) > 0', /can't be used with nothing/],
    ['duration("1ns")', /expected a duration/, /ms and us/],
    ['{"a": 1}', /maps/],
    ['b"x"', /bytes/],
    [`${'('.repeat(60)}1${')'.repeat(60)}`, /too large/],
    [Array.from({ length: 400 }, () => '1').join('+'), /too large/],
  ]);
  for (const [source, message, hint = /./] of cases) {
    it(source.slice(0, 60) || 'nothing', () => {
      assert.throws(
        () => readExpression(source, scope),
        (/** @type {any} */ error) =>
          error.code === 'EXPRESSION_INVALID' && message.test(error.message) && hint.test(error.hint),
      );
    });
  }
});
