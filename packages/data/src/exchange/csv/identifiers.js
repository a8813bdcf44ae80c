/** Last words of headers whose numbers identify something. */
const NAMING = new Set(
  'no nr nrs num number numbers nummer nummern id ids key code zip postcode plz isbn ean sku'.split(' '),
);
/** German compounds: Kundennummer, Bestellnr. */
const JOINED = /\p{L}{2}(?:nummer|nr|plz)$/u;
const YEARLY = new Set(['year', 'jahr', 'baujahr', 'jahrgang', 'vintage']);
/** Last words of headers whose numbers with a point are steps: 1.10 comes after 1.9. */
const STEPS = new Set(
  'version versions ver release firmware build revision rev chapter section clause paragraph kapitel abschnitt gliederung'.split(
    ' ',
  ),
);
/** Fewer consecutive numbers may be chance. */
const LEAST = 3;

/**
 * Whether whole numbers of a column identify something (an order, a year) rather than count. Identifiers are written
 * without thousands separators.
 *
 * @param {string} header @param {string[]} texts whole numbers
 */
export function isIdentifier(header, texts) {
  const last = lastWord(header);
  if (NAMING.has(last) || JOINED.test(last)) return true;
  const numbers = texts.map(Number);
  // "Sold this year" counts, "Year" does not, so the values decide.
  if (YEARLY.has(last)) return numbers.every((number) => number >= 1000 && number <= 2999);
  if (new Set(numbers).size < LEAST) return false;
  return numbers.every((number) => number >= 1900 && number <= 2099) || isSeries(numbers);
}

/**
 * Whether numbers with a point are none: those of versions and chapters, and of what else is named by them, where a zero at
 * the end belongs to the name. 1.10 would become 1.1.
 *
 * @param {string} header @param {readonly string[]} texts
 */
export function isStep(header, texts) {
  const last = lastWord(header);
  if (!texts.some((text) => /\d\.\d/.test(text))) return false;
  if (STEPS.has(last)) return true;
  return (NAMING.has(last) || JOINED.test(last)) && texts.some((text) => /\.\d*0$/.test(text));
}

/** @param {string} header */
function lastWord(header) {
  const words = header
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  return words.at(-1) ?? '';
}

/** Consecutive, as rows are numbered. @param {number[]} numbers */
const isSeries = (numbers) => numbers.every((number, at) => at === 0 || number === numbers[at - 1] + 1);
