/** @import { Field, ViewTemplate } from '@plinth/plugin' */
import { node } from '@plinth/plugin';
import { ownFields } from '../parts/default-fields.js';

/** Whether its control needs the full width. @param {Field} field */
const isWide = ({ traits }) => traits.isLong || traits.isMany || traits.value === 'files';

/**
 * A control for each field, in the order of the table; short ones two per row.
 *
 * @type {ViewTemplate['defaults']}
 */
export const editDefaults = (table, { links, registry }) => ({
  layout: node('stack', {}, groups(ownFields(table, registry)).map(formRow)),
  ...(links.show ? { destinationView: links.show } : links.list ? { destinationView: links.list } : {}),
  ...(links.list && { cancelView: links.list }),
  deleteButton: true,
});

/** @param {readonly Field[]} fields @returns {Field[][]} */
function groups(fields) {
  /** @type {Field[][]} */
  const rows = [];
  for (const [i, field] of fields.entries()) {
    const last = rows.at(-1);
    // The first field names the row and gets its own line.
    const joins = i > 1 && last?.length === 1 && !isWide(field) && !isWide(last[0]) && rows.length > 1;
    if (joins) last.push(field);
    else rows.push([field]);
  }
  return rows;
}

/** @param {Field[]} fields */
function formRow(fields) {
  if (fields.length === 1) return control(fields[0]);
  return node(
    'columns',
    {},
    fields.map((field) => node('column', { width: 6 }, [control(field)])),
  );
}

/** @param {Field} field */
function control(field) {
  return node('form_field', { field: field.name });
}
