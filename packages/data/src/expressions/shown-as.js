/** @import { Type } from '@plinth/expressions' */
/** @import { SiteSettings } from '@plinth/plugin' */

/**
 * A value of an expression as text for people, in the site's language and time zone.
 *
 * @param {Type} type @param {any} value as JSON @param {Pick<SiteSettings, 'locale' | 'timeZone'>} site
 * @returns {string}
 */
export function shownAs(type, value, { locale, timeZone = 'UTC' }) {
  if (value === null || value === undefined) return '';
  if (type.name === 'date')
    return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(`${value}T00:00:00Z`),
    );
  if (type.name === 'moment')
    return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(value));
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
