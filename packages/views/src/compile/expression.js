/** @import { Actor, Field, SelectInput, Table, Catalog } from '@plinth/plugin' */
/** @import { ASTNode } from '@marcbachmann/cel-js' */
import { AppError, phrase } from '@plinth/plugin';
import { Environment } from '@marcbachmann/cel-js';

const LIMITS = { maxAstNodes: 2000, maxDepth: 40, maxListElements: 200, maxMapEntries: 100, maxCallArguments: 16 };
/** What an expression is about. @typedef {{ row: Record<string, any> | null, env: { actor: Actor } }} ExpressionModel */

const WHOLE = new Set(['integer', 'rating']);
const DECIMAL = new Set(['decimal', 'money', 'percent', 'duration']);
const MOMENT = new Set(['date', 'date_time']);

/**
 * Compiles a CEL text over row and user. Each `row.a.b` becomes a variable of its own, so that a relation's key
 * (row.author) and a field beyond it (row.author.name) can stand in one expression, and no property of any object but
 * a declared field can be reached.
 *
 * @param {string} source
 * @param {{ table: Table | null, catalog: Catalog, select: (select: SelectInput) => string }} options
 * @returns {{ evaluate: (m: ExpressionModel) => unknown, varies: { user: boolean, time: boolean }, paths: string[] }}
 * @throws {AppError} EXPRESSION_INVALID naming what is wrong
 */
export function compileExpression(source, { table, catalog, select }) {
  const { ast } = parse(source, new Environment({ unlistedVariablesAreDyn: true, limits: LIMITS }));
  const uses = findUses(ast);
  /** @type {Map<string, { name: string, column: string, convert: (value: any) => unknown }>} */
  const columns = new Map();

  const rewritten = replaceAll(source, uses.rows, (use) => {
    const found = resolve(use, table, catalog, source);
    let column = columns.get(found.path);
    if (!column) {
      column = {
        name: `row_${columns.size}`,
        column: select({ field: found.path }),
        convert: converterOf(found.field),
      };
      columns.set(found.path, column);
    }
    return `${use.presence ? `(${column.name} != null)` : column.name}${found.rest.map((step) => `.${step}`).join('')}`;
  });

  const environment = createEnvironment();
  for (const { name } of columns.values()) environment.registerVariable(name, 'dyn');
  const program = parse(rewritten, environment);
  const check = program.check();
  if (!check.valid) throw invalid(source, check.error);
  const inputs = [...columns.values()];

  return {
    paths: [...columns.keys()],
    varies: { user: uses.user, time: uses.time },
    evaluate(m) {
      /** @type {Record<string, unknown>} */
      const context = { user: userOf(m) };
      for (const { name, column, convert } of inputs) context[name] = convert(m.row?.[column] ?? null);
      if (uses.time) context.now = new Date();
      return plain(program(context));
    },
  };
}

function createEnvironment() {
  const environment = new Environment({
    unlistedVariablesAreDyn: false,
    homogeneousAggregateLiterals: false,
    limits: LIMITS,
  })
    .registerVariable('user', 'map')
    .registerVariable('now', 'google.protobuf.Timestamp');
  // People write price * 2, not price * 2.0.
  for (const [sign, apply] of /** @type {[string, (a: number, b: number) => number][]} */ ([
    ['+', (a, b) => a + b],
    ['-', (a, b) => a - b],
    ['*', (a, b) => a * b],
    ['/', (a, b) => a / b],
  ])) {
    environment.registerOperator(`double ${sign} int`, (/** @type {number} */ a, /** @type {bigint} */ b) =>
      apply(a, Number(b)),
    );
    environment.registerOperator(`int ${sign} double`, (/** @type {bigint} */ a, /** @type {number} */ b) =>
      apply(Number(a), b),
    );
  }
  return environment;
}

/** @param {string} source @param {Environment} environment */
function parse(source, environment) {
  try {
    return environment.parse(source);
  } catch (error) {
    throw invalid(source, error);
  }
}

/** @param {string} source @param {unknown} error */
function invalid(source, error) {
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
  return new AppError('EXPRESSION_INVALID', phrase`The expression "${source.slice(0, 120)}" can't be used: ${reason}`, {
    status: 422,
    hint: 'Write for example row.status == "open" or row.author.name != "" or "staff" in user.roles',
    cause: error,
  });
}

/**
 * @typedef {{ steps: string[], start: number, end: number, presence: boolean }} RowUse
 * @param {ASTNode} ast
 */
function findUses(ast) {
  /** @type {{ rows: RowUse[], user: boolean, time: boolean }} */
  const found = { rows: [], user: false, time: false };
  /** @param {any} node @param {boolean} presence */
  const step = (node, presence) => {
    if (Array.isArray(node)) return node.forEach((entry) => step(entry, false));
    if (!node || typeof node !== 'object' || typeof node.op !== 'string') return;
    const chain = chainOf(node);
    if (chain?.root === 'row') {
      found.rows.push({ steps: chain.steps, start: node.start, end: node.end, presence });
      return;
    }
    // Roles are part of every page's audience; anything else of the user makes the page his own.
    if (chain?.root === 'user') {
      if (chain.steps[0] !== 'roles') found.user = true;
      return;
    }
    if (chain?.root === 'now') found.time = true;
    if (node.op === 'call' && node.args[0] === 'has') {
      const inner = chainOf(node.args[1][0]);
      if (inner?.root === 'row') {
        found.rows.push({ steps: inner.steps, start: node.start, end: node.end, presence: true });
        return;
      }
    }
    step(node.args, false);
  };
  step(ast, false);
  return found;
}

/** The steps of a.b.c; null for anything else. @param {any} node @returns {{ root: string, steps: string[] } | null} */
function chainOf(node) {
  if (node?.op === 'id') return { root: node.args, steps: [] };
  if (node?.op !== '.') return null;
  const inner = chainOf(node.args[0]);
  return inner && { root: inner.root, steps: [...inner.steps, node.args[1]] };
}

/** @param {string} source @param {RowUse[]} uses @param {(use: RowUse) => string} replace */
function replaceAll(source, uses, replace) {
  let text = '';
  let done = 0;
  for (const use of [...uses].sort((a, b) => a.start - b.start)) {
    text += source.slice(done, use.start) + replace(use);
    done = use.end;
  }
  return text + source.slice(done);
}

/**
 * The longest beginning of the steps that is a field path; the rest reads into a JSON value.
 *
 * @param {RowUse} use @param {Table | null} table @param {Catalog} catalog @param {string} source
 * @returns {{ path: string, field: Field, rest: string[] }}
 */
function resolve(use, table, catalog, source) {
  if (!table) throw invalid(source, 'there is no row here');
  for (let length = use.steps.length; length > 0; length--) {
    const path = use.steps.slice(0, length).join('.');
    const found = catalog.path(table, path);
    if (!found) continue;
    const rest = use.steps.slice(length);
    if (rest.length > 0 && found.field.type !== 'json') break;
    return { path, field: found.field, rest };
  }
  throw invalid(source, `${table.label} has no field "${use.steps.join('.')}"`);
}

/** Field values as CEL knows them: whole numbers are int, moments are timestamps. @param {Field} field */
function converterOf(field) {
  if (WHOLE.has(field.type)) return wholeNumber;
  if (DECIMAL.has(field.type)) return (/** @type {any} */ value) => (value === null ? null : Number(value));
  if (MOMENT.has(field.type)) return (/** @type {any} */ value) => (value === null ? null : new Date(value));
  return wholeNumber;
}

/** Keys of rows are whole numbers too. @param {any} value */
function wholeNumber(value) {
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;
}

/** @param {ExpressionModel} m */
function userOf(m) {
  const { userId, roles } = m.env.actor;
  return { id: userId ?? '', roles, signedIn: userId !== null };
}

/** @param {unknown} value */
function plain(value) {
  return typeof value === 'bigint' ? Number(value) : value;
}
