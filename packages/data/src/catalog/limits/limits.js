import { MOST } from '../field-types/base/most.js';

/** @typedef {{ readonly [name in keyof typeof LIMITS]: number }} Limits */

/**
 * What can be imported and sent at most, in one list: docs/reference/limits.md has the same, and what to do beyond.
 */
export const LIMITS = Object.freeze({
  /** Bytes of an uploaded file to import. */
  importFileBytes: 1024 ** 3,
  /** Columns of a file to import. */
  importColumns: 1000,
  /** Rows of a file that changes rows by a key. */
  importKeys: 1_000_000,
  /** Characters of a line of a CSV file, and of a cell of a workbook. */
  lineCharacters: 1_000_000,
  /** Bytes of a workbook as it is stored. */
  workbookBytes: 256 * 1024 ** 2,
  /** Bytes of a sheet, unpacked: it is read piece by piece. */
  sheetBytes: 4 * 1024 ** 3,
  /** Bytes of any other part of a workbook, unpacked: it is held in memory. */
  workbookPartBytes: 128 * 1024 ** 2,
  /** Parts of a workbook. */
  workbookParts: 10_000,
  /** Bytes that any part may have unpacked, however small it is packed. */
  workbookFreeBytes: 8 * 1024 ** 2,
  /** How many times larger than packed a larger sheet may be, and any other part, which is held: more was made to fill the memory. */
  workbookRatio: 100,
  workbookPartRatio: 40,
  /** Bytes of what is held of a workbook while its sheets are read: its texts, formats and lists. */
  workbookHeldBytes: 256 * 1024 ** 2,
  /** Controls of a form that is sent: a file of 1000 columns is confirmed with several for each. */
  formFields: 20_000,
  /** Bytes of a form's texts. */
  formTextBytes: 2 * 1024 ** 2,
  /** Bytes of the texts of a form that confirms the columns of a file. */
  columnsFormBytes: 32 * 1024 ** 2,
  /** Files of a form, and bytes of each. */
  formFiles: 50,
  formFileBytes: 100 * 1024 ** 2,
  /** Columns of a table in PostgreSQL, with those that Plinth sets and those that were removed. */
  tableColumns: 1600,
  /** Columns of a query: those of a row of the widest table. */
  queryColumns: 1600,
  /** Bytes of a row's numbers, dates and short texts in PostgreSQL. */
  rowBytes: 8160,
  /** Characters of a text in a row. */
  textCharacters: MOST.textCharacters,
  /** Choices that a row has in one field. */
  chosenEntries: MOST.chosenEntries,
  /** Rows that a row is linked to by one field. */
  linkedRows: MOST.linkedRows,
  /** Choices that a field gets from the values of a file or of its rows, and from people who fill in rows. */
  choices: 500,
  /** Entries of the menu, and of each group in it. */
  menuEntries: 300,
});
