/** Lines around a difference, to show where it is. */
const AROUND = 2;
const MOST_LINES = 200;

/**
 * Two states of a part of a table, view, page ... as texts to compare. For long ones, such as a layout, only the
 * difference is shown; '' for nothing.
 *
 * @param {unknown} before @param {unknown} after
 * @returns {{ before: string, after: string } | null} null if they are equal
 */
export function difference(before, after) {
  const [old, now] = [outline(before), outline(after)];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start++;
  if (start === most && old.length === now.length) return null;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return { before: part(old, start, end), after: part(now, start, end) };
}

/**
 * @param {readonly string[]} lines @param {number} start equal lines at the beginning
 * @param {number} end equal lines at the end
 */
function part(lines, start, end) {
  const from = start > AROUND + 1 ? start - AROUND : 0;
  const to = end > AROUND + 1 ? lines.length - end + AROUND : lines.length;
  const shown = lines.slice(from, Math.min(to, from + MOST_LINES));
  if (from > 0) shown.unshift('…');
  if (from + MOST_LINES < to || to < lines.length) shown.push('…');
  return shown.join('\n');
}

/** A value as indented lines, without empty ones. @param {unknown} value @returns {string[]} */
function outline(value) {
  if (isEmpty(value)) return [];
  if (typeof value !== 'object') return String(value).split('\n');
  if (Array.isArray(value)) return value.flatMap((entry) => hung('–', outline(entry)));
  return Object.entries(/** @type {object} */ (value))
    .filter(([, inner]) => !isEmpty(inner))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, inner]) => {
      const lines = outline(inner);
      return typeof inner === 'object' || lines.length > 1
        ? [`${key}:`, ...lines.map((line) => `  ${line}`)]
        : [`${key}: ${lines[0]}`];
    });
}

/** @param {string} mark @param {readonly string[]} lines of one entry of a list */
const hung = (mark, lines) => lines.map((line, i) => `${i === 0 ? mark : ' '} ${line}`);

/** @param {unknown} value */
function isEmpty(value) {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
