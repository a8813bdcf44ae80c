/** @import { Piece, Registry, Setting } from '../index.d.ts' */
import { walkLayout } from '../layout.js';

/** Settings that hold others, or are about a piece themselves. */
const WHOLE = new Set(['layout', 'list', 'json', 'piece']);

/**
 * Whether each use of a piece may fill in a setting. One that names the fields of another setting's table can't be
 * understood away from it.
 *
 * @param {Setting} setting
 */
export const isFillable = ({ type, of }) => !of && !WHOLE.has(type);

/**
 * The parameters of a piece as a schema: each is checked and edited like the setting that it fills in.
 *
 * @param {Pick<Piece, 'params' | 'layout'>} piece @param {Registry} registry
 * @returns {Setting[]}
 */
export function pieceSchema({ params, layout }, registry) {
  /** @type {Map<string, string>} */
  const types = new Map();
  walkLayout(layout, ({ id, type }) => void types.set(id, type));
  /** @type {Map<string, Setting>} */
  const found = new Map();
  for (const { name, label, node, setting: wanted } of params ?? []) {
    const type = types.get(node);
    if (found.has(name) || !type || !registry.has('element', type)) continue;
    const setting = registry.element(type).settings.find((one) => one.name === wanted);
    if (!setting || !isFillable(setting)) continue;
    const { showIf: _, required: __, default: ___, ...own } = setting;
    found.set(name, { ...own, name, label: label || setting.label });
  }
  return [...found.values()];
}
