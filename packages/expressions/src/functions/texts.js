/** @import { FunctionDefinition } from '../types.d.ts' */
import { clockText, dayText, momentText, SECOND } from '../values/calendar.js';
import { decimalText } from '../values/decimal.js';
import { cut, replaced } from '../values/long-texts.js';

const EDGES = /^[ \t\n\r]+|[ \t\n\r]+$/g;

/** Positions and lengths count characters (code points), like PostgreSQL. @type {readonly FunctionDefinition[]} */
export const textFunctions = [
  {
    name: 'contains',
    help: 'fn.contains',
    method: true,
    overloads: [{ id: 'contains.text', params: ['text', 'text'], result: 'bool', run: ([a, b]) => a.includes(b) }],
  },
  {
    name: 'startsWith',
    help: 'fn.startsWith',
    method: true,
    overloads: [{ id: 'startsWith.text', params: ['text', 'text'], result: 'bool', run: ([a, b]) => a.startsWith(b) }],
  },
  {
    name: 'endsWith',
    help: 'fn.endsWith',
    method: true,
    overloads: [{ id: 'endsWith.text', params: ['text', 'text'], result: 'bool', run: ([a, b]) => a.endsWith(b) }],
  },
  {
    name: 'lower',
    help: 'fn.lower',
    method: true,
    overloads: [{ id: 'lower.text', params: ['text'], result: 'text', run: ([a]) => a.toLowerCase() }],
  },
  {
    name: 'upper',
    help: 'fn.upper',
    method: true,
    overloads: [{ id: 'upper.text', params: ['text'], result: 'text', run: ([a]) => a.toUpperCase() }],
  },
  {
    name: 'trim',
    help: 'fn.trim',
    method: true,
    overloads: [{ id: 'trim.text', params: ['text'], result: 'text', run: ([a]) => a.replace(EDGES, '') }],
  },
  {
    name: 'replace',
    help: 'fn.replace',
    method: true,
    overloads: [
      {
        id: 'replace.text',
        params: ['text', 'text', 'text'],
        result: 'text',
        run: ([a, from, to]) => replaced(a, from, to),
      },
    ],
  },
  {
    name: 'substring',
    help: 'fn.substring',
    method: true,
    overloads: [
      { id: 'substring.from', params: ['text', 'int'], result: 'text', run: ([a, from]) => part(a, from, null) },
      { id: 'substring.to', params: ['text', 'int', 'int'], result: 'text', run: ([a, from, to]) => part(a, from, to) },
    ],
  },
  {
    name: 'left',
    help: 'fn.left',
    method: true,
    overloads: [{ id: 'left.text', params: ['text', 'int'], result: 'text', run: ([a, n]) => part(a, 0n, n) }],
  },
  {
    name: 'right',
    help: 'fn.right',
    method: true,
    overloads: [{ id: 'right.text', params: ['text', 'int'], result: 'text', run: ([a, n]) => ending(a, n) }],
  },
  {
    name: 'indexOf',
    help: 'fn.indexOf',
    method: true,
    overloads: [{ id: 'indexOf.text', params: ['text', 'text'], result: 'int', run: ([a, b]) => placeOf(a, b) }],
  },
  {
    name: 'textBefore',
    help: 'fn.textBefore',
    method: true,
    overloads: [
      { id: 'textBefore.text', params: ['text', 'text'], result: 'text', run: ([a, b]) => split(a, b)?.[0] ?? null },
    ],
  },
  {
    name: 'textAfter',
    help: 'fn.textAfter',
    method: true,
    overloads: [
      { id: 'textAfter.text', params: ['text', 'text'], result: 'text', run: ([a, b]) => split(a, b)?.[1] ?? null },
    ],
  },
  {
    name: 'padStart',
    help: 'fn.padStart',
    method: true,
    overloads: [
      {
        id: 'padStart.text',
        params: ['text', 'int', 'text'],
        result: 'text',
        run: ([a, n, fill]) => padded(a, n, fill),
      },
    ],
  },
  {
    name: 'join',
    help: 'fn.join',
    method: true,
    overloads: [
      {
        id: 'join.list',
        params: ['list', 'text'],
        entries: ['text', 'id', 'null'],
        result: 'text',
        run: ([list, between]) =>
          cut(list.filter((/** @type {string | null} */ entry) => entry !== null).join(between)),
      },
    ],
  },
  {
    name: 'string',
    help: 'fn.string',
    method: false,
    overloads: [
      { id: 'string.text', params: ['text'], result: 'text', run: ([a]) => a },
      { id: 'string.int', params: ['int'], result: 'text', run: ([a]) => a.toString() },
      { id: 'string.decimal', params: ['decimal'], result: 'text', run: ([a]) => decimalText(a) },
      { id: 'string.bool', params: ['bool'], result: 'text', run: ([a]) => String(a) },
      { id: 'string.date', params: ['date'], result: 'text', run: ([a]) => dayText(a) },
      { id: 'string.moment', params: ['moment'], result: 'text', run: ([a]) => momentText(a) },
      { id: 'string.time', params: ['time'], result: 'text', run: ([a]) => clockText(a / SECOND) },
      { id: 'string.id', params: ['id'], result: 'text', run: ([a]) => a },
    ],
  },
];

/** @param {string} text @param {bigint} from @param {bigint | null} to */
function part(text, from, to) {
  const characters = [...text];
  const place = (/** @type {bigint} */ at) => Number(at < 0n ? 0n : at > 1_000_000_000n ? 1_000_000_000n : at);
  return characters.slice(place(from), to === null ? undefined : place(to)).join('');
}

/** @param {string} text @param {bigint} count */
function ending(text, count) {
  const characters = [...text];
  return count <= 0n ? '' : characters.slice(count > BigInt(characters.length) ? 0 : -Number(count)).join('');
}

/** @param {string} text @param {string} wanted */
function placeOf(text, wanted) {
  const at = text.indexOf(wanted);
  return at < 0 ? -1n : BigInt([...text.slice(0, at)].length);
}

/** @param {string} text @param {string} at @returns {[string, string] | null} */
function split(text, at) {
  const place = at === '' ? -1 : text.indexOf(at);
  return place < 0 ? null : [text.slice(0, place), text.slice(place + at.length)];
}

/** Nobody needs more than a page of padding. @param {string} text @param {bigint} length @param {string} fill */
function padded(text, length, fill) {
  const [have, filling] = [[...text].length, [...fill]];
  const missing = Number(length > 1000n ? 1000n : length) - have;
  if (missing <= 0 || filling.length === 0) return text;
  return Array.from({ length: missing }, (_, i) => filling[i % filling.length]).join('') + text;
}
