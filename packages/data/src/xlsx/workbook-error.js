/**
 * The file is not a workbook, or exceeds the limits.
 *
 * `row`: as far as reading came, or where the cell is; `column`: of a value beyond the last column, from 0
 */
export class WorkbookError extends Error {
  /** @param {'broken' | 'too-large' | 'too-wide' | 'protected'} reason @param {{ cause?: unknown, row?: number, column?: number }} [more] */
  constructor(reason, { cause, row = 0, column = 0 } = {}) {
    super(reason, { cause });
    this.reason = reason;
    this.row = row;
    this.column = column;
  }
}
