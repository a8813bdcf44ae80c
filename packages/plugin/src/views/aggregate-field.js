/** @import { Catalog, Field, Formats, Registry, Table } from '../index.d.ts' */
import { AppError } from '../app-error.js';
import { phrase } from '../texts/phrase.js';

/** What every field has. */
const ANY = new Set(['count', 'latest', 'array']);

/**
 * The field of the child rows that is aggregated. For references, the label is aggregated, because nobody wants to read
 * a key.
 *
 * @param {{ catalog: Catalog, registry: Registry }} c @param {Table} child @param {string} aggregate
 * @param {string} name of the field
 * @returns {{ path: string, field: Field, own: Field }} path from the child rows; the field at its end; the chosen
 *   field
 * @throws {AppError} SETTINGS_INVALID if the field has no such aggregate
 */
export function aggregateField({ catalog, registry }, child, aggregate, name) {
  const own = child.field(name);
  checkAggregate(registry, child, aggregate, own);
  const path = own.target && catalog.hasTable(own.target) ? `${name}.${catalog.table(own.target).display}` : name;
  return { path, own, field: catalog.path(child, path)?.field ?? own };
}

/**
 * @param {Registry} registry @param {Table} table @param {string} aggregate @param {Field} field
 * @throws {AppError} SETTINGS_INVALID if the field has no such aggregate
 */
export function checkAggregate(registry, table, aggregate, field) {
  const { storage, traits } = registry.fieldType(field.type);
  const isNumber = traits.value === 'number';
  const isOrdered = isNumber || traits.orders;
  const fits = aggregate === 'min' || aggregate === 'max' ? isOrdered : ANY.has(aggregate) || isNumber;
  if (fits && storage !== 'join') return;
  throw new AppError('SETTINGS_INVALID', phrase`The field ${field.label} of ${table.label} has no "${aggregate}"`, {
    status: 422,
    hint: 'Choose another field, or count the rows',
  });
}

/**
 * An average as text: money stays money; an average of whole numbers is none, so their own format would refuse it.
 *
 * @param {Field} field @param {{ registry: Registry, formats: Formats }} c @returns {(value: any) => string}
 */
export function averagePrinter(field, { registry, formats }) {
  const type = registry.fieldType(field.type);
  if (type.traits.hasUnit) return (value) => type.format(value, field, formats);
  return (value) => formats.number(value, { maximumFractionDigits: 2 });
}
