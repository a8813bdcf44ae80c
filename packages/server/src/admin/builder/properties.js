import { html } from '@plinth/plugin';
import { settingsControls } from '../frame/index.js';
import { nodeControls } from '../layout/editor.js';
import { findNode } from '../layout/operations.js';
import { nodeHint } from '../layout/tree.js';

/** @import { Html, Node } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Draft, Subject } from '../layout/draft.js' */

/**
 * The form for what is selected: a node's settings, or with nothing selected the settings of the view or page itself.
 *
 * @param {Request} req @param {Subject} subject @param {Draft} draft
 * @param {{ select: readonly string[], errors?: Record<string, string> }} shown
 * @returns {Html}
 */
export function properties(req, subject, draft, { select, errors = {} }) {
  const { t } = req.ctx;
  if (select.length > 1) return html`<p class="bld-hint">${t('admin.builder.several', { count: select.length })}</p>`;
  const found = select.length === 1 ? findIn(subject, draft, select[0]) : null;
  return found ? ofNode(req, subject, found, errors) : ofSubject(req, subject, draft, errors);
}

/** @param {Subject} subject @param {Draft} draft @param {string} id */
function findIn(subject, draft, id) {
  for (const { name } of subject.layouts) {
    const found = findNode(draft.layouts[name], id);
    if (found) return { layout: name, root: draft.layouts[name], node: found.node };
  }
  return null;
}

/**
 * @param {Request} req @param {Subject} subject @param {{ layout: string, root: Node, node: Node }} found
 * @param {Record<string, string>} errors
 */
function ofNode(req, subject, { layout, root, node }, errors) {
  const { app, t, catalog } = req.ctx;
  const element = app.registry.has('element', node.type) ? app.registry.element(node.type) : null;
  const hint = nodeHint(app.registry, node, catalog, { root, table: subject.table });
  return html`<form class="bld-form" data-panel="layout:${layout}" data-node="${node.id}" novalidate>
    <h2 class="bld-panel-title">${app.views.icon(element?.icon ?? 'alert-triangle')} ${t(element?.label ?? node.type)}
    ${hint && html`<span class="bld-panel-hint">${hint}</span>`}</h2>
    ${nodeControls(app, req, subject, root, node, errors)}</form>`;
}

/** @param {Request} req @param {Subject} subject @param {Draft} draft @param {Record<string, string>} errors */
function ofSubject(req, subject, draft, errors) {
  const { t } = req.ctx;
  /** @param {'general' | 'settings'} panel @param {string} label */
  const form = (panel, label) => html`<form class="bld-form" data-panel="${panel}" novalidate>
    <h2 class="bld-panel-title">${label}</h2>
    ${settingsControls(req, subject[panel], draft[panel], { prefix: `${panel}.`, table: subject.table, errors })}</form>`;
  return html`${subject.settings.length > 0 && form('settings', t('admin.nav.settings'))}${form('general', t('admin.layout.general'))}`;
}
