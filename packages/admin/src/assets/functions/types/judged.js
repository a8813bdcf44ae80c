// Which of TypeScript's findings somebody who writes a few lines of JavaScript wants to hear of: what fails when it runs, or
// can't be meant. JavaScript turns texts into numbers and back, adds properties to objects and puts anything into a
// variable; none of that is a mistake here. Pure.

/** @typedef {{ from: number, to: number, word: string | null, name: string, other: string, message: string, isError: boolean }} Finding word: which of our texts tells of it; null: the message of TypeScript; isError: it can't run at all */
/** @typedef {any} Diagnostic of TypeScript */
/** @typedef {any} Node of TypeScript */

const MISSING = new Set([2339, 2551, 2550, 2570, 2568]);
const UNKNOWN = new Set([2304, 2552, 2580, 2581, 2582, 2583, 2584, 2585, 2591, 2592, 2593, 2686, 18004]);
/** What fails when it runs, or before. */
const ALWAYS = new Set([
  // Not callable, no constructor.
  ...[2349, 2351],
  // Not iterable.
  ...[2488, 2504, 2461, 2548, 2549, 2763],
  // A constant that is set.
  ...[2588, 2630, 2540],
  // A name that is there twice, or is used before it is there.
  ...[2300, 2451, 2440, 2528, 2448, 2449],
  // Imports of what a module lacks.
  ...[2305, 2613, 2614, 2724, 1192],
  // A case that never comes.
  2678,
]);
const FEW_OR_MANY = new Set([2554, 2555, 2575]);
const COMPARED = 2367;
/** A value of another type than expected. Only what our own declarations expect is certain. */
const MISMATCH = new Set([2322, 2345, 2353, 2559, 2560, 2561, 2741, 2739, 2740, 2769, 2820]);

/** What a browser has by these names, functions have in `plinth`. */
const OF_PLINTH = new Set(['fetch', 'rows', 'mail', 'notify', 'secrets', 'fail', 'respond', 'log']);
/** More than these are not told one by one. */
const MOST_CHOICES = 8;
/** Decimals and amounts of money are texts, so that no digit is lost. */
const OF_NUMBERS = new Set(['toFixed', 'toPrecision', 'toExponential']);

/**
 * @param {import('./host.js').TypeScript} ts @param {unknown} checker @param {unknown} source file
 * @param {readonly Diagnostic[]} diagnostics
 * @returns {Finding[]} places are those of the source
 */
export function judged(ts, checker, source, diagnostics) {
  const context = { ts, checker, source, changed: changedIn(ts, checker, source, diagnostics) };
  return diagnostics.flatMap((one) => (one.category === ts.DiagnosticCategory.Error ? judge(context, one) : []));
}

/** @typedef {{ ts: import('./host.js').TypeScript, checker: any, source: any, changed: Set<unknown> }} Context */

/** @param {Context} context @param {Diagnostic} diagnostic @returns {Finding[]} */
function judge(context, diagnostic) {
  const { ts, source } = context;
  const { code, start, length } = diagnostic;
  if (start === undefined) return [];
  const message = shortened(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
  const node = nodeAt(ts, source, start);
  const name = source.text.slice(start, start + length);
  const found = {
    from: start,
    to: start + Math.max(length, 1),
    word: null,
    name,
    other: '',
    message,
    isError: false,
  };
  const isSyntax = code < 2000 || (code >= 8002 && code <= 8017);
  if (isSyntax) return [{ ...found, isError: true }];
  // Comments have no nodes of their own: types that somebody notes there run nowhere.
  if (!node) return [];
  if (isAwaitForgotten(diagnostic)) return [{ ...found, word: 'missingAwait' }];
  if (UNKNOWN.has(code)) return ts.isTypeOfExpression(node.parent) ? [] : [unknown(found)];
  if (MISSING.has(code)) return isKnownBySomebody(context, node, code) ? [] : [missing(context, node, found)];
  if (MISMATCH.has(code)) return isOurs(context, node) ? [notOneOf(context, valueOf(ts, node), found)] : [];
  if (code === COMPARED) return compared(context, node, found);
  if (FEW_OR_MANY.has(code)) return isMany(message) ? [] : [found];
  return ALWAYS.has(code) ? [found] : [];
}

/** More arguments than are taken do no harm. @param {string} message */
function isMany(message) {
  const [, wanted, given] = /^Expected (\d+)(?:-\d+)? arguments?, but got (\d+)/.exec(message) ?? [];
  return Number(given) > Number(wanted);
}

/** `==` compares a number with its text. @param {Context} context @param {Node} node @param {Finding} found @returns {Finding[]} */
function compared(context, node, found) {
  const one = notOneOf(context, comparedText(context.ts, node), found);
  return one.word === null && /[^=!]==[^=]|!=[^=]/.test(found.name) ? [] : [one];
}

/** TypeScript says so itself, beside what a promise lacks. @param {Diagnostic} diagnostic */
const isAwaitForgotten = ({ relatedInformation = [] }) =>
  relatedInformation.some((/** @type {Diagnostic} */ { code }) => code === 2773);

/** A name that nothing has. @param {Finding} found @returns {Finding} */
function unknown(found) {
  if (OF_PLINTH.has(found.name)) return { ...found, word: 'meant', other: `plinth.${found.name}` };
  return withMeant({ ...found, word: 'noName' });
}

/** A property that is not there. @param {Context} context @param {Node} node @param {Finding} found @returns {Finding} */
function missing({ ts, checker }, node, found) {
  const object = node?.parent && ts.isPropertyAccessExpression(node.parent) ? node.parent.expression : null;
  const isText = object && (checker.getTypeAtLocation(object).flags & ts.TypeFlags.StringLike) !== 0;
  if (isText && OF_NUMBERS.has(found.name)) return { ...found, word: 'textNoNumber' };
  return withMeant({ ...found, word: 'noMember' });
}

/** A text where only some are right. @param {Context} context @param {Node | null} value @param {Finding} found @returns {Finding} */
function notOneOf({ ts, checker }, value, found) {
  if (!value || !ts.isStringLiteralLike(value)) return found;
  const { parent } = value;
  const isCompared = ts.isBinaryExpression(parent);
  const type = isCompared
    ? checker.getTypeAtLocation(parent.left === value ? parent.right : parent.left)
    : checker.getContextualType(value);
  const types = type?.isUnion() ? type.types : [type];
  const texts = types.flatMap((/** @type {any} */ one) => (one?.isStringLiteral() ? [one.value] : []));
  if (texts.length === 0) return found;
  const other = [...texts.slice(0, MOST_CHOICES), ...(texts.length > MOST_CHOICES ? ['…'] : [])].join(', ');
  return { ...found, word: 'notOneOf', name: value.text, other };
}

/** What a comparison compares with. @param {import('./host.js').TypeScript} ts @param {Node} node that starts where it starts */
function comparedText(ts, node) {
  let one = node;
  while (one && !ts.isBinaryExpression(one)) one = one.parent;
  return [one?.right, one?.left].find((side) => side && ts.isStringLiteralLike(side)) ?? null;
}

/** @param {Finding} found @returns {Finding} */
function withMeant(found) {
  const meant = /Did you mean '([^']+)'\?/.exec(found.message)?.[1];
  return meant ? { ...found, word: 'meant', other: meant } : found;
}

/**
 * A property that the code adds itself, or one of a variable that gets values of several types.
 *
 * @param {Context} context @param {Node} node @param {number} code
 */
function isKnownBySomebody({ ts, checker, source, changed }, node, code) {
  const access = node?.parent;
  if (!access || !ts.isPropertyAccessExpression(access)) return false;
  const isTypo = code === 2551 && !isSet(ts, access);
  // Where all values that there can be are excluded already.
  if (checker.getTypeAtLocation(access.expression).flags & ts.TypeFlags.Never) return true;
  const root = rootOf(ts, access);
  if (ts.isIdentifier(root) && changed.has(checker.getSymbolAtLocation(root))) return true;
  return !isTypo && isSetAnywhere(ts, source, access.name.text);
}

/** @param {import('./host.js').TypeScript} ts @param {Node} access */
const isSet = (ts, { parent, ...access }) =>
  ts.isBinaryExpression(parent) &&
  parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
  parent.left.pos === access.pos &&
  parent.left.end === access.end;

/** @param {import('./host.js').TypeScript} ts @param {Node} source @param {string} name */
function isSetAnywhere(ts, source, name) {
  let isFound = false;
  walk(ts, source, (node) => {
    if (ts.isPropertyAccessExpression(node) && node.name.text === name && isSet(ts, node)) isFound = true;
  });
  return isFound;
}

/** Variables that get a value of another type than their first. @param {import('./host.js').TypeScript} ts @param {any} checker @param {any} source @param {readonly Diagnostic[]} diagnostics */
function changedIn(ts, checker, source, diagnostics) {
  const changed = new Set();
  for (const { code, start } of diagnostics) {
    if (code !== 2322) continue;
    const node = nodeAt(ts, source, start);
    if (node && ts.isIdentifier(node)) changed.add(checker.getSymbolAtLocation(node));
  }
  return changed;
}

/** Whether what `plinth` takes is concerned, and the value is known well enough. @param {Context} context @param {Node} node */
function isOurs({ ts, checker }, node) {
  let call = node;
  while (call && !ts.isCallExpression(call)) {
    if (ts.isFunctionLike(call) || ts.isStatement(call)) return false;
    call = call.parent;
  }
  const declared = call && checker.getResolvedSignature(call)?.declaration;
  if (!declared || declared.getSourceFile().fileName !== '/plinth.d.ts') return false;
  return !isWide(ts, checker, valueOf(ts, node));
}

/** Some text, of which it can't be said whether it is a right one. @param {import('./host.js').TypeScript} ts @param {any} checker @param {Node} value */
function isWide(ts, checker, value) {
  const { flags } = checker.getTypeAtLocation(value);
  return (flags & ts.TypeFlags.String) !== 0 && !ts.isStringLiteralLike(value);
}

/** The value of a property, otherwise the node itself. @param {import('./host.js').TypeScript} ts @param {Node} node */
function valueOf(ts, node) {
  const { parent } = node;
  return parent && ts.isPropertyAssignment(parent) && parent.name === node ? parent.initializer : node;
}

/** @param {import('./host.js').TypeScript} ts @param {Node} node */
function rootOf(ts, node) {
  let root = node;
  while (root.expression) root = root.expression;
  return root;
}

/** The smallest node that starts there. @param {import('./host.js').TypeScript} ts @param {unknown} source @param {number} start */
function nodeAt(ts, source, start) {
  let found = null;
  walk(ts, source, (node) => {
    if (node.getStart(source) === start) found ??= node;
    if (node.getStart(source) === start && ts.isIdentifier(node)) found = node;
  });
  return /** @type {Node} */ (found);
}

/** @param {import('./host.js').TypeScript} ts @param {Node} node @param {(node: Node) => void} visit */
export function walk(ts, node, visit) {
  visit(node);
  ts.forEachChild(node, (/** @type {Node} */ child) => walk(ts, child, visit));
}

/** What went wrong and its reason; what lies between are steps of the proof. @param {string} message */
function shortened(message) {
  const lines = message.split('\n').map((line) => line.trim());
  const ends = lines.length > 1 ? [lines[0], lines[lines.length - 1]] : lines;
  return ends.map((line) => (line.length > 240 ? `${line.slice(0, 239)}…` : line)).join('\n');
}
