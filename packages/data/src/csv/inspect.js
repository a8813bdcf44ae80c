/** @import { Catalog, Registry } from '@plinth/plugin' */
import { ENCODINGS } from './encodings/list.js';
import { guessColumns } from './guess-columns.js';
import { restore } from './neutral.js';
import { hasWidth } from './records.js';
import { openCsv } from './open-csv.js';
import { shortLines } from './short-lines.js';
import { VALUE_FORMATS } from '../local-values/value-formats.js';

/** How many rows are examined. */
const LOOKED_AT = 2000;

/**
 * What a CSV file holds, for confirmation before the import.
 *
 * @param {{ registry: Registry, catalog: () => Catalog, dataDir?: string }} context
 * @param {AsyncIterable<Buffer | string>} stream
 * @param {{ table?: string } & import('./index.js').Reading} [options]
 *   `table`: match the columns with its fields
 */
export async function inspectCsv({ registry, catalog, dataDir }, stream, { table, ...known } = {}) {
  const csv = await openCsv(stream, { ...known, dataDir });
  await csv.close();
  const { delimiter } = csv.dialect;
  // A line of another width is told when it is imported; what stands where in it is not known.
  const usable = csv.sample.filter(({ fields }) => hasWidth(fields, csv.columns.length));
  const rows = usable
    .slice(0, LOOKED_AT)
    .map(({ fields }) => (csv.kind === 'csv' ? fields.map((text) => restore(text, delimiter)) : fields));
  return {
    ...{ kind: csv.kind, sheets: csv.sheets, sheet: csv.sheet },
    delimiter,
    encoding: csv.encoding,
    encodings: ENCODINGS,
    formats: VALUE_FORMATS,
    header: csv.header,
    headLine: csv.headLine,
    skip: csv.skip,
    comment: csv.dialect.comment,
    short: shortLines(csv.sample),
    columns: guessColumns(csv.columns, rows, {
      registry,
      table: table === undefined ? null : catalog().table(table),
      // Numbers of a workbook are in plain digits, whatever its texts are written in.
      delimiter: csv.kind === 'csv' ? delimiter : ',',
      whole: csv.whole && rows.length === usable.length,
    }),
    /** The number of rows; null if the file is larger than the sample. */
    rows: csv.whole ? csv.sample.length : null,
  };
}
