/** Currencies that a sign may mean, the most usual first. */
const SIGNS = /** @type {Record<string, readonly string[]>} */ ({
  '€': ['EUR'],
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN', 'ARS', 'CLP', 'COP', 'TWD', 'NAD', 'JMD', 'UYU', 'BBD', 'BSD'],
  US$: ['USD'],
  CA$: ['CAD'],
  C$: ['CAD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  NZ$: ['NZD'],
  HK$: ['HKD'],
  S$: ['SGD'],
  MX$: ['MXN'],
  NT$: ['TWD'],
  R$: ['BRL'],
  '£': ['GBP', 'EGP', 'FKP', 'GIP', 'SHP', 'SYP', 'LBP'],
  '¥': ['JPY', 'CNY'],
  '￥': ['JPY', 'CNY'],
  'CN¥': ['CNY'],
  'JP¥': ['JPY'],
  '₹': ['INR'],
  '₩': ['KRW'],
  '₽': ['RUB'],
  '₺': ['TRY'],
  '₪': ['ILS'],
  '₫': ['VND'],
  '₴': ['UAH'],
  '₦': ['NGN'],
  '₱': ['PHP'],
  '฿': ['THB'],
  '₡': ['CRC'],
  '₸': ['KZT'],
  zł: ['PLN'],
  Kč: ['CZK'],
  Ft: ['HUF'],
  lei: ['RON'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  'kr.': ['DKK', 'SEK', 'NOK', 'ISK'],
  'Fr.': ['CHF'],
  SFr: ['CHF'],
  RM: ['MYR'],
  Rp: ['IDR'],
});

const CODES = new Set(Intl.supportedValuesOf('currency'));
const WORDS = Object.keys(SIGNS)
  .sort((one, other) => other.length - one.length)
  .map((sign) => sign.replaceAll(/[$.]/g, '\\$&'));
const UNIT = `(?:${WORDS.join('|')}|[A-Z]{3}(?![A-Z]))`;
const AMOUNT = new RegExp(
  `^(\\()?([+\\-−–]?)\\s*(${UNIT})?\\s*([+\\-−–]?)\\s*(\\d(?:[\\d.,'’\\s]*\\d)?|[.,]\\d+|\\d[.,])\\s*(${UNIT})?([-−–]?)(\\))?$`,
  'u',
);

/**
 * An amount as people write it: "$1,234.50", "12 €", "USD 12", "(5.00)".
 *
 * @param {string} text
 * @returns {{ number: string, currencies: readonly string[] } | null} `number`: with its minus, as it is written otherwise;
 *   `currencies`: codes that it may be meant in, none where nothing stands there; null: no amount
 */
export function readAmount(text) {
  const found = text.length <= 100 ? AMOUNT.exec(text.trim()) : null;
  if (!found) return null;
  const [, open, before, first, between, digits, second, behind, close] = found;
  if (Boolean(open) !== Boolean(close)) return null;
  const signs = [before, between, behind].filter(Boolean);
  if (signs.length + (open ? 1 : 0) > 1) return null;
  const currencies = meant(first, second);
  const isNegative = open || /[-−–]/.test(signs[0] ?? '');
  return currencies && { number: `${isNegative ? '-' : ''}${digits}`, currencies };
}

/**
 * What the units before and after an amount agree on: "$12 CAD" is Canadian.
 *
 * @param {string | undefined} first @param {string | undefined} second @returns {readonly string[] | null}
 */
function meant(first, second) {
  const [one, other] = [first, second].map((unit) => (unit ? (SIGNS[unit] ?? (CODES.has(unit) ? [unit] : [])) : null));
  if (!one || !other) {
    const only = one ?? other;
    return only && only.length === 0 ? null : (only ?? []);
  }
  const both = one.filter((code) => other.includes(code));
  return both.length > 0 ? both : null;
}

/** @param {unknown} code */
export const isCurrency = (code) => typeof code === 'string' && CODES.has(code);
