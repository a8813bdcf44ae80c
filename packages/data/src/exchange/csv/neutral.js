/** Characters that start a formula, also in East Asian full width, which some spreadsheets read alike. */
const SIGN = '=+\\-@＝＋－＠﹦﹢﹣﹫';
/** What spreadsheets skip before such a character. */
const BLANK = '\\s\\p{Cc}\\p{Cf}';

/** What a spreadsheet would take for a formula, with the apostrophes put before it. */
const FORMULA = new RegExp(`^'*(?:[\\t\\r\\n]|[${BLANK}]*[${SIGN}])`, 'u');
const NEUTRALISED = new RegExp(`^'+(?:[\\t\\r\\n]|[${BLANK}]*[${SIGN}])`, 'u');
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/**
 * Each run of blanks, separators and quotation marks with what follows; matched as a whole, so that it is read once.
 */
const RUN = new RegExp(`([${BLANK}",;]+)('*)([${SIGN}]?)`, 'gu');
/** What separates cells and lines for a reader that expects another separator than the file's. */
const PARTS = Object.freeze({ ',': /[;\t\r\n]/, ';': /[,\t\r\n]/, '\t': /[,;\r\n]/ });
const ANY_PART = /[,;\t\r\n]/;

/**
 * Makes a spreadsheet show a text instead of running it: an apostrophe goes before anything that looks like a formula.
 * A plain number is no formula. A spreadsheet that expects another separator splits a cell, quoted or not: each piece
 * that looks like a formula gets two apostrophes, and the whole text one. `restore` removes exactly these again,
 * whatever the text was.
 *
 * @param {string} text @param {string} [delimiter] of the file
 */
export function neutralise(text, delimiter = ',') {
  const pieces = piecesOf(text, delimiter);
  if (pieces.length > 0) return `'${markPieces(text, delimiter, (marks) => `''${marks}`)}`;
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** @param {string} text @param {string} [delimiter] of the file */
export function restore(text, delimiter = ',') {
  if (!text.startsWith("'")) return text;
  const pieces = piecesOf(text, delimiter);
  if (pieces.length > 0 && pieces.every((marks) => marks.length >= 2))
    return markPieces(text.slice(1), delimiter, (marks) => marks.slice(2));
  return NEUTRALISED.test(text) ? text.slice(1) : text;
}

/**
 * The apostrophes before each formula inside a text.
 *
 * @param {string} text @param {string} delimiter
 * @returns {string[]}
 */
function piecesOf(text, delimiter) {
  /** @type {string[]} */
  const found = [];
  markPieces(text, delimiter, (marks) => {
    found.push(marks);
    return marks;
  });
  return found;
}

/** @param {string} text @param {string} delimiter @param {(marks: string) => string} change */
function markPieces(text, delimiter, change) {
  const parts = PARTS[/** @type {keyof typeof PARTS} */ (delimiter)] ?? ANY_PART;
  return text.replace(RUN, (all, run, marks, sign) =>
    sign !== '' && parts.test(run) ? `${run}${change(marks)}${sign}` : all,
  );
}

/**
 * One line of CSV. A cell that contains any usual separator is quoted, whichever the file uses.
 *
 * @param {readonly string[]} cells @param {string} [delimiter]
 */
export function csvLine(cells, delimiter = ',') {
  // Nothing at all would be an empty line, which is not a row.
  if (cells.length === 1 && cells[0] === '') return '""\r\n';
  return `${cells.map((cell) => quote(cell, delimiter)).join(delimiter)}\r\n`;
}

/** @param {string} cell @param {string} delimiter */
function quote(cell, delimiter) {
  const plain = !cell.includes(delimiter) && !/[",;\t\r\n]|^\s|\s$/.test(cell);
  return plain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
