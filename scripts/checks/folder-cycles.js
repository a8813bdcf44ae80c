import { dirname, join, relative, sep } from 'node:path';

/**
 * Folders that import each other in a cycle, also types, one message per group. Compares the folders directly inside each folder of
 * a package; files beside them are the folder's own wiring and are ignored, and so are tests.
 *
 * @param {string} root
 * @param {Map<string, string[]>} imports specifiers by file
 * @returns {string[]}
 */
export function folderCycles(root, imports) {
  const edges = [...imports].flatMap(([file, specifiers]) =>
    isTest(file) ? [] : specifiers.filter(isRelative).map((name) => ({ from: file, to: join(dirname(file), name) })),
  );
  const parents = new Set(edges.flatMap(({ from }) => parentsOf(root, from)));
  return [...parents].sort().flatMap((parent) => cyclesIn(root, parent, edges));
}

/** Tests and code that only they use. @param {string} file */
export const isTest = (file) => /\.(long-)?test\.js$/.test(file) || file.includes(`${sep}testing${sep}`);

/** @param {string} specifier */
const isRelative = (specifier) => specifier.startsWith('.');

/** The folders above a file, up to its package. @param {string} root @param {string} file */
function parentsOf(root, file) {
  const parts = relative(root, file).split(sep);
  return parts.slice(2, -1).map((_, depth) => join(root, ...parts.slice(0, depth + 2)));
}

/** @typedef {{ from: string, to: string }} Edge */

/** @param {string} root @param {string} parent @param {Edge[]} edges @returns {string[]} */
function cyclesIn(root, parent, edges) {
  /** Which folder imports which, and an example. @type {Map<string, Map<string, Edge>>} */
  const graph = new Map();
  for (const edge of edges) {
    const from = childOf(parent, edge.from);
    const to = childOf(parent, edge.to);
    if (!from || !to || from === to) continue;
    const targets = graph.get(from) ?? new Map();
    graph.set(from, targets.has(to) ? targets : targets.set(to, edge));
  }
  const groups = new Set([...graph.keys()].map((name) => groupOf(graph, name).join(' ')));
  return [...groups].filter((group) => group.includes(' ')).map((group) => message(root, parent, group, graph));
}

/** The folder directly inside `parent` that holds the file. @param {string} parent @param {string} file */
function childOf(parent, file) {
  const parts = relative(parent, file).split(sep);
  return parts.length > 1 && parts[0] !== '..' ? parts[0] : null;
}

/**
 * The folders that a folder reaches and that reach it.
 *
 * @param {Map<string, Map<string, Edge>>} graph
 * @param {string} name
 */
function groupOf(graph, name) {
  return [...reach(graph, name)].filter((other) => other === name || reach(graph, other).has(name)).sort();
}

/** @param {Map<string, Map<string, Edge>>} graph @param {string} name */
function reach(graph, name) {
  const seen = new Set([name]);
  for (const folder of seen) for (const next of graph.get(folder)?.keys() ?? []) seen.add(next);
  return seen;
}

/** @param {string} root @param {string} parent @param {string} group @param {Map<string, Map<string, Edge>>} graph */
function message(root, parent, group, graph) {
  const names = group.split(' ');
  const examples = names.flatMap((name) =>
    [...(graph.get(name) ?? [])]
      .filter(([to]) => names.includes(to))
      .map(([, edge]) => `${relative(parent, edge.from)} -> ${relative(parent, edge.to)}`),
  );
  return `Folders of ${relative(root, parent)} import each other in a circle: ${names.join(', ')} (${examples.join('; ')})`;
}
