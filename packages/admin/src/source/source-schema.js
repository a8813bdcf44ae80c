/** @import { Setting, SettingsSchema, Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
import { sourcePart } from '@plinth/data';

/**
 * What can be written in a source, for assets/source/completion.js: settings by their place, and names by their kind.
 *
 * @param {Request} req @param {{ kind: 'view' | 'page' | 'piece', body: Values }} object
 */
export function sourceSchema({ ctx: { app, catalog, t } }, { kind, body }) {
  const { registry } = app;
  const short = (/** @type {SettingsSchema} */ schema) => schema.map((setting) => shortSetting(setting, t));
  const named = (/** @type {readonly Values[]} */ list) =>
    list.map(({ name, label, title }) => ({ name, label: t(label ?? title ?? name) }));
  /** @param {'action' | 'fieldView'} of */
  const definitions = (of) =>
    Object.fromEntries(
      registry.all(of).map((one) => [one.name, { label: t(one.label), settings: short(one.settings ?? []) }]),
    );
  const template = kind === 'view' && registry.has('viewTemplate', body.template);
  return {
    top: short(sourcePart(kind, registry)),
    config: template ? short(registry.viewTemplate(body.template).settings) : [],
    table: body.table ?? null,
    elements: Object.fromEntries(
      registry.all('element').map((one) => [one.name, { label: t(one.label), settings: short(one.settings) }]),
    ),
    actions: definitions('action'),
    fieldViews: definitions('fieldView'),
    tables: Object.fromEntries(
      catalog.tables.map(({ name, label, fields }) => [name, { label, fields: named(fields) }]),
    ),
    views: named(catalog.views),
    pages: named(catalog.pages),
    roles: named(catalog.roles),
  };
}

/** @param {Setting} setting @param {(text: string) => string} t @returns {unknown} */
function shortSetting({ name, type, label, options, items, required }, t) {
  return {
    name,
    type,
    label: label ? t(label) : '',
    ...(required && { required }),
    ...(options && { options: options.map((one) => ({ name: one.value, label: t(one.label) })) }),
    ...(items && { items: items.map((one) => shortSetting(one, t)) }),
  };
}
