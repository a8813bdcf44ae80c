/** @import { Expression, Scope } from '../types.d.ts' */
import { joinPhrases, phrase } from '@plinth/plugin';
import { check } from './check.js';
import { expressionInvalid, typeName } from './errors.js';
import { parse } from './parse.js';
import { asValue, convert } from './types.js';
import { usesOf } from './uses.js';
import { checkWeight, tooLarge } from './weight.js';

/**
 * Reads, checks and compiles an expression to a tree that runs in SQL, on the server and in the browser.
 *
 * @param {string} source CEL @param {Scope} scope what its names refer to
 * @returns {Expression}
 * @throws {AppError} EXPRESSION_INVALID: position, what was found, what is allowed, the nearest name
 * @example readExpression('row.owner == user.id', { catalog, table, result: ['bool'] })
 */
export function readExpression(source, scope) {
  try {
    return readAll(source, scope);
  } catch (error) {
    // Nested formulas can be deeper than the stack allows before their weight is known.
    if (error instanceof RangeError) throw tooLarge(source);
    throw error;
  }
}

/** @param {string} source @param {Scope} scope @returns {Expression} */
function readAll(source, scope) {
  const ast = parse(source);
  const checked = check(ast, source, scope);
  const tree = resultAs(asValue(checked.tree, scope.catalog), source, scope);
  checkWeight(source, tree);
  return {
    source,
    tree,
    type: tree.type,
    names: checked.names,
    ...usesOf(tree, { ...scope, catalog: scope.whole ?? scope.catalog }),
  };
}

/** @param {import('../types.d.ts').Tree} tree @param {string} source @param {Scope} scope */
function resultAs(tree, source, { result }) {
  if (['rows', 'row', 'record'].includes(tree.type.name)) {
    throw expressionInvalid(source, null, phrase`its result is ${typeName(tree.type)}, which is not a value`);
  }
  if (!result || result.includes(tree.type.name)) return tree;
  for (const name of result) {
    const converted = convert(tree, /** @type {import('../types.d.ts').Type} */ ({ name }));
    if (converted) return converted;
  }
  const wanted = joinPhrases(result.map(typeName), ' / ');
  throw expressionInvalid(source, null, phrase`its result is ${typeName(tree.type)}, but ${wanted} is expected`);
}
