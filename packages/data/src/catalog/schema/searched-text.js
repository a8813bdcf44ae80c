/** @import { Field, Registry, Table } from '@plinth/plugin' */
import { indexName } from '../../postgres/sql/physical.js';

/**
 * A column's text as search indexes hold it and as searches ask for it: the two must be spelled alike: without accents
 * and in lower case. Trigrams fold the case of the database's own locale, which may be another one, so it is folded before.
 *
 * @param {string} column quoted @param {Field} field @param {Registry} registry
 * @returns {string | null} null for what is no text, or only a label of another row
 */
export function searchedText(column, field, registry) {
  if (field.target !== null || (field.formula && !field.stored) || !registry.has('fieldType', field.type)) return null;
  const type = registry.fieldType(field.type);
  if (!type.searchable || type.storage !== 'column') return null;
  if (type.textSql) return folded(type.textSql(column, field));
  const sqlType = type.sqlType(field, { targetKey: 'uuid' });
  if (sqlType === 'text') return folded(column);
  return sqlType === 'text[]' ? folded(`"plinth"."joined_texts"(${column})`) : null;
}

/** Without case and accents. @param {string} text SQL */
export const folded = (text) => `lower("plinth"."without_accents"(${text}) collate "plinth"."text_search")`;

/** Fields whose own texts a search looks through. @param {Table} table @param {Registry} registry */
export function searchedFields(table, registry) {
  return table.fields.filter((field) => searchedText('""', field, registry) !== null);
}

/**
 * The table's search index, if it is there.
 *
 * @param {Table} table @param {{ unbuilt?: readonly string[] }} catalog
 */
export function builtSearchIndex(table, { unbuilt = [] }) {
  return table.indexes.find((index) => index.kind === 'search' && !unbuilt.includes(indexName(index)));
}
