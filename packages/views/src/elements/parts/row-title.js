/** @import { ElementCompiler, Field, Html, RowModel, Table } from '@plinth/plugin' */
import { html, readersAt } from '@plinth/plugin';

/** Values in the sentence that stands for a title. */
const MOST_PARTS = 3;
/** Fields that are asked for them. */
const MOST_FIELDS = 5;

/**
 * What a row is called: the value of its title field, or, where that is empty or a mere number, a sentence of its first
 * values.
 *
 * @param {ElementCompiler} c @param {string} field its title field @param {(m: RowModel) => Html} shown the value of that field
 * @returns {(m: RowModel) => Html}
 */
export function rowTitle(c, field, shown) {
  const table = /** @type {Table} */ (c.table);
  const title = createPart(c, table.field(field));
  const others = table.fields.filter((one) => one.name !== field && isPart(c, table, one)).slice(0, MOST_FIELDS);
  const parts = [title, ...others.map((one) => createPart(c, one))];
  return (m) => {
    if (isName(title.text(m))) return shown(m);
    const sentence = parts.flatMap((part) => part.said(m)).slice(0, MOST_PARTS);
    return html`${sentence.length > 0 ? sentence.join(' · ') : m.env.t('views.untitled')}`;
  };
}

/** A number or a code of digits names nothing by itself. @param {string} text */
const isName = (text) => /\p{L}/u.test(text);

/** @param {ElementCompiler} c @param {Field} field */
function createPart(c, field) {
  const type = c.registry.fieldType(field.type);
  const hasLabel = field.target !== null && field.traits.value === 'reference' && !field.traits.isMany;
  const column = c.select(hasLabel ? { field: field.name, label: true } : { field: field.name });
  /** @param {RowModel} m @returns {string} */
  const text = (m) => {
    const value = m.row?.[column] ?? null;
    if (value === null) return '';
    return (hasLabel ? String(value) : type.format(value, field, m.env.formats)).trim();
  };
  /** @param {RowModel} m @returns {string[]} */
  const said = (m) => {
    const value = text(m);
    if (value === '') return [];
    return [isName(value) || field.traits.hasDay ? value : `${field.label} ${value}`];
  };
  return { text, said };
}

const VALUES = new Set(['text', 'number', 'choice', 'reference', 'date']);

/**
 * Whether it says something about the row in a few words, to everyone who may read the row.
 *
 * @param {ElementCompiler} c @param {Table} table @param {Field} field
 */
function isPart({ catalog, registry }, table, field) {
  const { value, isLong, isMany, isMarkup, isKey, hasTime } = field.traits;
  if ((field.auto && field.auto !== 'number') || !VALUES.has(value)) return false;
  if (!registry.has('fieldType', field.type) || registry.fieldType(field.type).isInternal) return false;
  return !isLong && !isMany && !isMarkup && !isKey && !hasTime && readersAt(catalog, table, field.name).length === 0;
}
