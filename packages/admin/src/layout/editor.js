import { html } from '@plinth/plugin';
import { expectField, renderAdmin, settingsControls } from '../frame/index.js';
import { atControls } from './at-controls.js';
import { findNode } from './operations.js';
import { onlyIn, paletteOf, tableAt, VISIBLE } from './elements.js';
import { previewDraft } from './preview.js';
import { brokenNodes, treeLines } from './tree.js';

/** @import { Html, Values } from '@plinth/plugin' */
/** @import { App, FormErrors, Request } from '../types.d.ts' */
/** @import { EditorState, Subject } from './draft.js' */

/**
 * The editor of a view or page: its panels, the tree of the open layout with the settings of the selected node, and the
 * preview. All state is in the form, so each step works without JavaScript.
 *
 * @param {App} app @param {Request} req
 * @param {{ subject: Subject, state: EditorState, body: any, action: string, errors: FormErrors, expect: string | null
 *   }} model
 *   body: the draft as a View or Page
 * @returns {Promise<Html>}
 */
export async function layoutEditor(app, req, { subject, state, body, action, errors, expect }) {
  const { t, catalog } = req.ctx;
  const problems = brokenNodes(app.registry, req, { kind: subject.kind, body });
  const preview = await previewDraft(app, req, subject.kind, body);
  for (const { at, message } of preview.problems) {
    const node = nodeIn(at);
    // Missing references have already been reported in better words.
    if (!problems.has(node)) problems.set(node, [message]);
  }
  const layout = state.panel.startsWith('layout:') ? state.draft.layouts[state.panel.slice('layout:'.length)] : null;
  // Errors of the edit are about the object itself: its name, its label.
  const general = Object.entries(errors.fields).map(([name, message]) => [`general.${name}`, message]);
  const fields = { ...state.errors, ...Object.fromEntries(general) };
  return renderAdmin(req, 'layout/editor', {
    action,
    draft: JSON.stringify(state.draft),
    panel: state.panel,
    node: state.node,
    expect: expectField(catalog, subject.id, expect),
    panels: panelsOf(req, subject).map((one) => ({ ...one, active: one.name === state.panel })),
    // What is being filled in is not wrong yet; its own panel says so.
    problems: [...problems]
      .filter(([id]) => id !== state.node || !isIncomplete(app, layout, id))
      .map(([id, messages]) => ({ id, messages })),
    editing: layout
      ? treePanel(app, req, subject, state, { layout, problems }, fields)
      : settingsControls(req, subject[panelOf(state)], state.draft[panelOf(state)], {
          prefix: `${panelOf(state)}.`,
          table: subject.table,
          errors: fields,
        }),
    preview: preview.document,
    previewTitle: t('admin.layout.preview'),
  });
}

/**
 * Whether a node lacks a required setting.
 *
 * @param {App} app @param {import('@plinth/plugin').Node | null} layout @param {string} id
 */
function isIncomplete({ registry }, layout, id) {
  const node = layout && findNode(layout, id)?.node;
  if (!node || !registry.has('element', node.type)) return false;
  return registry.element(node.type).settings.some(({ name, required }) => required && !(node.settings?.[name] ?? ''));
}

/** The node that a location names: layout/abcd.field. @param {string} at */
const nodeIn = (at) => /\/([a-z0-9_-]+)/i.exec(at)?.[1] ?? '';

/** @param {EditorState} state @returns {'general' | 'settings'} */
const panelOf = (state) => (state.panel === 'settings' ? 'settings' : 'general');

/** @param {Request} req @param {Subject} subject */
function panelsOf({ ctx: { t } }, subject) {
  return [
    ...subject.layouts.map(({ name, label }) => ({ name: `layout:${name}`, label: t(label) })),
    ...(subject.settings.length ? [{ name: 'settings', label: t('admin.nav.settings') }] : []),
    { name: 'general', label: t('admin.layout.general') },
  ];
}

/**
 * @param {App} app @param {Request} req @param {Subject} subject @param {EditorState} state
 * @param {{ layout: import('@plinth/plugin').Node, problems: Map<string, string[]> }} open
 * @param {Record<string, string>} errors
 */
function treePanel(app, req, subject, state, { layout, problems }, errors) {
  const chosen = findNode(layout, state.node) ?? { node: layout, parent: null, index: 0 };
  const { t } = req.ctx;
  const lines = treeLines(app.registry, req, { root: layout, table: subject.table, problems });
  return renderAdmin(req, 'layout/tree', {
    lines: lines.map((line) => ({ ...line, chosen: line.id === chosen.node.id })),
    chosenLine: lines.find(({ id }) => id === chosen.node.id),
    incomplete: isIncomplete(app, layout, chosen.node.id),
    chosen: chosen.node,
    isRoot: !chosen.parent,
    from: `${subject.kind}:${subject.name}`,
    palette: paletteOf(app.registry, { hasTable: Boolean(subject.table), form: subject.form }).map((group) => ({
      label: t(`admin.layout.group.${group.name}`),
      elements: group.elements
        .filter((element) => isOffered(app, element.name, chosen))
        .map(({ name, label, icon }) => ({ name, label: t(label), icon })),
    })),
    controls: nodeControls(app, req, subject, layout, chosen.node, errors, state.at),
  });
}

/** Parts such as tabs are only offered where they fit. @param {App} app @param {string} type @param {any} chosen */
function isOffered(app, type, chosen) {
  const narrow = onlyIn(app.registry, type);
  return !narrow.length || narrow.includes(chosen.node.type) || narrow.includes(chosen.parent?.type);
}

/**
 * @param {App} app @param {Request} req @param {Subject} subject @param {import('@plinth/plugin').Node} layout
 * @param {import('@plinth/plugin').Node} node @param {Record<string, string>} errors @param {Values} [at]
 */
export function nodeControls(app, req, subject, layout, node, errors, at) {
  const { t, catalog } = req.ctx;
  if (!app.registry.has('element', node.type))
    return html`<p class="text-danger">${t('admin.layout.unknown', { type: node.type })}</p>`;
  const element = app.registry.element(node.type);
  const table = tableAt(app.registry, catalog, layout, node.id, subject.table);
  const limited = Boolean(node.visible?.when || node.visible?.roles?.length);
  return html`<input type="hidden" name="node.open" value="1">
    ${settingsControls(req, element.settings, node.settings ?? {}, { prefix: 'node.', table, errors })}
    <details class="adm-more" data-pl-fold-of="${node.id}"${limited ? html` open` : ''}><summary>${t('admin.layout.visible')}</summary>
    ${settingsControls(req, VISIBLE, node.visible ?? {}, { prefix: 'visible.', table, errors })}</details>
    ${atControls(req, node, errors, { values: at })}`;
}
