import { isDeepStrictEqual } from 'node:util';
import { readChecked } from '../frame/index.js';
import { readAt } from '../layout/at-controls.js';
import { findNode, updateNode } from '../layout/operations.js';

/** @import { Node, Setting, SettingsSchema, Values } from '@plinth/plugin' */
/** @import { App, Form, Request } from '../types.d.ts' */
/** @import { Draft, EditorState, Subject } from '../layout/draft.js' */

/** Names of these types refer to the table around each element, which may differ. */
const OF_PLACE = new Set([
  'field',
  'fieldPath',
  'fields',
  'fieldView',
  'filter',
  'sort',
  'childRelation',
  'expression',
]);

/**
 * The settings that all of these elements have, with the values that all of them share.
 *
 * @param {App} app @param {readonly Node[]} nodes
 * @returns {{ schema: SettingsSchema, values: Record<string, unknown>, mixed: Set<string> }} mixed: settings whose values differ
 */
export function commonSettings({ registry }, nodes) {
  const schemas = nodes.map(({ type }) => (registry.has('element', type) ? registry.element(type).settings : []));
  const isSame = (/** @type {Setting} */ one, /** @type {Setting | undefined} */ other) =>
    other !== undefined && other.type === one.type && isDeepStrictEqual(other.options, one.options);
  const [first = [], ...others] = schemas;
  const schema = first
    .filter(({ type }) => !OF_PLACE.has(type) && type !== 'layout' && type !== 'list')
    .filter((one) =>
      others.every((list) =>
        isSame(
          one,
          list.find(({ name }) => name === one.name),
        ),
      ),
    )
    // One value for all is a choice here, not a duty.
    .map((one) => ({ ...one, required: false }));
  /** @type {Record<string, unknown>} */
  const values = {};
  const mixed = new Set();
  for (const { name, default: usual } of schema) {
    const each = nodes.map(({ settings }) => settings?.[name] ?? usual);
    if (each.every((value) => isDeepStrictEqual(value, each[0]))) values[name] = each[0];
    else mixed.add(name);
  }
  return { schema, values, mixed };
}

/**
 * Writes the settings that were touched in a form for several elements into each of them; the others keep their own.
 *
 * @param {Request} req @param {Subject} subject @param {EditorState} state @param {Form} form @param {readonly string[]} ids
 */
export function mergeSeveral(req, subject, state, form, ids) {
  const nodes = nodesOf(subject, state.draft, ids);
  const { schema } = commonSettings(req.ctx.app, nodes);
  const touched = new Set((form.get('touched') ?? '').split(' '));
  const chosen = schema.filter(({ name }) => [...touched].some((one) => isWithin(one, `node.${name}`)));
  const { values, errors } = readChecked(req, chosen, form, { prefix: 'node.', table: null });
  const at = readAt(form, req.ctx.t);
  state.errors = { ...errors, ...at.errors };
  if (Object.keys(errors).length > 0) return;
  for (const { name } of subject.layouts)
    for (const id of ids) {
      if (!state.draft.layouts[name] || !findNode(state.draft.layouts[name], id)) continue;
      state.draft.layouts[name] = updateNode(state.draft.layouts[name], id, (node) => {
        const settings = { ...node.settings };
        for (const setting of chosen) {
          delete settings[setting.name];
          if (values[setting.name] !== undefined) settings[setting.name] = values[setting.name];
        }
        return { ...node, settings, at: mergedAt(node.at, at.at, touched) };
      });
    }
}

/** @param {Subject} subject @param {Draft} draft @param {readonly string[]} ids @returns {Node[]} */
export function nodesOf(subject, draft, ids) {
  return ids.flatMap((id) => {
    for (const { name } of subject.layouts) {
      const found = draft.layouts[name] && findNode(draft.layouts[name], id);
      if (found) return [found.node];
    }
    return [];
  });
}

/** @param {string} control @param {string} name */
const isWithin = (control, name) => control === name || control.startsWith(`${name}.`);

/**
 * @param {Node['at']} old @param {Node['at']} now @param {Set<string>} touched
 * @returns {Node['at']}
 */
function mergedAt(old, now, touched) {
  const result = structuredClone(/** @type {Values} */ (old ?? {}));
  for (const control of touched) {
    const [group, size, name] = control.split('.');
    if (group !== 'at') continue;
    const value = /** @type {Values} */ (now)?.[size]?.[name];
    result[size] = { ...result[size], [name]: value };
    if (value === undefined) delete result[size][name];
    if (Object.keys(result[size]).length === 0) delete result[size];
  }
  return Object.keys(result).length > 0 ? result : undefined;
}
