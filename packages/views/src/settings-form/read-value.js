/** @import { Catalog, Registry, Table } from '@plinth/plugin' */

import { jsonPlace, jsonValue } from './json-place.js';

/**
 * Reads texts of conditions as the field's values. Texts that the field does not accept stay texts, because the form's
 * contents are checked when they are saved, not here.
 *
 * @param {{ registry: Registry, catalog?: Catalog | null }} context @param {Table | null} table
 * @returns {import('./flat-filter.js').ReadValue}
 */
export function valueReader({ registry, catalog }, table) {
  return (path, text) => {
    const field = table && catalog ? catalog.path(table, path)?.field : null;
    if (!field) return jsonPlace(path, table, { catalog }) ? jsonValue(text) : text;
    try {
      return registry.fieldType(field.type).parse(text, field) ?? text;
    } catch {
      return text;
    }
  };
}
