/** @import { Catalog, Registry, View, Values } from '@plinth/plugin' */
import { asksForPart, mapReferences } from '@plinth/plugin';
import { namesWithin } from './references.js';

/** Where a field in a view's configuration determines which rows are read, and in which order. */
const DECIDES = /(^|\.|\/)(sort|where|filter|filters|group|groupBy)(\.|\/|$)/;

/**
 * Fields of its own table that a view sorts, filters or groups by, or lets people filter by. What it only looks for a part of a
 * text in is left out: an ordinary index can't find that.
 *
 * @param {View} view @param {Catalog} catalog @param {Registry} registry @returns {string[]}
 */
export function decidingFields(view, catalog, registry) {
  /** @type {Map<string, boolean>} */
  const found = new Map();
  const isPartOnly = new Set(filtersOf(view, registry).flatMap((filter) => fieldsIn(filter, isPart)));
  for (const name of filtersOf(view, registry).flatMap((filter) => fieldsIn(filter, (one) => !isPart(one))))
    isPartOnly.delete(name);
  const visit = namesWithin(catalog, ({ kind, table, name, at }) => {
    if (kind === 'field' && table === view.table && DECIDES.test(at)) found.set(name, !isPartOnly.has(name));
  });
  mapReferences({ kind: 'view', body: /** @type {Values} */ (view) }, { registry, catalog }, visit);
  return [...found].flatMap(([name, counts]) => (counts ? [name] : []));
}

/** Fields of its own table that a view sorts by, in order. @param {View} view @param {Registry} registry @returns {string[]} */
export function sortFieldsOf({ template, config }, registry) {
  if (!registry.has('viewTemplate', template)) return [];
  const sorts = registry.viewTemplate(template).settings.filter(({ type, of }) => type === 'sort' && !of);
  return sorts.flatMap(({ name }) => listOf(config?.[name]).map((entry) => entry?.field)).filter(isOwn);
}

/** Fields of its own table that a view finds rows in by part of a text. @param {View} view @param {Registry} registry @returns {string[]} */
export const textFieldsOf = (view, registry) =>
  filtersOf(view, registry).flatMap((filter) =>
    fieldsIn(filter, (/** @type {any} */ one) => isPart(one) && one.op !== 'lacks'),
  );

/**
 * Fields of its own table that have one value in all rows that a view shows.
 *
 * @param {View} view @param {Registry} registry @returns {string[]}
 */
export const equalFieldsOf = (view, registry) => filtersOf(view, registry).flatMap(equalIn);

/** @param {Values} filter @returns {string[]} */
function equalIn(filter) {
  if (filter?.all) return listOf(filter.all).flatMap(equalIn);
  return filter?.op === 'eq' && isOwn(filter.field) ? [filter.field] : [];
}

/** Of rows of its own table. @param {View} view @param {Registry} registry @returns {Values[]} */
function filtersOf({ template, config }, registry) {
  if (!registry.has('viewTemplate', template)) return [];
  const filters = registry.viewTemplate(template).settings.filter(({ type, of }) => type === 'filter' && !of);
  return filters.flatMap(({ name }) => config?.[name] ?? []);
}

/** Whether a condition asks for part of a text, which an ordinary index can't find. @param {any} condition */
const isPart = ({ op }) => asksForPart(op) && op !== 'has';

/** @param {Values} filter @param {(condition: unknown) => boolean} counts @returns {string[]} */
function fieldsIn(filter, counts) {
  const steps = filter?.all ?? filter?.any;
  if (steps) return listOf(steps).flatMap((step) => fieldsIn(step, counts));
  if (filter?.not) return fieldsIn(filter.not, counts);
  return isOwn(filter?.field) && counts(filter) ? [filter.field] : [];
}

/** @param {unknown} path */
const isOwn = (path) => typeof path === 'string' && !path.includes('.');

/** A draft may hold anything. @param {unknown} value @returns {Values[]} */
const listOf = (value) => (Array.isArray(value) ? value : []);
