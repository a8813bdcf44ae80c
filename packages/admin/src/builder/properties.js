import { html } from '@plinth/plugin';
import { atControls } from '../layout/at-controls.js';
import { tableAt, VISIBLE } from '../layout/elements.js';
import { findNode } from '../layout/operations.js';
import { nodeHint } from '../layout/tree.js';
import { checked, openForm, settingsControls } from '../frame/index.js';
import { groupedControls, withReset } from './setting-groups.js';
import { commonSettings, nodesOf } from './several.js';
import { viewPanel } from './view-panel.js';
import { viewPictures } from './view-pictures.js';

/** @import { Actor, Element, Html, Node, Setting, SettingsSchema, Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Draft, Subject } from '../layout/draft.js' */

/**
 * The form for what is selected: a node's settings, those that several nodes share, or with nothing selected the
 * settings of the view or page itself.
 *
 * @param {Request} req @param {Subject} subject @param {Draft} draft
 * @param {{ select: readonly string[], errors?: Record<string, string>, row: string | null, actor: Actor }} shown
 *   row, actor: what field views are drawn with
 * @returns {Promise<Html>}
 */
export async function properties(req, subject, draft, { select, errors = {}, row, actor }) {
  const nodes = nodesOf(subject, draft, select);
  if (nodes.length > 1) return ofSeveral(req, nodes, errors);
  const found = nodes.length === 1 ? findIn(subject, draft, nodes[0].id) : null;
  return found ? ofNode(req, subject, found, { errors, row, actor }) : ofSubject(req, subject, draft, errors);
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
 * @param {{ errors: Record<string, string>, row: string | null, actor: Actor }} shown
 */
async function ofNode(req, subject, { layout, root, node }, { errors, row, actor }) {
  const { app, t, catalog } = req.ctx;
  const element = app.registry.has('element', node.type) ? app.registry.element(node.type) : null;
  const hint = nodeHint(app.registry, node, catalog, { root, table: subject.table });
  const title = html`<h2 class="bld-panel-title d-flex align-items-center gap-2">${app.views.icon(element?.icon ?? 'alert-triangle')} ${t(element?.label ?? node.type)}
    ${hint && html`<span class="bld-panel-hint text-truncate">${hint}</span>`}</h2>`;
  if (!element) return html`${title}<p class="text-danger">${t('admin.layout.unknown', { type: node.type })}</p>`;
  const table = tableAt(app.registry, catalog, root, node.id, subject.table);
  const pictures = await viewPictures(req, node, { table, row: table === subject.table ? row : null, actor });
  const wrong = { ...wrongValues(req, element, node), ...errors };
  /** @type {Values} */
  const visible = node.visible ?? {};
  const limited = Boolean(visible.when || visible.roles?.length);
  const around = (/** @type {Setting} */ setting, /** @type {Html} */ printed) =>
    withReset(req, setting, printed, { name: `visible.${setting.name}`, value: visible[setting.name] });
  return html`${openForm({ class: 'bld-form', method: null, attrs: { 'data-panel': `layout:${layout}`, 'data-node': node.id, novalidate: true } })}${title}
    <input type="hidden" name="node.open" value="1"><input type="hidden" name="reset" value="">
    ${viewPanel(req, node, wrong)}${shownView(req, element, node)}
    ${groupedControls(req, element.settings, node.settings ?? {}, { prefix: 'node.', table, errors: wrong, pictures })}
    <details class="adm-more"${limited ? html` open` : ''}><summary>${t('admin.layout.visible')}</summary>
    ${settingsControls(req, VISIBLE, visible, { prefix: 'visible.', table, errors: wrong, around })}</details>
    ${atOf(req, node, wrong)}</form>`;
}

/** @param {Request} req @param {Node} node @param {Record<string, string>} errors */
function atOf(req, node, errors) {
  const at = { name: 'at', label: 'admin.at.title' };
  return atControls(req, node, errors, {
    around: (table) => withReset(req, at, table, { name: 'at', value: node.at }),
  });
}

/** A way to the view that an element shows. @param {Request} req @param {Element} element @param {Node} node */
function shownView({ ctx: { app, catalog, t } }, { settings }, node) {
  const name = node.settings?.[settings.find(({ type }) => type === 'view')?.name ?? ''];
  const view = catalog.views.find((one) => one.name === name);
  // A new one has no screen of its own before it is published.
  if (!view?.id) return null;
  return html`<p><a class="btn btn-sm" href="/admin/build/views/${view.name}">${app.views.icon('edit')} ${t('admin.properties.editView', { name: view.label || view.name })}</a></p>`;
}

/** Values that were typed and don't fit; what isn't filled in yet is not wrong yet. @param {Request} req @param {Element} element @param {Node} node */
function wrongValues({ ctx: { t } }, element, node) {
  const given = element.settings.filter(({ name }) => ![undefined, null, ''].includes(node.settings?.[name]));
  const values = Object.fromEntries(given.map(({ name }) => [name, node.settings?.[name]]));
  return checked(given, values, t, 'node.').errors;
}

/** @param {Request} req @param {readonly Node[]} nodes @param {Record<string, string>} errors */
function ofSeveral(req, nodes, errors) {
  const { app, t } = req.ctx;
  const { schema, values, mixed } = commonSettings(app, nodes);
  const shown = /** @type {SettingsSchema} */ (
    // Nothing is chosen while they differ, and what is chosen then holds for all.
    schema.map((one) => (mixed.has(one.name) ? { ...one, default: undefined, help: 'admin.properties.mixed' } : one))
  );
  const controls = groupedControls(req, shown, values, { prefix: 'node.', table: null, errors });
  return html`${openForm({ class: 'bld-form', method: null, attrs: { 'data-panel': 'layout', 'data-node': nodes.map(({ id }) => id).join(','), novalidate: true } })}
    <h2 class="bld-panel-title d-flex align-items-center gap-2">${t('admin.builder.several', { count: nodes.length })}</h2>
    <input type="hidden" name="touched" value=""><input type="hidden" name="reset" value="">
    ${schema.length > 0 ? controls : html`<p class="bld-hint">${t('admin.properties.nothingShared')}</p>`}
    ${atOf(req, { id: '', type: '', at: sharedAt(nodes) }, errors)}</form>`;
}

/** What all of them say about sizes of screens. @param {readonly Node[]} nodes */
function sharedAt(nodes) {
  const [first, ...others] = nodes.map(({ at }) => JSON.stringify(at ?? {}));
  return others.every((one) => one === first) ? nodes[0].at : undefined;
}

/** @param {Request} req @param {Subject} subject @param {Draft} draft @param {Record<string, string>} errors */
function ofSubject(req, subject, draft, errors) {
  const { t } = req.ctx;
  /** @param {'general' | 'settings'} panel @param {string} label */
  const form = (
    panel,
    label,
  ) => html`${openForm({ class: 'bld-form', method: null, attrs: { 'data-panel': panel, novalidate: true } })}
    <h2 class="bld-panel-title d-flex align-items-center gap-2">${label}</h2><input type="hidden" name="reset" value="">
    ${groupedControls(req, subject[panel], draft[panel], { prefix: `${panel}.`, table: subject.table, errors })}</form>`;
  return html`${subject.settings.length > 0 && form('settings', t('admin.nav.settings'))}${form('general', t('admin.layout.general'))}
    <a class="btn" href="/admin/settings/theme${subject.kind !== 'piece' && `?page=${subject.kind}/${subject.name}`}">${req.ctx.app.views.icon('palette')} ${t('admin.properties.theme')}</a>`;
}
