// The commands of the toolbar and the keys on a Markdown text, as pure functions.

/**
 * A text, and what is selected in it.
 *
 * @typedef {{ value: string, start: number, end: number }} Typed
 */

const LIST = { list: /^(\s*)[-*+] /, numbered: /^(\s*)\d{1,9}[.)] / };
const HEADING = /^ {0,3}(#{1,6})\s+/;

/**
 * Marks the selected words, or the word at the caret, and unmarks those that are marked.
 *
 * @param {Typed} typed @param {string} mark such as `**` @returns {Typed}
 */
export function toggleMark(typed, mark) {
  const { value } = typed;
  const [start, end] = wordsOf(typed);
  const words = value.slice(start, end);
  const size = mark.length;
  // Typed up to the end of the marked words: the next words are not.
  if (typed.start === typed.end && start === end && value.startsWith(mark, start)) {
    const at = start + size;
    return { value, start: at, end: at };
  }
  const isInside = words.length >= 2 * size && words.startsWith(mark) && words.endsWith(mark);
  if (isInside) return replaced(value, [start, end], words.slice(size, -size), [0, words.length - 2 * size]);
  if (value.slice(start - size, start) === mark && value.slice(end, end + size) === mark)
    return replaced(value, [start - size, end + size], words, [0, words.length]);
  return replaced(value, [start, end], mark + words + mark, [size, size + words.length]);
}

/** @param {Typed} typed @param {number} level 0: a paragraph @returns {Typed} */
export const setHeading = (typed, level) =>
  mapLines(typed, (line) => (level ? `${'#'.repeat(level)} ` : '') + line.replace(HEADING, ''));

/** Level of the heading that the caret is in, or 0. @param {Typed} typed */
export const headingAt = ({ value, start }) => HEADING.exec(lineAt(value, start))?.[1].length ?? 0;

/** Makes the selected lines a list, or paragraphs again. @param {Typed} typed @param {'list' | 'numbered'} kind @returns {Typed} */
export function toggleList(typed, kind) {
  const lines = linesOf(typed).text.split('\n').filter(Boolean);
  const isList = lines.length > 0 && lines.every((line) => LIST[kind].test(line));
  let number = 0;
  return mapLines(typed, (line) => {
    const bare = line.replace(LIST.list, '$1').replace(LIST.numbered, '$1');
    if (isList) return bare;
    const [space] = /** @type {RegExpExecArray} */ (/^\s*/.exec(bare));
    return `${space}${kind === 'list' ? '-' : `${++number}.`} ${bare.slice(space.length)}`;
  });
}

/**
 * Enter within a list: the next item; in an empty item, the end of the list.
 *
 * @param {Typed} typed @returns {Typed | null} null: not in a list
 */
export function continueList({ value, start, end }) {
  const from = lineStart(value, start);
  const line = value.slice(from, start);
  const found = /^(\s*)(?:([-*+])|(\d{1,9})([.)])) (\[[ xX]\] )?/.exec(line);
  if (!found || start !== end) return null;
  const [whole, space, mark, number, after, task] = found;
  if (line === whole && lineAt(value, start) === whole) return replaced(value, [from, start], '', [0, 0]);
  const next = `\n${space}${mark ?? `${Number(number) + 1}${after}`} ${task ? '[ ] ' : ''}`;
  return replaced(value, [start, end], next, [next.length, next.length]);
}

/** The link that the selection is in. @param {Typed} typed @returns {{ from: number, to: number, text: string, address: string } | null} */
export function linkAt({ value, start, end }) {
  for (const found of value.matchAll(/(?<!!)\[((?:[^\]\\]|\\.)*)\]\(<?([^)\s>]*)>?[^)]*\)/g)) {
    const [whole, text, address] = found;
    if (found.index <= start && end <= found.index + whole.length)
      return { from: found.index, to: found.index + whole.length, text, address };
  }
  return null;
}

/** @param {Typed} typed @param {string} address empty: no link @returns {Typed} */
export function setLink(typed, address) {
  const link = linkAt(typed);
  const [from, to] = link ? [link.from, link.to] : wordsOf(typed);
  const text = link?.text ?? typed.value.slice(from, to);
  if (!address) return replaced(typed.value, [from, to], text, [0, text.length]);
  const shown = text || address;
  const target = /[\s()<>]/.test(address) ? `<${address.replaceAll(/[<>]/g, '')}>` : address;
  return replaced(typed.value, [from, to], `[${shown}](${target})`, [1, 1 + shown.length]);
}

/**
 * The smallest part that differs, so that the browser's own undo takes back only that.
 *
 * @param {string} was @param {string} now @returns {{ from: number, to: number, text: string }}
 */
export function changedPart(was, now) {
  let from = 0;
  while (from < was.length && from < now.length && was[from] === now[from]) from++;
  let end = 0;
  while (end < was.length - from && end < now.length - from && was.at(-1 - end) === now.at(-1 - end)) end++;
  return { from, to: was.length - end, text: now.slice(from, now.length - end) };
}

/**
 * Puts a text in place of the selection; one of several blocks starts on a line of its own.
 *
 * @param {Typed} typed @param {string} text @returns {Typed}
 */
export function insertText({ value, start, end }, text) {
  const before = value.slice(0, start);
  const isBlock = /^(?:#{1,6} |> |[-*+] |\d+[.)] |```|\|)|\n\n/.test(text);
  const line = !isBlock || before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const put = line + text;
  return replaced(value, [start, end], put, [put.length, put.length]);
}

/** The selection without space at its ends, or the word at the caret. @param {Typed} typed @returns {[number, number]} */
function wordsOf({ value, start, end }) {
  if (start === end) {
    const before = /[\p{L}\p{N}]*$/u.exec(value.slice(0, start))?.[0].length ?? 0;
    const after = /^[\p{L}\p{N}]*/u.exec(value.slice(start))?.[0].length ?? 0;
    return before && after ? [start - before, end + after] : [start, end];
  }
  const selected = value.slice(start, end);
  if (!selected.trim()) return [start, end];
  return [start + (selected.length - selected.trimStart().length), end - (selected.length - selected.trimEnd().length)];
}

/** @param {Typed} typed @param {(line: string) => string} change @returns {Typed} */
function mapLines(typed, change) {
  const { from, to, text } = linesOf(typed);
  const lines = text.split('\n');
  const next = lines.map((line) => (line.trim() || lines.length === 1 ? change(line) : line)).join('\n');
  return replaced(
    typed.value,
    [from, to],
    next,
    typed.start === typed.end ? [next.length, next.length] : [0, next.length],
  );
}

/** @param {Typed} typed the lines that are at least partly selected */
function linesOf({ value, start, end }) {
  const from = lineStart(value, start);
  const after = value.indexOf('\n', Math.max(start, end - 1));
  const to = after < 0 ? value.length : after;
  return { from, to, text: value.slice(from, to) };
}

/** @param {string} value @param {number} at */
const lineStart = (value, at) => value.lastIndexOf('\n', at - 1) + 1;

/** @param {string} value @param {number} at */
const lineAt = (value, at) => value.slice(lineStart(value, at)).split('\n', 1)[0];

/** @param {string} value @param {[number, number]} range @param {string} text @param {[number, number]} selected within the text @returns {Typed} */
function replaced(value, [from, to], text, [start, end]) {
  return { value: value.slice(0, from) + text + value.slice(to), start: from + start, end: from + end };
}
