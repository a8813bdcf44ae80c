// Blocks of cells as spreadsheets put them on the clipboard: text with tabs and line ends, cells with quotes where they
// need them; or a table in HTML.

/**
 * @param {string} text @param {number} most rows that are wanted; one more is read, to tell that there are more
 * @returns {string[][]}
 */
export function readBlock(text, most) {
  const rows = [];
  /** @type {string[]} */
  let row = [];
  const plain = text.replace(/\r\n?/g, '\n');
  // One line end comes after the last row.
  const end = plain.endsWith('\n') ? plain.length - 1 : plain.length;
  for (let at = 0; at <= end && rows.length <= most;) {
    const { value, next } = readCell(plain, at, end);
    row.push(value);
    if (next >= end || plain[next] === '\n') {
      rows.push(row);
      row = [];
    }
    at = next + 1;
    // A tab at the very end leaves an empty cell.
    if (next >= end) break;
    if (at > end) rows.push([...row, '']);
  }
  return rows;
}

/**
 * @param {string} text @param {number} at @param {number} end @returns {{ value: string, next: number }} next: where it
 *   ends, at a tab, a line end or the end of all
 */
function readCell(text, at, end) {
  if (text[at] === '"') {
    let value = '';
    for (let i = at + 1; i < end; i++) {
      if (text[i] !== '"') value += text[i];
      else if (text[i + 1] === '"') value += text[++i];
      else if (i + 1 >= end || text[i + 1] === '\t' || text[i + 1] === '\n')
        return { value, next: Math.min(i + 1, end) };
      // A text that only begins with a quotation mark.
      else break;
    }
  }
  let next = at;
  while (next < end && text[next] !== '\t' && text[next] !== '\n') next++;
  return { value: text.slice(at, next), next };
}

/** @param {readonly (readonly string[])[]} rows */
export function writeBlock(rows) {
  const text = rows
    .map((row) => row.map((cell) => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n');
  // Whoever reads it drops one line end, which would take a last empty row with it.
  return text.endsWith('\n') ? `${text}\n` : text;
}

/** @param {readonly (readonly string[])[]} rows */
export function writeHtml(rows) {
  const cell = (/** @type {string} */ text) => `<td>${escaped(text).replaceAll('\n', '<br>')}</td>`;
  return `<table><tbody>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</tbody></table>`;
}

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * The rows of the first table in HTML; null where there is none.
 *
 * @param {string} html @param {number} most @returns {string[][] | null}
 */
export function readHtml(html, most) {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  if (!table) return null;
  return [...table.rows]
    .slice(0, most + 1)
    .map((row) =>
      [...row.cells].flatMap((cell) => [textIn(cell), ...Array.from({ length: cell.colSpan - 1 }, () => '')]),
    );
}

/** @param {HTMLElement} cell */
function textIn(cell) {
  for (const end of cell.querySelectorAll('br')) end.replaceWith('\n');
  // Source is wrapped where it likes; only what was written as a line end is one.
  const text = (cell.textContent ?? '').split('\n').map((line) => line.replace(/[\s\u00a0]+/g, ' ').trim());
  return text.join('\n').trim();
}
