/** @import { FunctionDefinition } from '../types.d.ts' */
import { clockText, dayText, momentText, SECOND } from '../run/calendar.js';
import { decimalText } from '../run/decimal.js';

const EDGES = /^[ \t\n\r]+|[ \t\n\r]+$/g;

/** Places and lengths count characters (code points), as Postgres does. @type {readonly FunctionDefinition[]} */
export const textFunctions = [
  {
    name: 'contains',
    help: 'Whether a text holds another, letter by letter',
    method: true,
    overloads: [{ id: 'contains.text', params: ['text', 'text'], result: 'bool', run: ([a, b]) => a.includes(b) }],
  },
  {
    name: 'startsWith',
    help: 'Whether a text begins with another',
    method: true,
    overloads: [{ id: 'startsWith.text', params: ['text', 'text'], result: 'bool', run: ([a, b]) => a.startsWith(b) }],
  },
  {
    name: 'endsWith',
    help: 'Whether a text ends with another',
    method: true,
    overloads: [{ id: 'endsWith.text', params: ['text', 'text'], result: 'bool', run: ([a, b]) => a.endsWith(b) }],
  },
  {
    name: 'lower',
    help: 'In small letters',
    method: true,
    overloads: [{ id: 'lower.text', params: ['text'], result: 'text', run: ([a]) => a.toLowerCase() }],
  },
  {
    name: 'upper',
    help: 'In capital letters',
    method: true,
    overloads: [{ id: 'upper.text', params: ['text'], result: 'text', run: ([a]) => a.toUpperCase() }],
  },
  {
    name: 'trim',
    help: 'Without spaces and line breaks at both ends',
    method: true,
    overloads: [{ id: 'trim.text', params: ['text'], result: 'text', run: ([a]) => a.replace(EDGES, '') }],
  },
  {
    name: 'replace',
    help: 'With each occurrence of a text replaced by another',
    method: true,
    overloads: [
      {
        id: 'replace.text',
        params: ['text', 'text', 'text'],
        result: 'text',
        run: ([a, from, to]) => (from === '' ? a : a.replaceAll(from, () => to)),
      },
    ],
  },
  {
    name: 'substring',
    help: 'From a place (the first is 0) up to before another: substring(row.code, 0, 3)',
    method: true,
    overloads: [
      { id: 'substring.from', params: ['text', 'int'], result: 'text', run: ([a, from]) => part(a, from, null) },
      { id: 'substring.to', params: ['text', 'int', 'int'], result: 'text', run: ([a, from, to]) => part(a, from, to) },
    ],
  },
  {
    name: 'string',
    help: 'As a text',
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
