/** @import { Actor, Catalog, Registry, Table } from '@plinth/plugin' */
/** @import { EditOptions } from '../../edits/types.d.ts' */
/** @import { ExportOptions } from './read-export.js' */
/** @import { ImportOptions, ImportResult } from './import.js' */
import { AppError, phrase } from '@plinth/plugin';
import { isUnlimited } from '../../rules/rights/index.js';
import { forbidden } from '../../postgres/errors/row-errors.js';
import { createSelect } from '../../gate/rows/select.js';
import { exportCsv } from './export.js';
import { exportPdf } from './export-pdf.js';
import { exportXlsx } from './export-xlsx.js';
import { checkRows, isChecked } from './check-rows.js';
import { csvCancelled, tableKept } from './errors.js';
import { createMadeTables } from './made-tables.js';
import { createUndoImport } from './undo-import.js';
import { importRows } from './import.js';
import { keyFields } from './key-choice.js';
import { inspectCsv } from './inspect.js';
import { mapColumns, newFields } from './mapping.js';
import { addNewChoices } from './new-choices.js';
import { openCsv } from './open-csv.js';
import { createPdfs } from '../pdf/create-pdfs.js';
import { createRevisions } from '../../edits/revisions/revisions.js';
import { openReport, sweepReports } from './rejects.js';
import { sweepImports } from './sweep-imports.js';
import { removeUnfinished, withUnfinished } from './unfinished-tables.js';

/**
 * @typedef {import('./import.js').ImportContext & { engine?: any, edit: (actor: Actor, name: string, input: any, options?: EditOptions) => Promise<any>,
 *   log?: import('../../create-data.js').Log, events?: import('../../gate/security/security-events.js').SecurityEvents,
 *   pdfs?: ReturnType<typeof import('../pdf/create-pdfs.js').createPdfs> }} CsvContext
 * @typedef {Omit<ImportOptions, 'table'> & { table?: string, newTable?: NewTable
 *   } & Reading} CsvImport
 * @typedef {{ name: string, label?: string, app?: string, comments?: string, then?: (table: Table, options: EditOptions) => Promise<unknown> }} NewTable
 *   `then`: the edit of what else is made when its rows are in; tried before they are read, so that what can't be made is told
 *   at once. The table stays with this edit: it passes the options on
 * @typedef {import('./find-rows.js').RowPlace & { delimiter?: string, encoding?: string, sheet?: string }} Reading how a file is
 *   written, as far as it need not be guessed
 */

/**
 * Importing and exporting CSV files.
 *
 * @param {CsvContext} context
 */
export function createCsv(context) {
  const { dataDir, limits, clock = () => new Date(), pdfs = createPdfs() } = context;
  const select = createSelect(context);
  const undo = createUndoImport(context);
  const { undoAll } = createRevisions({ db: context.db, engine: context.engine });
  const made = createMadeTables({ ...context, undoAll });

  return {
    /** @param {AsyncIterable<Buffer | string>} stream @param {Parameters<typeof inspectCsv>[2]} [options] */
    inspect: (stream, options) => inspectCsv(context, stream, options),

    /** Refuses what is no file of rows, by its beginning. @param {AsyncIterable<Buffer | string>} stream */
    async check(stream) {
      const csv = await openCsv(stream, { dataDir, limits });
      await csv.close();
    },

    /**
     * What an import into a table would refuse because of other rows or missing values, before anything is written.
     *
     * @param {Actor} actor @param {AsyncIterable<Buffer | string>} stream
     * @param {{ table: string, columns: import('./mapping.js').ColumnChoice[], signal?: AbortSignal } & Reading} options
     * @returns {Promise<import('./check-rows.js').Misfit[]>}
     */
    async misfits(actor, stream, { table: name, columns, signal, ...given }) {
      const table = context.catalog().table(name);
      const csv = await openCsv(stream, { ...given, dataDir, limits });
      try {
        if (!isChecked(table) || columns.every(({ field }) => !field)) return [];
        const mapped = mapColumns(csv.columns, columns, table, context.registry);
        const goOn = () => {
          if (signal?.aborted) throw csvCancelled();
        };
        return await checkRows(context, actor, csv, { table, mapped, goOn });
      } finally {
        await csv.close();
      }
    },

    /**
     * Imports rows into an existing or a new table. With 'all-or-nothing' a single rejected row stops the import, and a
     * new table is removed again.
     *
     * @param {Actor} actor @param {AsyncIterable<Buffer | string>} stream @param {CsvImport} options
     * @returns {Promise<ImportResult>}
     */
    import: (actor, stream, options) => importFile(context, actor, stream, options),

    /** The complete list of rejected rows as CSV. @param {Actor} actor @param {string} id `report` of an import */
    async report(actor, id) {
      if (!isUnlimited(actor)) throw forbidden(phrase`see reports of imports`);
      return openReport(dataDir, id);
    },

    /**
     * @param {Actor} actor @param {ExportOptions & { format?: 'csv' | 'xlsx' | 'pdf', look?: import('./export-pdf.js').PdfLook }} options
     *   look: of a PDF
     * @returns {Promise<import('node:stream').Readable>}
     */
    async export(actor, { format = 'csv', look, ...options }) {
      const write = { csv: exportCsv, xlsx: exportXlsx, pdf: exportPdf }[format];
      const rows = await write({ ...context, select, pdfs }, actor, /** @type {any} */ ({ ...options, look }));
      await context.events?.add('exported', {
        by: actor.userId,
        address: actor.address,
        what: `${options.table} (${format === 'xlsx' ? 'Excel' : format.toUpperCase()})`,
      });
      return rows;
    },

    /** The last imports into a table, by admins. */
    imports: undo.list,
    /** The last imports into any table. */
    allImports: undo.listAll,
    /** Takes an import back. */
    undoImport: undo.undo,
    /** The table that an import of this id went into, for whoever may undo it. */
    importedInto: undo.tableOf,
    /** The table that an import has made and that nobody has worked with since its rows were taken back. */
    unusedTable: made.unusedTable,
    /** Removes it with its views, page and menu entry. */
    removeMade: made.removeMade,
    /** The fields by which lines can be matched with rows. @param {Actor} actor @param {string} table */
    keyFields: (actor, table) => keyFields(context.catalog().table(table), context.registry, actor),

    /** Takes back the tables of imports whose process was killed, at each start. */
    removeUnfinished: () => removeUnfinished(context),

    /** Also what was not done at a start, and reports and records of imports that have had their time. */
    async sweep() {
      await removeUnfinished(context);
      await sweepReports(dataDir, clock().getTime());
      await sweepImports({ ...context, clock });
    },
  };
}

/**
 * @param {CsvContext} context @param {Actor} actor @param {AsyncIterable<Buffer | string>} stream @param {CsvImport} options
 * @returns {Promise<ImportResult>}
 */
async function importFile(context, actor, stream, { table: name, newTable, ...given }) {
  const { dataDir, limits } = context;
  const { known, options } = splitReading(given);
  // It may get another name as soon as its file is read.
  const table = newTable ? null : context.catalog().table(String(name));
  const csv = await openCsv(stream, { ...known, dataDir, limits });
  if (newTable) return importNew(context, actor, csv, newTable, options);
  return importInto(context, actor, csv, { ...options, table: /** @type {Table} */ (table) });
}

/** @param {CsvContext} context @param {Actor} actor @param {import('./open-csv.js').OpenCsv} csv @param {ImportOptions} options */
async function importInto(context, actor, csv, options) {
  const takeBack = await addNewChoices(context, actor, options.table, options.columns);
  try {
    const result = await importRows(context, actor, csv, options);
    if (options.preview || result.inserted + result.changed === 0) await takeBack();
    return result;
  } catch (error) {
    // Rows that are there already keep their choices; the first error is the one that is reported.
    await takeBack().catch(() => {});
    throw error;
  }
}

/**
 * Table, rows and what else is made for them: all or nothing.
 *
 * @param {CsvContext} context @param {Actor} actor @param {import('./open-csv.js').OpenCsv} csv
 * @param {NewTable} newTable @param {Omit<ImportOptions, 'table'>} options
 */
async function importNew(context, actor, csv, { then, ...newTable }, options) {
  const { named, fields } = newFields(options.columns, context.registry);
  const fill = async (/** @type {import('./unfinished-tables.js').Unfinished} */ { id, finish, takeBack }) => {
    const table = () => context.catalog().tables.find((one) => one.id === id) ?? context.catalog().table(newTable.name);
    try {
      await then?.(table(), { dryRun: true });
      const into = { columns: named, table: table(), isNew: true };
      const result = await importRows(context, actor, csv, { ...options, ...into });
      if (options.mode === 'all-or-nothing' && result.rejectedCount > 0) {
        if (!(await takeBack())) return { ...result, kept: table().name };
      } else if (then) await then(table(), { dryRun: false, along: finish });
      else await finish(context.db);
      return result;
    } catch (error) {
      // The first error is reported, even if the database is not available to remove the table.
      const isGone = await takeBack().catch(() => true);
      throw isGone || !(error instanceof AppError) ? error : tableKept(error, table().label);
    }
  };
  try {
    return await withUnfinished(context, actor, { ...newTable, fields }, fill);
  } finally {
    await csv.close();
  }
}

/** @param {Omit<CsvImport, 'table' | 'newTable'>} given */
function splitReading({ delimiter, encoding, sheet, header, headLine, skip, comment, ...options }) {
  return { known: { delimiter, encoding, sheet, header, headLine, skip, comment }, options };
}
