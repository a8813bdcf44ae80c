/** @import { Catalog, Registry, SettingsSchema, View, Values } from '@plinth/plugin' */

/**
 * Fields that a view sorts or filters by, taken from its settings of type sort and filter. Only fields of the view's own
 * table count, because paths over relations use the index of the key.
 *
 * @param {View} view @param {Catalog} catalog @param {Registry} registry
 * @returns {{ table: string, field: string }[]}
 */
export function walkViewFields(view, catalog, registry) {
  if (!view.table || !registry.has('viewTemplate', view.template)) return [];
  const table = view.table;
  return fieldsOf(registry.viewTemplate(view.template).settings, view.config).map((field) => ({ table, field }));
}

/** Fields of its own table that a view sorts by, in order. @param {View} view @param {Registry} registry @returns {string[]} */
export function sortFieldsOf({ template, config }, registry) {
  if (!registry.has('viewTemplate', template)) return [];
  const sorts = registry.viewTemplate(template).settings.filter(({ type, of }) => type === 'sort' && !of);
  return sorts
    .flatMap(({ name }) => (config?.[name] ?? []).map((/** @type {Values} */ entry) => entry.field))
    .filter(isOwn);
}

/** Fields of its own table that a view filters by part of a text. @param {View} view @param {Registry} registry @returns {string[]} */
export function textFieldsOf({ template, config }, registry) {
  if (!registry.has('viewTemplate', template)) return [];
  const filters = registry.viewTemplate(template).settings.filter(({ type, of }) => type === 'filter' && !of);
  return filters.flatMap(({ name }) => (config?.[name] ? fieldsIn(config[name], isPart) : []));
}

/** @param {SettingsSchema} schema @param {Values} config @returns {string[]} */
function fieldsOf(schema, config) {
  return schema.flatMap(({ name, type, of, items }) => {
    const value = config?.[name];
    if (!value) return [];
    if (type === 'list') return value.flatMap((/** @type {Values} */ entry) => fieldsOf(items ?? [], entry));
    if (of) return [];
    if (type === 'sort') return value.map((/** @type {Values} */ entry) => entry.field).filter(isOwn);
    return type === 'filter' ? fieldsIn(value, (condition) => !isPart(condition)) : [];
  });
}

/** Whether a condition asks for part of a text, which an ordinary index can't find. @param {any} condition */
const isPart = ({ op }) => op === 'contains' || op === 'starts';

/** @param {Values} filter @param {(condition: unknown) => boolean} counts @returns {string[]} */
function fieldsIn(filter, counts) {
  const steps = filter.all ?? filter.any;
  if (steps) return steps.flatMap((/** @type {Values} */ step) => fieldsIn(step, counts));
  if (filter.not) return fieldsIn(filter.not, counts);
  return typeof filter.field === 'string' && isOwn(filter.field) && counts(filter) ? [filter.field] : [];
}

/** @param {string} path */
function isOwn(path) {
  return !path.includes('.');
}
