/** @import { Type } from '@plinth/expressions' */
/** @import { SiteSettings } from '@plinth/plugin' */
import { calculatedDigits, translator } from '@plinth/plugin';
import { ownTexts } from './own-texts.js';

const texts = [ownTexts];

/**
 * A value of an expression as text for people, in the site's language and time zone.
 *
 * @param {Type} type @param {any} value as JSON @param {Pick<SiteSettings, 'locale' | 'timeZone'>} site
 * @returns {string}
 */
export function shownAs(type, value, site) {
  const { locale, timeZone = 'UTC' } = site;
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return translator(texts, locale)(value ? 'Yes' : 'No');
  if (type.name === 'date')
    return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(`${value}T00:00:00Z`),
    );
  if (type.name === 'moment')
    return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(value));
  // Without signs between thousands: it may be part of an address or a number that is a name.
  if (type.name === 'decimal')
    return new Intl.NumberFormat(locale, { useGrouping: false, ...calculatedDigits(value) }).format(value);
  if (Array.isArray(value)) {
    const of = type.name === 'list' ? type.of : { name: /** @type {const} */ ('text') };
    return value.map((one) => shownAs(of, one, site)).join(', ');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
