/** @import { Option } from './options.js' */
import { findOption } from './options.js';

/**
 * The entries of a text that lists choices, with semicolons or else commas between them. A choice may have such a sign in its own
 * name ("Hamburg, Germany"): the longest name that is a choice is taken.
 *
 * @param {string} text @param {Option[]} options @returns {string[]} with blanks around them
 */
export function entriesIn(text, options) {
  if (!/[;,]/.test(text)) return [text];
  const usual = text.includes(';') ? /;/ : /,/;
  const most = Math.max(0, ...options.flatMap(({ value, label }) => [signsIn(value), signsIn(label)]));
  if (most === 0) return text.split(usual);
  const readings = [usual, /,/, /[;,]/].map((sign) => joined(text, { sign, most, options }));
  return (
    readings.find((entries) => entries.every((entry) => isBlank(entry) || findOption(entry, options))) ?? readings[0]
  );
}

/** @param {string} text */
const signsIn = (text) => text.match(/[;,]/g)?.length ?? 0;

/** @param {string} text */
const isBlank = (text) => text.trim() === '';

/**
 * @param {string} text @param {{ sign: RegExp, most: number, options: Option[] }} how most: signs that a name has
 * @returns {string[]}
 */
function joined(text, { sign, most, options }) {
  const parts = text.split(new RegExp(`(${sign.source})`));
  const entries = [];
  // Every other part is a sign.
  for (let at = 0; at < parts.length;) {
    let end = Math.min(parts.length - 1, at + 2 * most);
    while (end > at && !findOption(parts.slice(at, end + 1).join(''), options)) end -= 2;
    entries.push(parts.slice(at, Math.max(end, at) + 1).join(''));
    at = Math.max(end, at) + 2;
  }
  return entries;
}
