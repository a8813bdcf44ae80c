import { namesWithin, readSource, referenceExists } from '@plinth/data';
import { mapReferences, phrase, say, walkLayout } from '@plinth/plugin';

/** @import { Node, Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */

/** Keys that are decided when an object is created. */
const FIXED = ['template', 'table'];

/**
 * Reads a typed source of a stored view or page.
 *
 * @param {Request} req @param {{ kind: 'view' | 'page' | 'piece', body: any }} object as stored @param {string} text
 * @returns {Promise<{ value: any, problems: { line: number, column: number, end: number, message: string,
 *   severity: 'error' | 'warning' }[] }>} value: null if it has errors; problems in the order of their lines
 */
export async function readTyped(req, { kind, body }, text) {
  const { app, catalog, t } = req.ctx;
  const read = await readSource(kind, text, { registry: app.registry, known: typesIn(body), stored: body });
  const problems = [...read.problems];
  let { value } = read;
  for (const key of FIXED) {
    if (!value || (value[key] ?? null) === (body[key] ?? null)) continue;
    problems.push({
      ...read.placeOf(key),
      message: phrase`${key} can't be changed: create another view instead`,
      severity: 'error',
    });
  }
  if (problems.length > 0) value = null;
  else {
    const lines = linesOfNodes(value);
    mapReferences(
      { kind, body: structuredClone(withRoles(value)) },
      { registry: app.registry, catalog },
      namesWithin(catalog, (reference) => {
        if (referenceExists(catalog, reference)) return;
        const message = phrase`There is no ${reference.kind} "${reference.name}"`;
        problems.push({ ...read.placeOf(pathOf(reference.at, lines)), message, severity: 'warning' });
      }),
    );
  }
  const said = problems.map((problem) => ({ ...problem, message: say(problem.message, t) }));
  return { value, problems: said.sort((a, b) => a.line - b.line) };
}

/** @param {any} value */
const withRoles = (value) => ({ roles: [], ...value });

/** Types of elements in a stored object. @param {Values} body @returns {Set<string>} */
function typesIn(body) {
  const types = new Set();
  for (const layout of layoutsIn(body)) walkLayout(layout, ({ type }) => void types.add(type));
  return types;
}

/** @param {Values} body @returns {Node[]} */
const layoutsIn = (body) =>
  [body?.layout, ...Object.values(body?.config ?? {})].filter((one) => one && typeof one.type === 'string' && one.id);

/** Key paths of the nodes of all layouts by id. @param {any} value @returns {Map<string, string>} */
function linesOfNodes(value) {
  const found = new Map();
  const step = (/** @type {Node} */ node, /** @type {string} */ path) => {
    found.set(node.id, path);
    (node.children ?? []).forEach((child, i) => step(child, `${path}.children.${i}`));
  };
  if (value.layout) step(value.layout, 'layout');
  for (const [name, one] of Object.entries(value.config ?? {})) {
    if (one && typeof one === 'object' && 'type' in one && 'id' in one) step(one, `config.${name}`);
  }
  return found;
}

/** "config.layout/abcd.field" as a key path. @param {string} at @param {Map<string, string>} nodes */
function pathOf(at, nodes) {
  const [, id, rest = ''] = /\/([a-z0-9_-]+)(?:\.(.*))?$/i.exec(at) ?? [];
  const path = id && nodes.get(id);
  return path ? `${path}.settings.${rest}` : at;
}
