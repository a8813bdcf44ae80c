/**
 * What can be imported and sent at most, in one list: docs/reference/limits.md has the same, and what to do beyond.
 */
export const LIMITS = Object.freeze({
  /** Bytes of an uploaded file to import. */
  importFileBytes: 1024 ** 3,
  /** Columns of a file to import. */
  importColumns: 1000,
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
  /** How many times larger than packed a part may be: more was made to exhaust memory. */
  workbookRatio: 400,
  /** Entries of the menu, and of each group in it. */
  menuEntries: 300,
});
