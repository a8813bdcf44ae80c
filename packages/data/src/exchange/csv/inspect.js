/** @import { Catalog, Registry } from '@plinth/plugin' */
/** @import { ChosenType } from './guess-columns.js' */
import { VALUE_FORMATS } from '../../catalog/local-values/value-formats.js';
import { csvCancelled } from './errors.js';
import { ENCODINGS } from './encodings/list.js';
import { openCsv } from './open-csv.js';
import { surveyFile } from './survey.js';

/**
 * What a CSV file holds, for confirmation before the import. The whole file is read, once: what becomes of its last line
 * is as certain as what becomes of its first.
 *
 * @param {{ registry: Registry, catalog: () => Catalog, dataDir?: string, limits?: import('../../catalog/limits/limits.js').Limits }} context
 * @param {AsyncIterable<Buffer | string>} stream
 * @param {{ table?: string, chosen?: Record<string, ChosenType & { field?: string | null }>,
 *   onProgress?: (progress: { rows: number }) => void, signal?: AbortSignal } & import('./index.js').Reading} [options]
 *   `table`: match the columns with its fields; `chosen`: by header, what somebody chose instead of the proposal
 */
export async function inspectCsv({ registry, catalog, dataDir, limits }, stream, options = {}) {
  const { table, chosen = {}, onProgress, signal, ...known } = options;
  const csv = await openCsv(stream, { ...known, dataDir, limits });
  try {
    const { columns, rows, unusable } = await surveyFile(csv, {
      registry,
      chosen,
      onProgress,
      locale: catalog().settings.locale,
      table: table === undefined ? null : catalog().table(table),
      goOn() {
        if (signal?.aborted) throw csvCancelled();
      },
    });
    return {
      kind: csv.kind,
      sheets: csv.sheets,
      sheet: csv.sheet,
      delimiter: csv.dialect.delimiter,
      encoding: csv.encoding,
      encodings: ENCODINGS,
      formats: VALUE_FORMATS,
      header: csv.header,
      headLine: csv.headLine,
      skip: csv.skip,
      comment: csv.dialect.comment,
      short: csv.short,
      beginning: csv.beginning,
      columns,
      rows,
      unusable,
    };
  } finally {
    await csv.close();
  }
}
