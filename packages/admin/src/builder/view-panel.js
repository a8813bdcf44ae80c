import { isDeepStrictEqual } from 'node:util';
import { html, node, walkLayout } from '@plinth/plugin';
import { changeNode, removeNodes } from '@plinth/builder';
import { readChecked, settingsControls } from '../frame/index.js';

/** @import { Html, Node, Setting, SettingsSchema, Values, View, ViewTemplate } from '@plinth/plugin' */
/** @import { Form, Request } from '../types.d.ts' */
/** @import { DraftView, ViewsByNode } from './draft-views.js' */

const PREFIX = 'view.';
/** What comes first: what rows, in which order. The rest is one click away. */
const FIRST = new Set(['label', 'fields', 'filter', 'sort']);
const MOST = 5;
/** Where a list keeps its fields. */
const COLUMNS = 'columns';

/**
 * The settings of the view that an element shows, so that it is edited where it is seen.
 *
 * @param {Request} req @param {Node} shown an element @param {Record<string, string>} errors @returns {Html | null}
 */
export function viewPanel(req, shown, errors) {
  const found = viewOf(req, shown);
  if (!found) return null;
  const { view, template, table } = found;
  const { t } = req.ctx;
  const schema = schemaOf(template);
  const values = { ...view.config, label: view.label, fields: fieldsOf(view, template) };
  const first = firstOf(schema);
  const around = (/** @type {Setting} */ { name }, /** @type {Html} */ printed) =>
    html`<div class="bld-setting" data-bld-setting="${PREFIX + name}">${printed}</div>`;
  const part = (/** @type {boolean} */ isFirst) =>
    settingsControls(req, schema, values, {
      prefix: PREFIX,
      table,
      errors,
      around,
      only: (/** @type {Setting} */ setting) => first.has(setting.name) === isFirst,
    });
  return html`<details class="bld-props-group" data-bld-group="view" open><summary>${t(template.label)}</summary>
    <input type="hidden" name="view.open" value="${view.name}">
    ${view.id && html`<p class="bld-hint">${t('admin.properties.everywhere')}</p>`}${part(true)}
    ${schema.some(({ name }) => !first.has(name)) && html`<details class="adm-more"><summary>${t('admin.properties.moreOfView')}</summary>${part(false)}</details>`}</details>`;
}

/**
 * The views of a draft as a changed form says.
 *
 * @param {Request} req @param {Form} form @param {Node | undefined} shown the selected element @param {ViewsByNode} views
 * @returns {{ views: ViewsByNode, errors: Record<string, string> }}
 */
export function readViewPanel(req, form, shown, views) {
  const found = shown && viewOf(req, shown);
  // A form of the view that was shown before says nothing of the one that is chosen now.
  if (!found || form.get('view.open') !== found.view.name) return { views, errors: {} };
  const { view, template, table } = found;
  const schema = schemaOf(template);
  const { values, errors } = readChecked(req, schema, form, { prefix: PREFIX, table });
  const { label = '', fields, ...settings } = values;
  const known = new Set(schema.map(({ name }) => name));
  const others = Object.fromEntries(Object.entries(view.config).filter(([name]) => !known.has(name)));
  const isListed = Array.isArray(fields) && fields.length > 0;
  const config = { ...others, ...settings, ...(isListed && withFields(view, template, fields.map(String))) };
  return { views: withChange(views, shown.id, view, { label, config }), errors };
}

/** @param {Request} req @param {Node} shown */
function viewOf({ ctx: { app, catalog } }, { type, settings }) {
  const name = settings?.view;
  if (type !== 'embed' || typeof name !== 'string' || !catalog.hasView(name)) return null;
  const view = catalog.view(name);
  if (!app.registry.has('viewTemplate', view.template)) return null;
  const template = app.registry.viewTemplate(view.template);
  const table = view.table && catalog.hasTable(view.table) ? catalog.table(view.table) : null;
  return { view, template, table };
}

/** @param {ViewTemplate} template @returns {SettingsSchema} */
function schemaOf(template) {
  const own = template.settings.filter(({ type }) => type !== 'layout' && type !== 'list');
  const hasFields = layoutOf(template) || template.settings.some(({ name }) => name === COLUMNS);
  return [
    { name: 'label', type: 'text', label: 'admin.label', required: true, max: 80 },
    ...(hasFields ? [{ name: 'fields', type: /** @type {const} */ ('fields'), label: 'admin.properties.fields' }] : []),
    ...own,
  ];
}

/** @param {SettingsSchema} schema @returns {Set<string>} */
function firstOf(schema) {
  const named = schema.filter(({ name, required }) => FIRST.has(name) || required);
  const others = schema.filter((one) => !named.includes(one) && !one.showIf && one.type !== 'expression');
  const room = Math.max(0, named.some(({ name }) => name === 'filter') ? 0 : MOST - named.length);
  return new Set([...named, ...others.slice(0, room)].map(({ name }) => name));
}

/** @param {ViewTemplate} template */
const layoutOf = ({ settings }) => settings.find(({ type }) => type === 'layout');

/** What shows a field in the layout of such a view. @param {ViewTemplate} template */
const elementOf = ({ name }) => (name === 'edit' ? 'form_field' : name === 'filter' ? 'filter_field' : 'field');

/** The fields that a view shows. @param {View} view @param {ViewTemplate} template @returns {string[]} */
function fieldsOf({ config }, template) {
  if (Array.isArray(config[COLUMNS])) return config[COLUMNS].flatMap(({ field }) => (field ? [field] : []));
  const layout = layoutOf(template);
  return layout ? nodesOf(config[layout.name], elementOf(template)).map(({ settings }) => settings?.field) : [];
}

/** @param {Node | undefined} root @param {string} type @returns {Node[]} */
function nodesOf(root, type) {
  /** @type {Node[]} */
  const found = [];
  if (root) walkLayout(root, (one) => void (one.type === type && found.push(one)));
  return found;
}

/**
 * What was there stays in its place; new fields come last.
 *
 * @param {View} view @param {ViewTemplate} template @param {readonly string[]} wanted @returns {Values}
 */
function withFields(view, template, wanted) {
  const { config } = view;
  const shown = fieldsOf(view, template);
  const added = wanted.filter((field) => !shown.includes(field));
  if (Array.isArray(config[COLUMNS])) {
    const kept = config[COLUMNS].filter(({ field }) => !field || field.includes('.') || wanted.includes(field));
    return { [COLUMNS]: [...kept, ...added.map((field) => ({ kind: 'field', field }))] };
  }
  const layout = layoutOf(template);
  const root = layout && config[layout.name];
  if (!root) return {};
  const type = elementOf(template);
  const gone = nodesOf(root, type).filter(({ settings }) => !wanted.includes(settings?.field));
  const draft = { general: {}, settings: {}, layouts: { root } };
  const less = removeNodes(
    draft,
    gone.map(({ id }) => id),
  );
  const more = changeNode(less, root.id, (one) => ({
    ...one,
    children: [...(one.children ?? []), ...added.map((field) => node(type, { field }))],
  }));
  return { [layout.name]: more.layouts.root };
}

/**
 * @param {ViewsByNode} views @param {string} id @param {View} view before @param {{ label: string, config: Values }} now
 * @returns {ViewsByNode}
 */
function withChange(views, id, view, { label, config }) {
  const differs = Object.keys({ ...view.config, ...config }).filter(
    (name) => !isDeepStrictEqual(view.config[name], config[name]),
  );
  if (differs.length === 0 && label === view.label) return views;
  const next = new Map(views);
  const own = views.get(id)?.[view.name];
  /** @type {DraftView} */
  const changed = own?.template
    ? { ...own, label, config }
    : {
        ...own,
        ...(label !== view.label && { label }),
        config: { ...own?.config, ...Object.fromEntries(differs.map((name) => [name, config[name] ?? null])) },
      };
  next.set(id, { ...views.get(id), [view.name]: changed });
  // A copy of the element shows the same view.
  for (const [other, its] of views)
    if (other !== id && its[view.name]) next.set(other, { ...its, [view.name]: changed });
  return next;
}
