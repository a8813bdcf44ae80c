/** How much is shown. */
const LINES = 12;
const LONGEST = 300;

/**
 * The first lines of a file as they are read, so that people see where the names of the columns are.
 *
 * @typedef {{ line: number, text: string, role: 'above' | 'head' | 'row' }} ShownLine `above`: not read
 */

/**
 * @param {readonly { line: number, text: string }[]} lines
 * @param {{ headLine: number | null, first: number, comment: string }} found `first`: line from which on there are rows
 * @returns {ShownLine[]}
 */
export const beginningOf = (lines, { headLine, first, comment }) =>
  lines.slice(0, LINES).map(({ line, text }) => {
    const isComment = comment !== '' && text.startsWith(comment);
    const role = line === headLine ? 'head' : line < first || isComment || text.trim() === '' ? 'above' : 'row';
    return { line, text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text, role };
  });

/** @param {string} text the beginning of a file */
export function linesOf(text) {
  const lines = text.split(/\r\n|\n|\r/, LINES + 1).map((line, at) => ({ line: at + 1, text: line }));
  return lines.at(-1)?.text === '' ? lines.slice(0, -1) : lines;
}
