import { isDeepStrictEqual } from 'node:util';
import { cleanNode, mergePanel } from '../layout/draft.js';
import { updateNode } from '../layout/operations.js';
import { mergeSeveral, nodesOf } from './several.js';

/** @import { Node, Registry, Setting, SettingsSchema, Row } from '@plinth/plugin' */
/** @import { Form, Request } from '../types.d.ts' */
/** @import { Draft, EditorState, Subject } from '../layout/draft.js' */

/** After a change of these, other settings have other choices. */
const RULING = new Set(['fieldView', 'action', 'field', 'fieldPath', 'childRelation', 'view', 'table']);

/**
 * A changed form of settings, read into a copy of the draft.
 *
 * @param {Request} req @param {Subject} subject @param {Draft} draft @param {Form} form
 * @returns {{ draft: Draft, errors: Record<string, string>, select: string[], redraw: boolean }} redraw: whether the form
 *   has to be shown again, since it says more than was typed
 */
export function setProperties(req, subject, draft, form) {
  const select = (form.get('node') ?? '').split(',').filter(Boolean);
  const before = nodesOf(subject, draft, select).map((node) => structuredClone(node));
  /** @type {EditorState} */
  const state = {
    draft: structuredClone(draft),
    panel: form.get('panel') ?? 'general',
    node: select[0] ?? '',
    errors: {},
  };
  if (select.length > 1) mergeSeveral(req, subject, state, form, select);
  else mergePanel(req.ctx.app, req, subject, state, form);
  const reset = form.get('reset') ?? '';
  if (reset) resetSetting(req, subject, state, select, reset);
  const after = nodesOf(subject, state.draft, select);
  const { registry } = req.ctx.app;
  const rules = after.some(({ type, settings }, i) => {
    const schema = registry.has('element', type) ? registry.element(type).settings : [];
    return isRuled(schema, before[i]?.settings, settings);
  });
  const rulesAll = /** @type {const} */ (['general', 'settings']).some((panel) =>
    isRuled(subject[panel], draft[panel], state.draft[panel]),
  );
  return { draft: state.draft, errors: state.errors, select, redraw: Boolean(reset) || rules || rulesAll };
}

/**
 * Whether a setting that rules others has changed, here or in an entry of a list, such as the action of a column.
 *
 * @param {SettingsSchema} schema @param {Row} [before] @param {Row} [after]
 * @returns {boolean}
 */
function isRuled(schema, before = {}, after = {}) {
  return schema.some(({ name, type, items }) => {
    if (RULING.has(type)) return !isDeepStrictEqual(before[name], after[name]);
    if (type !== 'list' || !items || isDeepStrictEqual(before[name], after[name])) return false;
    return asList(after[name]).some((entry, i) => isRuled(items, asList(before[name])[i], entry));
  });
}

/** @param {unknown} value @returns {Row[]} */
const asList = (value) => (Array.isArray(value) ? value : []);

/**
 * A setting as a new element has it.
 *
 * @param {Request} req @param {Subject} subject @param {EditorState} state @param {string[]} select @param {string} control
 */
function resetSetting({ ctx: { app } }, subject, state, select, control) {
  const [panel, name] = control.split('.');
  for (const wrong of Object.keys(state.errors))
    if (wrong === control || wrong.startsWith(`${control}.`)) delete state.errors[wrong];
  if (panel === 'general' || panel === 'settings') {
    state.draft[panel] = without(
      state.draft[panel],
      subject[panel].find((one) => one.name === name),
    );
    return;
  }
  for (const layout of Object.keys(state.draft.layouts))
    for (const id of select)
      state.draft.layouts[layout] = updateNode(state.draft.layouts[layout], id, (node) =>
        resetNode(app.registry, node, panel, name),
      );
}

/** @param {Registry} registry @param {Node} node @param {string} panel @param {string} name @returns {Node} */
function resetNode(registry, node, panel, name) {
  if (panel === 'at') return { ...node, at: undefined };
  if (panel === 'visible') return cleanNode({ ...node, visible: { ...node.visible, [name]: undefined } });
  if (panel !== 'node') return node;
  const schema = registry.has('element', node.type) ? registry.element(node.type).settings : [];
  const setting = schema.find((one) => one.name === name);
  return { ...node, settings: without(node.settings ?? {}, setting) };
}

/** @param {Record<string, unknown>} values @param {Setting | undefined} setting */
function without(values, setting) {
  if (!setting) return values;
  const { [setting.name]: _own, ...rest } = values;
  return setting.default === undefined ? rest : { ...rest, [setting.name]: structuredClone(setting.default) };
}
