/** @import { Catalog, Page, View } from '@plinth/plugin' */

/**
 * A catalog with views and pages that are not stored, so that their plans are real. Those of the same name are
 * replaced; the snapshot itself is unchanged.
 *
 * @param {Catalog} catalog @param {{ views?: readonly View[], pages?: readonly Page[] }} made
 * @returns {Catalog}
 */
export function overlayCatalog(catalog, { views = [], pages = [] }) {
  return Object.freeze(
    Object.create(Object.getPrototypeOf(catalog), {
      ...Object.getOwnPropertyDescriptors(catalog),
      ...together('view', views, catalog.views, catalog),
      ...together('page', pages, catalog.pages, catalog),
    }),
  );
}

/**
 * @template {View | Page} T
 * @param {'view' | 'page'} kind @param {readonly T[]} made @param {readonly T[]} stored @param {any} catalog
 */
function together(kind, made, stored, catalog) {
  const byName = new Map(made.map((one) => [one.name, one]));
  const has = kind === 'view' ? 'hasView' : 'hasPage';
  return {
    [`${kind}s`]: {
      value: Object.freeze([...stored.filter(({ name }) => !byName.has(name)), ...made]),
      enumerable: true,
    },
    [kind]: { value: (/** @type {string} */ name) => byName.get(name) ?? catalog[kind](name), enumerable: true },
    [has]: { value: (/** @type {string} */ name) => byName.has(name) || catalog[has](name), enumerable: true },
  };
}
