/**
 * @typedef {'workbookBytes' | 'sheetBytes' | 'workbookPartBytes' | 'workbookParts' | 'workbookRatio' | 'workbookPartRatio' |
 *   'workbookHeldBytes'} WorkbookLimit
 */

/**
 * The file is not a workbook, or exceeds the limits.
 *
 * `limit`: which one, if it is too large; null: a text of it; `row`: as far as reading came, or where the cell is; `column`: of a value beyond the last column, from 0
 */
export class WorkbookError extends Error {
  /** @param {'broken' | 'too-large' | 'too-wide' | 'protected'} reason @param {{ cause?: unknown, row?: number, column?: number, limit?: WorkbookLimit | null }} [more] */
  constructor(reason, { cause, row = 0, column = 0, limit = null } = {}) {
    super(reason, { cause });
    this.reason = reason;
    this.limit = limit;
    this.row = row;
    this.column = column;
  }
}
