// Promises that nobody waits for. TypeScript finds those whose properties are read; these it takes for intended.

import { walk } from './judged.js';

/**
 * @param {import('./host.js').TypeScript} ts @param {unknown} checker @param {any} source file
 * @returns {import('./judged.js').Finding[]}
 */
export function forgottenAwaits(ts, checker, source) {
  /** @type {import('./judged.js').Finding[]} */
  const found = [];
  const note = (/** @type {any} */ node) => {
    if (!isPromise(checker, node)) return;
    const to = (ts.isCallExpression(node) ? node.expression : node).getEnd();
    const place = { from: node.getStart(source), to };
    found.push({ ...place, word: 'missingAwait', name: '', other: '', message: '', isError: false });
  };
  walk(ts, source, (node) => {
    for (const value of awaitedIn(ts, node)) note(value);
  });
  return found;
}

/** What can't be meant as a promise: a statement of its own, a condition, a part of a text. @param {import('./host.js').TypeScript} ts @param {any} node */
function awaitedIn(ts, node) {
  if (ts.isExpressionStatement(node)) return isLeft(ts, node.expression) ? [node.expression] : [];
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) return [node.expression];
  if (ts.isConditionalExpression(node)) return [node.condition];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) return [node.operand];
  if (ts.isTemplateSpan(node)) return [node.expression];
  return [];
}

/** A call whose result nobody gets; one that handles its errors is meant to be. @param {import('./host.js').TypeScript} ts @param {any} node */
const isLeft = (ts, node) => ts.isCallExpression(node) && node.expression.name?.text !== 'catch';

/** @param {any} checker @param {any} node */
const isPromise = (checker, node) => checker.getTypeAtLocation(node).symbol?.escapedName === 'Promise';
