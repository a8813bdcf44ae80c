/** @import { Field, Registry, Table, Values } from '@plinth/plugin' */
/** @import { ValueFormat } from '../../catalog/local-values/value-formats.js' */
import { phrase } from '@plinth/plugin';
import { isCurrency } from '../../catalog/field-types/base/currency.js';
import { csvMappingInvalid } from './errors.js';
import { RESERVED, fieldName } from './field-name.js';
import { VALUE_FORMATS, formatsOf } from '../../catalog/local-values/value-formats.js';

/**
 * @typedef {{ header: string, field?: string, name?: string, label?: string, type?: string, attributes?: Values, required?: boolean,
 *   format?: string | null, odd?: string | null, fixes?: Record<string, string>, newChoices?: readonly string[] }} ColumnChoice
 *   `format`: one of VALUE_FORMATS; `odd`: 'empty' leaves a cell that does not fit empty and reports it, else its row is rejected;
 *   `fixes`: what to take instead of texts of the file; `newChoices`: choices that the field gets first
 * @typedef {{ at: number, field: Field, format: ValueFormat | null, leavesEmpty: boolean,
 *   leavesUnlinked: boolean, fixes: ReadonlyMap<string, string> }} MappedColumn `leavesUnlinked`: a link that is not found is left out
 */

/**
 * Which column of the file fills which field.
 *
 * @param {string[]} columns names of the file's columns @param {ColumnChoice[]} chosen @param {Table} table
 * @param {Registry} registry @returns {MappedColumn[]}
 * @throws {AppError} CSV_MAPPING_INVALID, FIELD_NOT_FOUND
 */
export function mapColumns(columns, chosen, table, registry) {
  const used = new Set();
  const mapped = chosen
    .filter((choice) => choice.field)
    .map((choice) => {
      const at = columns.indexOf(choice.header);
      if (at < 0)
        throw csvMappingInvalid(
          phrase`The file has no column "${choice.header}"`,
          phrase`Its columns: ${columns.join(', ')}`,
        );
      const field = table.field(/** @type {string} */ (choice.field));
      if (field.auto && field.auto !== 'id' && field.auto !== 'number')
        throw csvMappingInvalid(phrase`${field.label} is set automatically`, 'Leave its column out');
      if (used.has(field.name))
        throw csvMappingInvalid(phrase`Two columns are mapped to ${field.label}`, 'Choose one of them');
      used.add(field.name);
      const format = readChoice(choice.format, field, registry);
      const fixes = new Map(Object.entries(choice.fixes ?? {}));
      const leaves = choice.odd === 'empty';
      const [leavesEmpty, leavesUnlinked] = [leaves && isPlain(field, registry), leaves && field.target !== null];
      return { at, field, format, fixes, leavesEmpty, leavesUnlinked };
    });
  if (!mapped.length)
    throw csvMappingInvalid('No column is mapped to a field', 'Choose a field for at least one column');
  return mapped;
}

/** What a cell alone tells: a relation's has to be looked up. @param {Field} field @param {Registry} registry */
const isPlain = (field, registry) =>
  field.target === null && registry.has('fieldType', field.type) && registry.fieldType(field.type).storage === 'column';

/** A format that the field's type has no use for is none. @param {string | null | undefined} format @param {Field} field @param {Registry} registry */
function readChoice(format, field, registry) {
  if (!format) return null;
  const known = VALUE_FORMATS.find((one) => one === format);
  if (!known)
    throw csvMappingInvalid(
      phrase`There is no format "${format}" for ${field.label}`,
      phrase`Formats: ${VALUE_FORMATS.join('; ')}`,
    );
  const type = registry.has('fieldType', field.type) && registry.fieldType(field.type);
  return type && formatsOf(type).includes(known) ? known : null;
}

/**
 * The fields of a table created for the file, and the choices with their field names.
 *
 * @param {ColumnChoice[]} chosen @param {Registry} registry
 */
export function newFields(chosen, registry) {
  const taken = new Set(RESERVED);
  if (!chosen.length) throw csvMappingInvalid('No column is mapped to a field', 'Choose at least one column');
  const named = chosen.map((choice, at) => ({
    ...choice,
    field: choice.field || fieldName(choice.label || choice.header, at, taken),
  }));
  for (const { type, attributes, header } of named) {
    if (type === 'money' && !isCurrency(attributes?.currency))
      throw csvMappingInvalid(phrase`The currency of "${header}" is not known`, 'Use three letters such as EUR');
  }
  const fields = named.map(({ field, header, label, type = 'text', attributes = {}, required = false }) => ({
    name: field,
    label: label || header,
    type: registry.fieldType(type).name,
    attributes,
    required,
  }));
  return { named, fields };
}
