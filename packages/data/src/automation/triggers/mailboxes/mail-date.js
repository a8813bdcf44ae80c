const COMMENT = /\([^()]*\)/g;
const PARTS = /^(.*?\d)(?:\s*([+-])(\d{2}):?(\d{2})|\s*([a-z]{1,5}))?$/i;
const HALVES = ['AM', 'PM'];
/** In hours, as RFC 5322 lists them. */
const ZONES = Object.freeze(
  /** @type {Record<string, number>} */ ({ EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 }),
);

/**
 * The moment of a mail's date. Without an offset, or with a zone that RFC 5322 doesn't know, it is UTC, as with -0000: mails
 * come from anywhere, so neither the site's zone nor the machine's is a better guess.
 *
 * @param {string | null | undefined} header
 * @returns {string | null} in ISO 8601; null: it is no date
 */
export function mailDate(header) {
  const text = (header ?? '').replace(COMMENT, ' ').trim();
  const [, local, sign = '+', hours = '00', minutes = '00', name = ''] = PARTS.exec(text) ?? [];
  if (local === undefined) return null;
  const zone = name.toUpperCase();
  const isHalf = HALVES.includes(zone);
  const date = new Date(`${local.replace(/(?<=\d)T(?=\d)/, ' ')}${isHalf ? ` ${zone}` : ''} UTC`);
  const offset = sign === '-' ? -1 : 1;
  const ahead = offset * (Number(hours) * 60 + Number(minutes)) + (ZONES[zone] ?? 0) * 60;
  const moment = new Date(date.getTime() - ahead * 60_000);
  const year = moment.getUTCFullYear();
  return year >= 1970 && year < 10_000 ? moment.toISOString() : null;
}
