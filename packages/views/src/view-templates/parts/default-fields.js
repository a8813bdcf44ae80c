/** @import { Catalog, Field, Registry, Table } from '@plinth/plugin' */
import { translator } from '@plinth/plugin';

/** More columns than this make a list hard to read. */
const MAX_COLUMNS = 7;

/** Fields that people fill in, in order. @param {Table} table @param {Registry} registry @returns {Field[]} */
export function ownFields(table, registry) {
  const isInternal = (/** @type {string} */ type) =>
    registry.has('fieldType', type) && registry.fieldType(type).isInternal === true;
  return table.fields.filter((field) => !field.auto && !isInternal(field.type));
}

/** What a row is shown by: fields that people fill in, and numbers that it was given. @param {Table} table @param {Registry} registry */
export function shownFields(table, registry) {
  const own = ownFields(table, registry);
  return table.fields.filter((field) => own.includes(field) || field.auto === 'number');
}

/** What a page of one row shows: also what is calculated. @param {Table} table @param {Registry} registry */
export function rowFields(table, registry) {
  const shown = shownFields(table, registry);
  return table.fields.filter((field) => shown.includes(field) || field.auto === 'formula' || field.auto === 'function');
}

/**
 * Fields for the columns of a list: the display field first, then short ones, and finally the creation date.
 *
 * @param {Table} table @param {Registry} registry @returns {Field[]}
 */
export function listFields(table, registry) {
  const display = displayField(table);
  const others = shownFields(table, registry).filter(
    (field) => field !== display && !field.traits.isLong && !field.traits.isKey,
  );
  const made = table.fields.find((field) => field.auto === 'created_at');
  const chosen = [...(display ? [display] : []), ...others].slice(0, MAX_COLUMNS);
  const hasTime = chosen.some(({ traits }) => traits.hasDay);
  return made && !hasTime && chosen.length < MAX_COLUMNS ? [...chosen, made] : chosen;
}

/** @param {Table} table @returns {Field | null} */
export function displayField(table) {
  if (table.hasField(table.display)) return table.field(table.display);
  return table.fields.find((field) => !field.auto) ?? null;
}

/**
 * The order that people expect first: newest rows on top.
 *
 * @param {Table} table @param {Registry} registry
 */
export function newestFirst(table, registry) {
  const own = ownFields(table, registry).find(
    (field) => field.traits.hasDay && field.traits.hasTime && registry.fieldType(field.type).sortable,
  );
  const made = table.fields.find((field) => field.auto === 'created_at');
  const field = own ?? made;
  return field ? [{ field: field.name, descending: true }] : [];
}

/**
 * A field view if the registry has it, otherwise the type's own.
 *
 * @param {Registry} registry
 * @param {string} name
 * @param {string} type
 */
export function fieldViewIfAny(registry, name, type) {
  const fits =
    registry.has('fieldView', name) && registry.fieldViewsFor(type, 'show').some((view) => view.name === name);
  return fits ? { view: name } : undefined;
}

/**
 * Texts that become part of a layout and belong to the site from then on, so they are in the site's language.
 *
 * @param {Catalog} catalog @param {Registry} registry
 */
export function siteWords({ settings }, registry) {
  return translator(
    registry.plugins.map(({ texts = {} }) => texts),
    settings?.locale ?? 'en',
  );
}
