/** What a spreadsheet would take for a formula, with the apostrophes that were put before it. */
const FORMULA = /^'*[=+\-@\t\r]/;
const NEUTRALISED = /^'+[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/**
 * A text that a spreadsheet shows and does not run: what looks like a formula gets an apostrophe ahead. A plain number
 * is no formula. `restore` takes exactly that away again, whatever the text was.
 *
 * @param {string} text
 */
export const neutralise = (text) => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);

/** @param {string} text */
export const restore = (text) => (NEUTRALISED.test(text) ? text.slice(1) : text);

/**
 * One line of CSV.
 *
 * @param {readonly string[]} cells @param {string} [delimiter]
 */
export function csvLine(cells, delimiter = ',') {
  // Nothing at all would be an empty line, which is no row.
  if (cells.length === 1 && cells[0] === '') return '""\r\n';
  return `${cells.map((cell) => quote(cell, delimiter)).join(delimiter)}\r\n`;
}

/** @param {string} cell @param {string} delimiter */
function quote(cell, delimiter) {
  const plain = !cell.includes('"') && !cell.includes(delimiter) && !/[\r\n]|^\s|\s$/.test(cell);
  return plain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
