/** @import { Name, Scope } from '../types.d.ts' */
import { AppError } from '@plinth/plugin';
import { childOf } from './names.js';
import { readExpression } from './read-expression.js';

/** @typedef {(found: { kind: 'field' | 'table', table?: string, name: string }) => string | undefined | void} Visit */

/**
 * The text with its fields and tables renamed: `visit` gets each and may return a new name. A text that can't be parsed
 * stays as it is.
 *
 * @param {string} source @param {Scope} scope @param {Visit} visit
 */
export function renameIn(source, scope, visit) {
  let text = source;
  for (const name of namesIn(source, scope).sort((a, b) => b.start - a.start)) {
    text = text.slice(0, name.start) + renamed(name, scope, visit) + text.slice(name.end);
  }
  return text;
}

/** @param {string} source @param {Scope} scope @returns {Name[]} */
function namesIn(source, scope) {
  try {
    return readExpression(source, scope).names;
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** @param {Name} found @param {Scope} scope @param {Visit} visit */
function renamed({ table, name }, { catalog }, visit) {
  const child = childOf(catalog.table(table), name, catalog);
  if (!child) return visit({ kind: 'field', table, name }) ?? name;
  const rows = visit({ kind: 'table', name: child.table.name }) ?? child.table.name;
  const by = visit({ kind: 'field', table: child.table.name, name: child.field.name }) ?? child.field.name;
  return name === child.table.name ? rows : `${rows}_${by}`;
}
