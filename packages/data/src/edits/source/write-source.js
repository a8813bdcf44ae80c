/** @import { Registry, SettingsSchema } from '@plinth/plugin' */
import { partOf } from '../apps/document-parts.js';
import { compact } from '../definitions/base/compact.js';

/** How a kind of object is described in an app document. @param {string} kind @param {Registry} registry @returns {SettingsSchema} */
export const sourcePart = (kind, registry) => partOf(registry.kind(kind));

/**
 * An object as YAML: what an app document says of it, in its shortest form.
 *
 * @param {string} kind @param {any} object @param {Registry} registry
 * @returns {Promise<string>}
 */
export async function writeSource(kind, object, registry) {
  const { stringify } = await import('yaml');
  const short = compact(sourcePart(kind, registry), object);
  return stringify(withNodesOrdered(short), { lineWidth: 0, aliasDuplicateObjects: false });
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
