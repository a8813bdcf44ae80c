/** @import { Registry, SettingsSchema } from '@plinth/plugin' */
import { compact } from '../apps/compact.js';
import { pagePart, piecePart, viewPart } from '../apps/document-parts.js';

/** How each kind of object is described in an app document. @type {Record<SourceKind, SettingsSchema>} */
const PARTS = { view: viewPart, page: pagePart, piece: piecePart };

/** @typedef {'view' | 'page' | 'piece'} SourceKind */

/** @param {SourceKind} kind */
export const sourcePart = (kind) => PARTS[kind];

/**
 * A view or page as YAML: what an app document says of it, in its shortest form.
 *
 * @param {SourceKind} kind @param {any} object
 * @returns {Promise<string>}
 */
export async function writeSource(kind, object) {
  const { stringify } = await import('yaml');
  return stringify(withNodesOrdered(compact(PARTS[kind], object)), { lineWidth: 0, aliasDuplicateObjects: false });
}

const FIRST = ['type', 'id', 'settings', 'visible', 'at'];

/** Nodes say what they are before what is in them. @param {any} value @returns {any} */
function withNodesOrdered(value) {
  if (Array.isArray(value)) return value.map(withNodesOrdered);
  if (typeof value !== 'object' || value === null) return value;
  const isNode = typeof value.type === 'string' && typeof value.id === 'string';
  const keys = Object.keys(value);
  const first = isNode ? FIRST.filter((key) => keys.includes(key)) : [];
  const ordered = [...first, ...keys.filter((key) => !first.includes(key))];
  return Object.fromEntries(ordered.map((key) => [key, withNodesOrdered(value[key])]));
}
