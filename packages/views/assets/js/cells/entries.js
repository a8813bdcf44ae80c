// The text of a cell with several choices: names with commas between them, where a name may have a comma itself ("Hamburg,
// Germany"). The server reads it in the same way.

/**
 * @param {string} text @param {readonly string[]} labels of all choices
 * @returns {{ text: string, start: number }[]} without empty ones; start: where it begins, with the blanks before it
 */
export function entriesOf(text, labels) {
  const known = new Set(labels.map((label) => label.toLowerCase()));
  const most = Math.max(0, ...labels.map((label) => label.split(',').length - 1));
  const parts = text.split(',');
  const entries = [];
  let start = 0;
  for (let at = 0; at < parts.length;) {
    let end = Math.min(parts.length, at + most + 1);
    const name = () => parts.slice(at, end).join(',');
    while (end > at + 1 && !known.has(name().trim().toLowerCase())) end--;
    if (name().trim() !== '') entries.push({ text: name().trim(), start });
    start += name().length + 1;
    at = end;
  }
  return entries;
}

/**
 * Where the name begins that is being typed at the end: the longest that a choice may still become.
 *
 * @param {string} text @param {readonly string[]} labels
 */
export function typedFrom(text, labels) {
  const lower = labels.map((label) => label.toLowerCase());
  const last = text.lastIndexOf(',') + 1;
  for (let start = 0; start < last; start = text.indexOf(',', start) + 1) {
    const typed = text.slice(start).trim().toLowerCase();
    const before = entriesOf(text.slice(0, start), labels);
    const isWhole = before.every((entry) => lower.includes(entry.text.toLowerCase()));
    if (isWhole && typed.includes(',') && lower.some((label) => label.startsWith(typed))) return start;
  }
  return last;
}
