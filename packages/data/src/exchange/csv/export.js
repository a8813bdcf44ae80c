/** @import { Actor, Field, Registry } from '@plinth/plugin' */
/** @import { ExportContext, ExportOptions } from './read-export.js' */
import { Readable } from 'node:stream';
import { csvLine, neutralise } from './neutral.js';
import { choiceText, isNamed, labelText, readExport } from './read-export.js';

/**
 * Streams the rows that an actor may read as CSV, page by page through the gate.
 *
 * @param {ExportContext} context @param {Actor} actor @param {ExportOptions} options
 * @returns {Promise<Readable>} fails before the first byte if there is no such table or field
 */
export async function exportCsv(context, actor, options) {
  const { delimiter = ',' } = options;
  const { columns, head, pages } = await readExport(context, actor, options);
  const cell = (/** @type {unknown} */ value, /** @type {Field | null} */ field) =>
    neutralise(cellText(context.registry, value, field, options), delimiter);
  async function* lines() {
    // The byte order mark tells spreadsheets that the text is UTF-8.
    const titles = options.names ? head : head.map((label) => neutralise(label, delimiter));
    let text = `\ufeff${csvLine(titles, delimiter)}`;
    for await (const rows of pages) {
      for (const row of rows)
        text += csvLine(
          columns.map(({ field }, i) => cell(row[`c${i}`] ?? null, field)),
          delimiter,
        );
      yield text;
      text = '';
    }
  }
  return Readable.from(lines());
}

/** @param {Registry} registry @param {unknown} value @param {Field | null} field @param {ExportOptions} options */
function cellText(registry, value, field, options) {
  if (value === null || field === null) return '';
  if (isNamed(field, options)) return labelText(value);
  return (options.labels && choiceText(value, field)) || registry.fieldType(field.type).serialize(value, field);
}
