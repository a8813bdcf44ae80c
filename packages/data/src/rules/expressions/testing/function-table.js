/** @import { Tree, Type } from '@plinth/expressions' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Edge } from './edge-values.js' */
import { evaluate, overloads } from '@plinth/expressions';
import { fixed, ident, join, sql, toStatement } from '../../../postgres/sql/index.js';
import { compileCondition, compileValue } from '../compile-sql.js';
import { literalSql, sqlTypeName } from '../literals.js';
import { asText, exact } from './agreement.js';
import { edgesOf } from './edge-values.js';

/**
 * Something that expressions can do with arguments: an overload of a function or operator, a comparison, a query over a
 * list.
 *
 * @typedef {{ name: string, params: Type[], result: Type, tree: (args: Tree[]) => Tree }} Case
 */

const TYPES = ['bool', 'int', 'decimal', 'text', 'date', 'moment', 'time', 'duration', 'id'];
const ORDERED = ['int', 'decimal', 'text', 'date', 'moment', 'time', 'duration'];
const BOOL = /** @type {Type} */ ({ name: 'bool' });
const typeOf = (/** @type {string} */ name) => /** @type {Type} */ ({ name });
const listOf = (/** @type {string} */ name) => /** @type {Type} */ ({ name: 'list', of: { name } });

/** Every overload of every function and operator, then everything else that a tree can contain. @returns {Case[]} */
export function allCases() {
  return [...callCases(), ...logicCases(), ...comparisonCases(), ...listCases(), ...jsonCases()];
}

/** @returns {Case[]} */
function callCases() {
  return overloads
    .filter(({ literal }) => !literal)
    .flatMap(({ id, params, result }) => {
      const type = typeOf(result);
      const entries = params[0] === 'list' ? (id === 'join.list' ? ['text', 'id'] : TYPES) : [null];
      return entries.map((entry) => ({
        name: entry ? `${id} of ${entry}` : id,
        params: params.map((param) => (param === 'list' ? listOf(String(entry)) : typeOf(param))),
        result: type,
        tree: (/** @type {Tree[]} */ args) => ({ op: /** @type {const} */ ('call'), name: id, args, type }),
      }));
    });
}

/** @returns {Case[]} */
function logicCases() {
  const of = (/** @type {any} */ op, /** @type {Type[]} */ params, /** @type {Type} */ result = BOOL) => ({
    name: `${op} of ${params.at(-1)?.name}`,
    params,
    result,
    tree: (/** @type {Tree[]} */ args) => /** @type {Tree} */ ({ op, args, type: result }),
  });
  return [
    of('not', [BOOL]),
    of('and', [BOOL, BOOL]),
    of('or', [BOOL, BOOL]),
    ...TYPES.map((name) => of('empty', [typeOf(name)])),
    ...TYPES.map((name) => of('if', [BOOL, typeOf(name), typeOf(name)], typeOf(name))),
  ];
}

/** Each also negated: SQL's unknown is false. @returns {Case[]} */
function comparisonCases() {
  const pairs = [
    ...TYPES.map((name) => ['equal', name]),
    ...ORDERED.flatMap((name) => [
      ['less', name],
      ['atMost', name],
    ]),
  ];
  const compared = pairs.map(([op, name]) => ({ op, name, params: [typeOf(name), typeOf(name)] }));
  const within = TYPES.map((name) => ({ op: 'in', name, params: [typeOf(name), listOf(name)] }));
  const lists = TYPES.map((name) => ({ op: 'equal', name: `list of ${name}`, params: [listOf(name), listOf(name)] }));
  return [...compared, ...within, ...lists].flatMap(({ op, name, params }) => {
    const tree = (/** @type {Tree[]} */ args) => /** @type {Tree} */ ({ op, args, type: BOOL });
    return [
      { name: `${op} of ${name}`, params, result: BOOL, tree },
      {
        name: `not ${op} of ${name}`,
        params,
        result: BOOL,
        tree: (/** @type {Tree[]} */ args) => ({ op: /** @type {const} */ ('not'), args: [tree(args)], type: BOOL }),
      },
    ];
  });
}

/** Queries over the entries of a list: whether they equal something, what they add up to. @returns {Case[]} */
function listCases() {
  const entry = (/** @type {string} */ name) =>
    /** @type {Tree} */ ({ op: 'path', of: 'x', path: [], type: typeOf(name) });
  const each = (/** @type {any} */ more) =>
    /** @type {Tree} */ ({ op: 'each', as: 'x', where: null, value: null, ...more });
  const asked = ['exists', 'all', 'count'].flatMap((kind) =>
    TYPES.map((name) => ({
      name: `${kind} of ${name}`,
      params: [listOf(name), typeOf(name)],
      result: kind === 'count' ? typeOf('int') : BOOL,
      tree: (/** @type {Tree[]} */ [over, other]) =>
        each({
          kind,
          over,
          type: kind === 'count' ? typeOf('int') : BOOL,
          where: { op: 'equal', args: [entry(name), other], type: BOOL },
        }),
    })),
  );
  const gathered = [
    ...['int', 'decimal', 'duration'].map((name) => ['sum', name]),
    ['average', 'decimal'],
    ...ORDERED.flatMap((name) => [
      ['min', name],
      ['max', name],
    ]),
  ].map(([kind, name]) => ({
    name: `${kind} over ${name}`,
    params: [listOf(name)],
    result: typeOf(name),
    tree: (/** @type {Tree[]} */ [over]) => each({ kind, over, value: entry(name), type: typeOf(name) }),
  }));
  return [...asked, ...gathered];
}

/** Values inside JSON, compared with the type that they should have. @returns {Case[]} */
function jsonCases() {
  return ['text', 'bool', 'decimal', 'json'].flatMap((name) => {
    const result = typeOf(name);
    const inside = (/** @type {Tree[]} */ [json]) =>
      /** @type {Tree} */ ({ op: 'inside', json, keys: ['n'], type: result });
    const isEmpty = (/** @type {Tree[]} */ args) =>
      /** @type {Tree} */ ({ op: 'empty', args: [inside(args)], type: BOOL });
    const params = [typeOf('json')];
    const asked = { name: `empty inside as ${name}`, params, result: BOOL, tree: isEmpty };
    return name === 'json' ? [asked] : [{ name: `inside as ${name}`, params, result, tree: inside }, asked];
  });
}

/** Whole numbers both as columns store them and as calculations return them. */
const WHOLE = Object.freeze({ integer: 2n ** 31n, bigint: 2n ** 63n, numeric: 2n ** 200n });

/** How many values of each argument are enough if there are three, or if all are literals. */
const FEW = 24;
const FEWER = 7;
/** How many combinations of literal arguments go into one statement. */
const BATCH = 60;

/**
 * Results of PostgreSQL and the evaluator for all combinations of edge values: as columns; with each argument in turn
 * as a literal, with which the planner calculates before it looks at conditions; with literals only.
 *
 * @param {any} forum @param {Case} wanted @param {string} timeZone
 * @returns {Promise<{ compared: number, wrong: string[] }>}
 */
export async function compareCase(forum, wanted, timeZone) {
  const { params } = wanted;
  const edges = params.map((type) => (params.length > 2 ? spread(edgesOf(type), FEW) : edgesOf(type)));
  const whole = params.some(({ name }) => name === 'int') ? Object.keys(WHOLE) : ['numeric'];
  const columns = whole.map((kind) => params.map((type, i) => argument(edges[i], type, i, { whole: kind })));
  const spelled = params.flatMap((type, at) =>
    isSpellable(type)
      ? edges[at].map((one) => params.map((of, i) => (i === at ? spell(one, of, i) : argument(edges[i], of, i))))
      : [],
  );
  const all =
    params.length > 1 && params.every(isSpellable) ? combinations(edges.map((some) => spread(some, FEWER))) : [];
  const alone = all.map((given) => given.map((one, i) => spell(one, params[i], i)));
  const batches = [...[...columns, ...spelled].map((args) => [args]), ...inBatches(alone)];
  const answers = await forum.data.db.pipeline(batches.map((ways) => statementOf(wanted, ways, timeZone, forum)));
  const found = { compared: 0, wrong: /** @type {string[]} */ ([]) };
  for (const [i, answer] of answers.entries()) judge(wanted, batches[i], answer, timeZone, found);
  return found;
}

/** @typedef {{ edges: readonly Edge[], type: Type, whole: keyof typeof WHOLE, spelled: boolean, alias: string }} Argument */

/** @param {readonly Edge[]} edges @param {Type} type @param {number} i @param {object} [how] @returns {Argument} */
function argument(edges, type, i, how) {
  const made = { edges, type, whole: /** @type {const} */ ('numeric'), spelled: false, alias: `a${i}`, ...how };
  const most = WHOLE[made.whole];
  const fits = (/** @type {Edge} */ { value }) => value === null || (value < most && value >= -most);
  return type.name === 'int' ? { ...made, edges: edges.filter(fits) } : made;
}

/** @param {Edge} edge @param {Type} type @param {number} i */
const spell = (edge, type, i) => argument([edge], type, i, { spelled: true });

/** @param {Type} type */
const isSpellable = ({ name }) => name !== 'list' && name !== 'json';

/** @template T @param {readonly T[]} list @param {number} most how many, evenly from first to last */
function spread(list, most) {
  const step = Math.max(1, (list.length - 1) / (most - 1));
  return list.filter((_, i) => Math.floor(i / step) > Math.floor((i - 1) / step));
}

/** @param {Argument[][]} ways */
function inBatches(ways) {
  return Array.from({ length: Math.ceil(ways.length / BATCH) }, (_, i) => ways.slice(i * BATCH, (i + 1) * BATCH));
}

/** @param {Case} wanted @param {Argument[][]} ways @param {string} timeZone @param {any} forum */
function statementOf(wanted, ways, timeZone, forum) {
  return toStatement(
    join(
      ways.map((args) => sql`(${selection(wanted, args, timeZone, forum)})`),
      ' union all ',
    ),
  );
}

/** @param {Case} wanted @param {Argument[]} args @param {string} timeZone @param {any} forum */
function selection({ result, tree }, args, timeZone, { data, registry }) {
  let aliases = 0;
  const context = {
    catalog: data.catalog(),
    registry,
    timeZone,
    alias: () => `x${(aliases += 1)}`,
    rows: Object.fromEntries(args.map((arg) => [arg.alias, { value: valueOf(arg) }])),
    user: fixed('null::uuid'),
    roles: [],
    now: fixed('now()'),
    today: fixed('current_date'),
  };
  const made = tree(args.map(({ alias, type }) => ({ op: 'path', of: alias, path: [], type })));
  const condition = result.name === 'bool' ? sql`coalesce(${compileCondition(made, context)}, false)` : fixed('null');
  const columns = args.filter(({ spelled }) => !spelled);
  const from = columns.length === 0 ? sql`` : sql`from ${join(columns.map(listed), ' cross join ')}`;
  const order = columns.length === 0 ? sql`` : sql`order by ${join(columns.map(({ alias }) => ident(alias, 'i')))}`;
  return sql`
    select jsonb_build_array(${exact(compileValue(made, context), result)}) as value, ${condition} as held ${from} ${order}`;
}

/** @param {Argument} arg @returns {Fragment} */
function valueOf({ alias, spelled, type, edges: [edge] }) {
  if (!spelled) return ident(alias, 'v');
  if (edge.text === null) return literalSql(null, type);
  if (type.name === 'bool') return literalSql(edge.value, type);
  return type.name === 'duration' ? sql`${edge.text}::numeric` : literalSql(edge.text, type);
}

/** @param {Argument} arg */
function listed({ alias, edges, type, whole }) {
  const kind = type.name === 'int' ? whole : sqlTypeName(type);
  return sql`(select i, t::${fixed(kind)} as v from unnest(${edges.map(({ text }) => text)}::text[]) with ordinality u (t, i)) ${ident(alias)}`;
}

/** @param {Case} wanted @param {Argument[][]} ways @param {any} answer @param {string} timeZone @param {{ compared: number, wrong: string[] }} found */
function judge({ name, result, tree }, ways, answer, timeZone, found) {
  const given = ways.flatMap((args) => combinations(args.map(({ edges }) => edges)));
  const [args] = ways;
  const told = (/** @type {readonly Edge[]} */ values) =>
    `${name}(${values.map(({ text }, i) => `${args[i].spelled ? '' : `${args[i].whole} `}${text}`).join(', ')}) in ${timeZone}`;
  if (answer.error)
    return void found.wrong.push(`${told(given[0])} and ${given.length - 1} more: ${answer.error.message}`);
  const made = tree(args.map(({ alias, type }) => ({ op: 'path', of: 'row', path: [alias], type })));
  const env = { user: { id: null, roles: [], signedIn: false }, now: 0n, today: 0, timeZone };
  for (const [i, row] of answer.rows.entries()) {
    const value = evaluate(made, {
      ...env,
      row: Object.fromEntries(given[i].map(({ value }, at) => [`a${at}`, value])),
    });
    const expected = asText(value, result);
    found.compared += 1;
    if (row.value[0] !== expected)
      found.wrong.push(`${told(given[i])}: Postgres ${row.value[0]}, evaluator ${expected}`);
    else if (result.name === 'bool' && row.held !== (value === true))
      found.wrong.push(`${told(given[i])}: as a condition ${row.held}`);
  }
}

/**
 * In the order of the statement's rows: the first one changes slowest.
 *
 * @param {(readonly Edge[])[]} lists
 * @returns {Edge[][]}
 */
function combinations(lists) {
  return lists.reduce(
    (all, list) => all.flatMap((before) => list.map((one) => [...before, one])),
    /** @type {Edge[][]} */ ([[]]),
  );
}
