import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { readFile } from 'node:fs/promises';
import { loadTypescript } from '../../../testing/load-typescript.js';
import { inputType } from './input-type.js';
import { createTypeService } from './service.js';

const SOURCE = new URL('../../../screens/functions/types-source.ts', import.meta.url);
const TABLES = `export interface Tables {
  orders: {
    row: { id: number;
      /** Total to pay */
      total: string; pieces: number; status: 'open' | 'paid'; customer: string; placed: string; paid: boolean };
    input: { total?: number | string; pieces?: number | string; status?: 'open' | 'paid' | null; customer?: string | number; paid?: boolean };
  };
  people: { row: { id: string; name: string }; input: { name?: string | number } };
}`;
const NAMES = "export type Workflow = 'ship_order';\nexport type Secret = 'pay_key';\nexport type Role = 'manager';";

/** @type {ReturnType<typeof createTypeService>} */
let service;
before(async () => {
  const source = await readFile(SOURCE, 'utf8');
  const declarations = source.replace(/\/\/ #region (\w+)[\s\S]*?\/\/ #endregion/g, (_, name) =>
    name === 'tables' ? TABLES : NAMES,
  );
  const modules = { 'app/prices': 'export const vat = (n) => n * 0.2;\nexport const rates = { full: 0.2 };' };
  service = createTypeService(await loadTypescript(), { declarations, modules, packages: ['npm/dayjs'] });
});

/** @param {string} code @param {string} [input] */
const found = (code, input = 'any') =>
  service.check({ code, input }).map((one) => {
    const place = code.slice(one.from, one.to);
    return `${one.word ?? 'TypeScript'} ${place}${one.other && ` ${one.other}`}`;
  });
/** @param {string} text */
const body = (text) => `export default async (input, plinth) => {\n${text}\n};`;
const ORDER = "const order = await plinth.rows('orders').get(input.id);\n";

/** What must be found in the body of a function. @type {[string, string, string[]][]} */
const MISTAKES = [
  ['a field that is not there', `${ORDER}return order.sum;`, ['noMember sum']],
  ['a field that is mistyped', `${ORDER}return order.totl;`, ['meant totl total']],
  ['a method that the type lacks', `${ORDER}return order.pieces.toUpperCase();`, ['noMember toUpperCase']],
  ['a text that is taken for a number', `${ORDER}return order.total.toFixed(2);`, ['textNoNumber toFixed']],
  ['a method that rows lack', "return plinth.rows('orders').lst();", ['meant lst list']],
  ['a member that plinth lacks', "return plinth.email('a');", ['meant email mail']],
  [
    'a list that is not awaited',
    "const rows = plinth.rows('orders').list();\nreturn rows.length;",
    ['missingAwait length'],
  ],
  [
    'a loop over what is not awaited',
    "for (const one of plinth.rows('orders').list()) plinth.log(one);",
    ["missingAwait plinth.rows('orders').list()"],
  ],
  [
    'a change that nobody waits for',
    "plinth.rows('orders').update(1, { paid: true });\nreturn 1;",
    ["missingAwait plinth.rows('orders').update"],
  ],
  [
    'a condition that is a promise',
    "const order = plinth.rows('orders').get(1);\nif (!order) plinth.fail('None');",
    ['missingAwait order'],
  ],
  [
    'a promise in a text',
    "return `${plinth.rows('orders').aggregate()} orders`;",
    ["missingAwait plinth.rows('orders').aggregate"],
  ],
  [
    'an option that no field has',
    `${ORDER}if (order.status === 'opn') return 1;`,
    ["notOneOf order.status === 'opn' open, paid"],
  ],
  ['a value of another type', "await plinth.rows('orders').insert({ paid: 'yes' });", ['TypeScript paid']],
  [
    'a comparison that is not known',
    "await plinth.rows('orders').list({ where: { pieces: { over: 5 } } });",
    ['TypeScript over'],
  ],
  ['a workflow that is not there', "await plinth.start('ship_oder', { row: 1 });", ["notOneOf 'ship_oder' ship_order"]],
  ['a secret that is not there', "await plinth.secrets.get('key');", ["notOneOf 'key' pay_key"]],
  [
    'a mail without a recipient',
    "await plinth.mail({ subject: 'A', text: 'B' });",
    ["TypeScript { subject: 'A', text: 'B' }"],
  ],
  [
    'what only browsers have',
    "await fetch('https://a.example');\nsetTimeout(() => {}, 5);",
    ['meant fetch plinth.fetch', 'noName setTimeout'],
  ],
  [
    'what only Node.js has',
    "return process.env.HOME + require('fs') + (await import('app/prices'));",
    ['noName process', 'noName require', 'noName import'],
  ],
  ['a constant that is set', 'const a = 1;\na = 2;', ['TypeScript a']],
  ['a number that is never its text', `${ORDER}return order.total === 100;`, ['TypeScript order.total === 100']],
  ['too few arguments', "return 'a'.repeat();", ['TypeScript repeat']],
  ['types in the code', 'const a: number = 1;\nreturn a;', ['TypeScript number']],
  ['a bracket that is missing', 'return { a: 1;', ['TypeScript ;', 'TypeScript ']],
];

/** What runs, however loosely it is written. */
const FINE = {
  'an endless loop': 'for (;;) {}',
  'a question for what may be there': "return typeof process === 'undefined';",
  'numbers that are texts': `${ORDER}return order.total * 2 > 100 ? Math.round(order.total) : Number(order.total).toFixed(2);`,
  'dates that are subtracted': 'return (new Date() - new Date(0)) / 86400000 + parseInt(5);',
  'properties that are added': `${ORDER}order.vat = order.total * 0.2;\nconst all = {};\nall.sum = order.vat;\nreturn { ...order, sum: all.sum };`,
  'a variable of two types':
    "let total = 0;\nfor (const one of await plinth.rows('orders').list()) total += one.pieces;\ntotal = total.toFixed(2);\nreturn total.padStart(8);",
  'texts of which nobody knows':
    "let status = 'open';\nif (input.paid) status = 'paid';\nawait plinth.rows('orders').insert({ status });\nawait plinth.start(input.workflow);",
  'a table in a variable':
    "for (const table of ['orders', 'people']) plinth.log((await plinth.rows(table).list())[0]?.whatever);",
  'an error that is caught':
    "try { await plinth.rows('orders').remove(1); } catch (error) { return error.code ?? error.status; }",
  'totals and groups':
    "const all = await plinth.rows('orders').aggregate({ sum: 'total' });\nconst groups = await plinth.rows('orders').aggregate({ group: ['placed:month', 'status'], count: true });\nreturn groups.map((one) => [one.placed, one.count / all.sum_total]);",
  'paths and several values':
    "return plinth.rows('orders').list({ where: { 'customer.name': 'Ada', status: ['open', 'paid'], placed: null, total: { gte: '5' } }, sort: ['-placed', 'customer.name'], fields: 'id' });",
  'a row that is sent back': `${ORDER}await plinth.rows('orders').update(order.id, { ...order, paid: true });`,
  'what newer JavaScript has':
    "return Object.groupBy(await plinth.rows('orders').list(), ({ status }) => status).open.toSorted((a, b) => a.id - b.id).at(-1);",
  'an object that is filled':
    "const by = (await plinth.rows('orders').list()).reduce((all, one) => { all[one.customer] = (all[one.customer] ?? 0) + one.pieces; return all; }, {});\nreturn Object.entries(by);",
  'many calls at once':
    "await Promise.all((await plinth.rows('orders').list()).map(({ id }) => plinth.rows('orders').update(id, { paid: true })));",
  'an error that may be':
    "plinth.mail({ to: 'a@a.example', subject: 'A', text: 'B' }).catch(() => {});\nvoid plinth.notify({ role: 'manager', text: 'A' });",
  'pairs that become a map':
    "const pairs = (await plinth.rows('orders').list()).map((one) => [one.id, one]);\nreturn new Map(pairs).get(1).total + Object.fromEntries(pairs)[1].total;",
  'a number that is compared with its text': `${ORDER}return order.total == 100 || order.pieces == '5';`,
  'what is left when nothing can be': `${ORDER}if (order.status === 'open') return 1;\nif (order.status === 'paid') return 2;\nreturn order.status.toUpperCase();`,
  'more arguments than are taken': 'const add = (a, b = 0) => a + b;\nreturn add(1, 2, 3);',
  'types in comments that nobody knows':
    '/** @param {Order} order */\nconst total = (order) => order.total;\nreturn total({ total: 1 });',
  'an error with a code': "const error = new Error('No');\nerror.code = 'NO';\nthrow error;",
  'a sum of the largest':
    "const rows = await plinth.rows('orders').list();\nreturn Math.max(...rows.map((one) => one.total)) + isNaN(rows[0].total);",
  'pages of rows':
    "let after = null;\ndo {\n  const rows = await plinth.rows('orders').list({ after });\n  for (const { id } of rows) plinth.log(id);\n  after = rows.next;\n} while (after);",
};

describe('TypeScript in the editor of functions', () => {
  for (const [what, code, wanted] of MISTAKES) it(`finds ${what}`, () => assert.deepEqual(found(body(code)), wanted));
  for (const [what, code] of Object.entries(FINE))
    it(`finds nothing in ${what}`, () => assert.deepEqual(found(body(code)), []));

  it('knows what other functions export, and nothing of packages', () => {
    const imports = "import { vat, rates, none } from 'app/prices';\nimport dayjs from 'npm/dayjs';\n";
    const code = `${imports}export default ({ n }) => [vat(n).foo, rates.full, dayjs(n).anything, none];`;
    assert.deepEqual(found(code), ['TypeScript none', 'noMember foo']);
  });

  it('knows the input by the parameters, and by the table whose rows are judged', () => {
    const params = [
      { name: 'n', type: 'integer' },
      { name: 'day', type: 'date' },
    ];
    const code = 'export default ({ n, m }) => n.trim() + m;';
    assert.deepEqual(found(code, inputType(params, [])), ['noMember m', 'noMember trim']);
    assert.deepEqual(found(code, inputType([], [])), []);
    const judge = 'export default ({ row, old }) => row.pices > old.pieces;';
    assert.deepEqual(found(judge, inputType([], ['orders'])), ['meant pices pieces']);
    const both = 'export default ({ row, old, n, other }) => n ?? row.pieces ?? other;';
    for (const input of [inputType([], ['orders']), inputType([], ['orders', 'people']), inputType(params, ['people'])])
      assert.deepEqual(found(both, input), []);
  });

  for (const code of [
    'async function run(input, plinth) { return plinth.lg(1); }\nexport default run;',
    'const run = (input, plinth) => plinth.lg(1);\nexport default run;',
    'export default function (input, plinth) { return plinth.lg(1); }',
    'export default async function* run(input, plinth) { yield plinth.lg(1); }',
    '/** Says something. */\nexport default (input, plinth) => plinth.lg(1);',
  ])
    it(`knows plinth in ${code}`, () => assert.deepEqual(found(code), ['noMember lg']));

  it('leaves a function alone that says its types itself', () =>
    assert.deepEqual(
      found('/** @param {any} input @param {any} plinth */\nexport default (input, plinth) => plinth.lg(1);'),
      [],
    ));

  it('shows the type at a place, where it is in the code', () => {
    const code = body(`${ORDER}return order.total;`);
    const at = code.indexOf('total');
    assert.deepEqual(service.hover({ code, input: 'any' }, at + 1), {
      from: at,
      to: at + 5,
      type: '(property) total: string',
      info: 'Total to pay',
    });
    assert.match(
      service.hover({ code, input: 'any' }, code.indexOf('order'))?.type ?? '',
      /^const order: \{\n {2}id: number;/,
    );
    assert.equal(service.hover({ code, input: 'any' }, 0), null);
  });

  /** @param {string} text with | where the cursor is */
  const offered = (text) => {
    const code = body(text);
    return service.complete({ code: code.replace('|', ''), input: 'any' }, code.indexOf('|'));
  };
  it('offers the fields of a row with their types', () => {
    const offers = offered(`${ORDER}order.|`);
    assert.deepEqual(offers.map(({ label, detail }) => `${label}: ${detail}`).slice(0, 3), [
      ...['customer: string', 'id: number', 'paid: boolean'],
    ]);
    assert.equal(offers.find(({ label }) => label === 'total')?.info, 'Total to pay');
  });

  it('offers options, workflows, and nothing in empty space', () => {
    const labels = (/** @type {string} */ text) => offered(text).map(({ label }) => label);
    assert.deepEqual(labels("await plinth.rows('orders').insert({ status: '|' });"), ['open', 'paid']);
    assert.deepEqual(labels("await plinth.start('|');"), ['ship_order']);
    assert.deepEqual(labels('await plinth.mail({ | });'), ['subject', 'text', 'to']);
    assert.deepEqual(labels('const a = 1;\n|'), []);
  });

  it('explains a method when it is asked', () => {
    const code = body(`${ORDER}order.customer.`);
    const more = service.describe({ code, input: 'any' }, code.lastIndexOf('.') + 1, 'includes');
    assert.match(more.detail, /^\(searchString: string/);
    assert.match(more.info, /^Returns true/);
    assert.ok(
      offered(`${ORDER}order.customer.|`).every(({ label }) => label !== 'anchor'),
      'what is out of date is left out',
    );
  });
});
