// Ways to load code that the sandbox does not have. TypeScript takes them for granted in JavaScript.
import { walk } from './judged.js';

/**
 * @param {import('./host.js').TypeScript} ts @param {unknown} source file
 * @returns {import('./judged.js').Finding[]}
 */
export function notHere(ts, source) {
  /** @type {import('./judged.js').Finding[]} */
  const found = [];
  walk(ts, source, (node) => {
    if (!ts.isCallExpression(node)) return;
    const { expression } = node;
    const name = expression.kind === ts.SyntaxKind.ImportKeyword ? 'import()' : expression.text;
    if (name !== 'import()' && name !== 'require') return;
    const place = { from: expression.getStart(source), to: expression.getEnd() };
    found.push({ ...place, word: 'noName', name, other: '', message: '', isError: false });
  });
  return found;
}
