import { readChecked } from '../frame/index.js';
import { readAt } from './at-controls.js';
import { withChildren } from './fitting.js';
import { findNode, updateNode } from './operations.js';
import { tableAt, VISIBLE } from './elements.js';

/** @import { Node, SettingsSchema, Table, Row, Values } from '@plinth/plugin' */
/** @import { App, Form, Request } from '../types.d.ts' */

/**
 * A view or page being edited, as general settings, template settings and layouts.
 *
 * @typedef {object} Subject
 * @property {'view' | 'page' | 'piece'} kind
 * @property {string} name
 * @property {string} id
 * @property {SettingsSchema} general
 * @property {SettingsSchema} settings of the view template, without its layouts
 * @property {readonly { name: string, label: string }[]} layouts
 * @property {Table | null} table
 * @property {boolean} form whether form controls are allowed
 *
 * @typedef {{ general: Values, settings: Values, layouts: Record<string, Node> }} Draft
 *
 * @typedef {object} EditorState
 * @property {Draft} draft
 * @property {string} panel general, settings, or layout:<name>
 * @property {string} node id of the selected node
 * @property {Record<string, string>} errors by control name
 * @property {Values} [at] what was typed for the sizes of screens, where it is wrong
 */

/**
 * Reads the submitted form of a panel, or of the selected node, into the draft; messages go to `state.errors`.
 *
 * @param {App} app @param {Request} req @param {Subject} subject @param {EditorState} state is changed @param {Form} form
 */
export function mergePanel(app, req, subject, state, form) {
  const { draft, panel } = state;
  if (panel === 'general' || panel === 'settings') {
    const { values, errors } = readChecked(req, subject[panel], form, { prefix: `${panel}.`, table: subject.table });
    Object.assign(draft, { [panel]: { ...hiddenFields(subject[panel], values, draft[panel]), ...values } });
    state.errors = errors;
    return;
  }
  const name = panel.slice('layout:'.length);
  const found = draft.layouts[name] && findNode(draft.layouts[name], state.node);
  if (!found || !form.has('node.open') || !app.registry.has('element', found.node.type)) return;
  const table = tableAt(app.registry, req.ctx.catalog, draft.layouts[name], state.node, subject.table);
  const { settings: schema } = app.registry.element(found.node.type);
  const settings = readChecked(req, schema, form, { prefix: 'node.', table });
  const visible = readChecked(req, VISIBLE, form, { prefix: 'visible.', table });
  const { at, errors, typed } = form.has('at.open')
    ? readAt(form, req.ctx.t)
    : { at: found.node.at, errors: {}, typed: {} };
  if (Object.keys(errors).length > 0) state.at = typed;
  state.errors = { ...settings.errors, ...visible.errors, ...errors };
  draft.layouts[name] = updateNode(draft.layouts[name], state.node, (node) =>
    cleanNode({
      ...node,
      settings: withChildren(schema, settings.values, node.settings ?? {}, { catalog: req.ctx.catalog, table }),
      visible: visible.values,
      at,
    }),
  );
}

/**
 * Chosen fields that don't apply at the moment, so that a chart that counts for a while still knows what it adds up.
 *
 * @param {SettingsSchema} schema @param {Row} values @param {Row} before
 */
function hiddenFields(schema, values, before) {
  const kept = schema.filter(
    ({ name, type, showIf }) => type === 'field' && showIf && !(name in values) && before[name],
  );
  return Object.fromEntries(
    kept.filter(({ showIf }) => !showIf?.in.includes(values[showIf.name])).map(({ name }) => [name, before[name]]),
  );
}

/** Settings and visibility only if there are any, so that documents stay short. @param {Node} node @returns {Node} */
export function cleanNode(node) {
  const roles = node.visible?.roles ?? [];
  const when = node.visible?.when;
  const visible = { ...(roles.length && { roles }), ...(when && { when }) };
  return { ...node, visible: roles.length || when ? visible : undefined };
}
