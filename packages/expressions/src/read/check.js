/** @import { ASTNode } from '@marcbachmann/cel-js' */
/** @import { AppError, Message } from '@plinth/plugin' */
/** @import { Name, Scope, Tree, Type } from '../types.d.ts' */
import { nearest, phrase } from '@plinth/plugin';
import { decimalText, decimalOf } from '../values/decimal.js';
import { checkCall, checkMethod } from './calls.js';
import { expressionInvalid, typeName } from './errors.js';
import { countParts, formulaAt } from './formulas.js';
import { childOf, membersOf, membersOfUser, profileWith } from './names.js';
import { checkOperator } from './operators.js';
import { parse } from './parse.js';
import { asValue, BOOL, convert, unify } from './types.js';
import { MOST_WEIGHT, tooLarge } from './weight.js';

/**
 * The state of checking: the scope, the variables, and how to report an error at a span.
 *
 * @typedef {object} Check
 * @property {Scope} scope
 * @property {ReadonlyMap<string, Type>} variables
 * @property {(span: { start: number, end: number }, reason: Message, hint?: Message) => AppError} fail
 * @property {Name[]} names fields and child lists that were found, with their positions
 * @property {(tree: Tree) => Tree} expanded counts the parts of an inlined formula; throws if there are too many
 * @property {(node: ASTNode, variables?: ReadonlyMap<string, Type>) => Tree} tree a row stays a row
 * @property {(node: ASTNode, variables?: ReadonlyMap<string, Type>) => Tree} value a row becomes its key
 * @property {(node: ASTNode, variables?: ReadonlyMap<string, Type>) => Tree} condition of type bool
 */

/**
 * Resolves every name of a syntax tree and checks whether the parts fit together.
 *
 * @param {ASTNode} ast @param {string} source @param {Scope} scope
 * @returns {{ tree: Tree, names: Name[] }}
 */
export function check(ast, source, scope) {
  /** @type {Map<string, Type>} */
  const variables = new Map(Object.entries(scope.variables ?? {}));
  if (scope.table) variables.set('row', { name: 'row', table: scope.table.name });
  /** @type {Name[]} */
  const names = [];
  let parts = 0;
  // Checked while reading, because a few letters can name a formula of thousands of parts, again and again.
  const expanded = (/** @type {Tree} */ tree) => {
    parts += countParts(tree);
    if (parts > MOST_WEIGHT) throw tooLarge(source);
    return tree;
  };
  return { tree: createCheck(source, scope, variables, { names, expanded }).value(ast), names };
}

/** @param {string} source @param {Scope} scope @param {ReadonlyMap<string, Type>} variables @param {Pick<Check, 'names' | 'expanded'>} shared @returns {Check} */
function createCheck(source, scope, variables, shared) {
  /** @type {Check} */
  const self = {
    scope,
    variables,
    ...shared,
    fail: (span, reason, hint) => expressionInvalid(source, span, reason, hint),
    tree: (node, inner) => checkNode(node, inner ? createCheck(source, scope, inner, shared) : self),
    value(node, inner) {
      const tree = asValue(self.tree(node, inner), scope.catalog);
      if (tree.type.name !== 'record') return tree;
      throw self.fail(node, phrase`name one of its values: ${Object.keys(tree.type.of).slice(0, 30).join(', ')}`);
    },
    condition(node, inner) {
      const tree = self.value(node, inner);
      const found = convert(tree, BOOL);
      if (found) return found;
      throw self.fail(node, phrase`a condition is expected, not a ${typeName(tree.type)}`);
    },
  };
  return self;
}

/** @param {ASTNode} node @param {Check} check @returns {Tree} */
function checkNode(node, check) {
  switch (node.op) {
    case 'value':
      return literal(node, check);
    case 'id':
      return name(node, check);
    case '.':
      return member(node, check);
    case '[]':
      return entry(node, check);
    case 'call':
      return checkCall(node, check);
    case 'rcall':
      return checkMethod(node, check);
    case 'list':
      return list(node, check);
    case '?:':
      return choice(node, check);
    case '||':
    case '&&': {
      const [left, right] = node.args;
      const args = /** @type {[Tree, Tree]} */ ([check.condition(left), check.condition(right)]);
      return { op: node.op === '&&' ? 'and' : 'or', args, type: BOOL };
    }
    case '!_':
      return { op: 'not', args: [check.condition(node.args)], type: BOOL };
    case 'map':
    case '.?':
    case '[?]':
      throw check.fail(node, 'maps and optional access are not supported');
    default:
      return checkOperator(node, check);
  }
}

/** @param {Extract<ASTNode, { op: 'value' }>} node @param {Check} check @returns {Tree} */
function literal(node, check) {
  const { args: value } = node;
  if (value === null) return { op: 'value', type: { name: 'null' }, value: null };
  if (typeof value === 'boolean') return { op: 'value', type: BOOL, value };
  if (typeof value === 'bigint') return { op: 'value', type: { name: 'int' }, value: String(value) };
  if (typeof value === 'number') {
    const units = decimalOf(String(value));
    if (units !== null) return { op: 'value', type: { name: 'decimal' }, value: decimalText(units) };
  }
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return { op: 'value', type: { name: 'text' }, value };
    throw check.fail(node, 'this text contains a character that is not allowed');
  }
  throw check.fail(node, 'bytes and unsigned numbers are not supported');
}

/** @param {Extract<ASTNode, { op: 'id' }>} node @param {Check} check @returns {Tree} */
function name(node, check) {
  const { args: word } = node;
  const variable = check.variables.get(word);
  if (variable) return { op: 'path', of: word, path: [], type: variable };
  const { allowUser = true, allowTime = true } = check.scope;
  if (word === 'user' && allowUser) return { op: 'user', name: 'id', type: { name: 'row', table: 'users' } };
  if (word === 'now' && allowTime) return { op: 'now', type: { name: 'moment' } };
  if (word === 'today' && allowTime) return { op: 'today', type: { name: 'date' } };
  const known = [...check.variables.keys(), ...(allowUser ? ['user'] : []), ...(allowTime ? ['now', 'today'] : [])];
  if (word === 'user' || word === 'now' || word === 'today') throw check.fail(node, notHere(word));
  throw unknown(node, check, word, known, fieldMeant(word, check));
}

/** @param {string} word */
const notHere = (word) =>
  word === 'user'
    ? phrase`the value is the same for everyone, so "${word}" can't be used here`
    : phrase`the value is calculated when a row is saved, so "${word}" can't be used here`;

/** A field that was named without `row.`. @param {string} word @param {Check} check */
function fieldMeant(word, { scope: { table, catalog }, variables }) {
  if (!table || !variables.has('row')) return null;
  const near = nearest(word, [...membersOf(table, catalog).keys()]);
  return near && `row.${near}`;
}

/** @param {Extract<ASTNode, { op: '.' }>} node @param {Check} check @returns {Tree} */
function member(node, check) {
  const [of, step] = node.args;
  return memberAt(check.tree(of), step, { start: of.end + 1, end: node.end }, check);
}

/**
 * @param {Tree} base @param {string} step @param {{ start: number, end: number }} span ending with the name
 * @param {Check} check
 * @returns {Tree}
 */
function memberAt(base, step, span, check) {
  if (base.op === 'user' && base.name === 'id' && base.type.name === 'row') {
    const found = membersOfUser(check.scope.catalog).get(step);
    const profile = found && profileWith(step, check.scope.catalog);
    if (profile)
      check.names.push({ table: profile.table.name, name: step, start: span.end - step.length, end: span.end });
    if (found) return { op: 'user', name: step, type: step === 'id' ? { name: 'id' } : found.type };
    throw unknown(span, check, step, [...membersOfUser(check.scope.catalog).keys()]);
  }
  if (base.type.name === 'json') {
    const inner = base.op === 'inside' ? base : { op: /** @type {const} */ ('inside'), json: base, keys: [] };
    return { ...inner, keys: [...inner.keys, step], type: base.type };
  }
  if (base.type.name === 'record' && base.op === 'path') {
    const { of } = base.type;
    if (Object.hasOwn(of, step)) return { ...base, path: [...base.path, step], type: of[step] };
    throw unknown(span, check, step, Object.keys(of));
  }
  if (base.type.name !== 'row' || base.op !== 'path') {
    const hint =
      base.type.name === 'rows'
        ? 'For related rows, use .exists(x, …), .all(x, …), .count(x, …) or .sum(x, …)'
        : undefined;
    throw check.fail(span, phrase`a ${typeName(base.type)} has no "${step}"`, hint);
  }
  return memberOfRow(base, base.type.table, step, span, check);
}

/**
 * @param {Extract<Tree, { op: 'path' }>} base @param {string} tableName @param {string} step
 * @param {{ start: number, end: number }} span @param {Check} check
 * @returns {Tree}
 */
function memberOfRow(base, tableName, step, span, check) {
  const { catalog, allowRelations = true } = check.scope;
  const members = membersOf(catalog.table(tableName), catalog);
  const found = members.get(step);
  const inWhole = found && nameInWhole(tableName, step, check.scope);
  if (!found || !inWhole) throw unknown(span, check, step, [...members.keys()]);
  if (!allowRelations && (base.path.length > 0 || found.type.name === 'rows')) {
    throw check.fail(span, "other rows can't be queried here");
  }
  check.names.push({ table: tableName, name: step, start: span.end - step.length, end: span.end });
  const table = catalog.table(tableName);
  const field = table.hasField(step) ? table.field(step) : null;
  if (field?.formula) return check.expanded(formulaAt(base, table, field, check.scope, readFormula));
  return { op: 'path', of: base.of, path: [...base.path, inWhole], type: found.type };
}

/**
 * A name that means the same in the whole Catalog: with its table alone, a child list could be another one there, and
 * it could be a field that the author does not know of.
 *
 * @param {string} tableName @param {string} step @param {Scope} scope
 * @returns {string | null} null: a hidden field has this name
 */
function nameInWhole(tableName, step, { catalog, whole }) {
  const child = whole ? childOf(catalog.table(tableName), step, catalog) : null;
  if (!child) return step;
  const name = `${child.table.name}_${child.field.name}`;
  return whole?.table(tableName).hasField(name) ? null : name;
}

/** @param {string} source @param {Scope} scope */
const readFormula = (source, scope) => check(parse(source), source, scope).tree;

/** row.data["a key"], row["title"] @param {Extract<ASTNode, { op: '[]' }>} node @param {Check} check @returns {Tree} */
function entry(node, check) {
  const [of, key] = node.args;
  const base = check.tree(of);
  if (['row', 'json', 'record'].includes(base.type.name) && key.op === 'value' && typeof key.args === 'string')
    return memberAt(base, key.args, { start: key.start + 1, end: key.end - 1 }, check);
  if (['list', 'rows'].includes(base.type.name))
    throw check.fail(
      node,
      "list entries can't be accessed by number",
      'To look for an entry, use "in" or .exists(x, …)',
    );
  throw check.fail(node, 'square brackets only work on rows and JSON, with a text: row.data["key"]');
}

/** @param {Extract<ASTNode, { op: 'list' }>} node @param {Check} check @returns {Tree} */
function list(node, check) {
  const trees = node.args.map((part) => check.value(part));
  const type = trees.find((tree) => tree.type.name === 'decimal')?.type ?? trees[0]?.type ?? { name: 'null' };
  const args = trees.map((tree, index) => {
    const same = convert(tree, type);
    if (same && !['list', 'rows', 'json'].includes(type.name)) return same;
    throw check.fail(node.args[index], phrase`all values in a list must have the same type, here ${typeName(type)}`);
  });
  return { op: 'list', args, type: { name: 'list', of: type } };
}

/** @param {Extract<ASTNode, { op: '?:' }>} node @param {Check} check @returns {Tree} */
function choice(node, check) {
  const [condition, yes, no] = node.args;
  const both = unify(check.value(yes), check.value(no));
  if (!both || ['list', 'rows', 'json'].includes(both[0].type.name)) {
    throw check.fail(node, 'both results after ? must have the same type');
  }
  return { op: 'if', args: [check.condition(condition), ...both], type: both[0].type };
}

/**
 * @param {{ start: number, end: number }} span @param {Check} check @param {string} word @param {string[]} known
 * @param {string | null} [meant]
 */
function unknown(span, check, word, known, meant = null) {
  const near = meant ?? nearest(word, known);
  const hint = near ? phrase`Did you mean "${near}"?` : phrase`Available here: ${known.slice(0, 30).join(', ')}`;
  return check.fail(span, phrase`there is no "${word}"`, hint);
}
