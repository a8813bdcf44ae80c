/** @import { Catalog, Field, Table, Translate } from '@plinth/plugin' */

/**
 * The Catalog with Plinth's own labels translated: those of the users' table and of the fields that Plinth fills in
 * itself. They are stored in English, which is their key; a label that somebody wrote has no translation and stays.
 *
 * @param {Catalog} catalog @param {Translate} t
 * @returns {Catalog}
 */
export function localCatalog(catalog, t) {
  const fields = keep((/** @type {Field} */ field) => ({ ...field, label: t(field.label) }));
  const fieldOf = (/** @type {Table} */ table, /** @type {Field} */ field) =>
    (table.system || field.auto) && t(field.label) !== field.label ? fields(field) : field;
  const local = keep((/** @type {Table} */ table) =>
    // With non-enumerable properties, because they determine who may read a formula.
    Object.create(Object.prototype, {
      ...Object.getOwnPropertyDescriptors(table),
      ...values({
        label: table.system ? t(table.label) : table.label,
        fields: Object.freeze(table.fields.map((field) => fieldOf(table, field))),
        field: (/** @type {string} */ name) => fieldOf(table, table.field(name)),
      }),
    }),
  );
  return Object.freeze(
    // Inherited properties stay, because pages of plugins use a Catalog created on top of another one.
    Object.create(Object.getPrototypeOf(catalog), {
      ...Object.getOwnPropertyDescriptors(catalog),
      ...values({
        tables: Object.freeze(catalog.tables.map(local)),
        table: (/** @type {string} */ name) => local(catalog.table(name)),
        children: (/** @type {string} */ name) =>
          catalog.children(name).map(({ table, field }) => ({ table: local(table), field: fieldOf(table, field) })),
        path: (/** @type {Table} */ start, /** @type {string} */ path) => walk(catalog, start, path),
      }),
    }),
  );

  /** @param {Catalog} whole @param {Table} start @param {string} path */
  function walk(whole, start, path) {
    const found = whole.path(start, path);
    if (!found) return null;
    let table = start;
    const steps = found.steps.map((/** @type {Field} */ step, /** @type {number} */ i) => {
      if (i > 0) table = whole.table(found.steps[i - 1].target ?? '');
      return fieldOf(table, step);
    });
    return { ...found, steps, field: steps[steps.length - 1], table: local(found.table) };
  }
}

/**
 * One copy per object, so that equal objects stay identical.
 *
 * @template {object} T
 * @param {(thing: T) => T} make
 */
function keep(make) {
  /** @type {WeakMap<T, T>} */
  const made = new WeakMap();
  return (/** @type {T} */ thing) => {
    let found = made.get(thing);
    if (!found) {
      found = Object.freeze(make(thing));
      made.set(thing, found).set(found, found);
    }
    return found;
  };
}

/** @param {Record<string, unknown>} entries */
const values = (entries) =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, { value, enumerable: true }]));
