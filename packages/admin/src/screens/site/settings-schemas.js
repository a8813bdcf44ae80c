/** @import { Setting, SettingsSchema } from '@plinth/plugin' */
/** @import { App, Request } from '../../types.d.ts' */
import { SORTED_LANGUAGES } from '@plinth/data';
import { compareTexts } from '@plinth/plugin';
import { boolean, integer, text } from '@plinth/plugin/settings';

/**
 * The site's settings in the form; how it looks is on the tab Theme.
 *
 * @param {App} app @param {Request} req @returns {SettingsSchema}
 */
export function siteSettings(app, { ctx: { locale, t } }) {
  /** @param {string} name @param {readonly { value: string, label: string }[]} options @returns {Setting} */
  const select = (name, options) => ({
    name,
    type: 'select',
    label: `admin.settings.${name}`,
    required: true,
    options,
  });
  return [
    text('siteName', 'admin.settings.siteName', { required: true, max: 100 }),
    { ...select('locale', languages(app, locale, t)), help: 'admin.settings.localeHelp' },
    select(
      'timeZone',
      timeZones().map((value) => ({ value, label: value })),
    ),
    text('currency', 'admin.settings.currency', {
      help: 'admin.settings.currencyHelp',
      required: true,
      pattern: '[A-Z]{3}',
      patternMessage: 'admin.settings.currencyWrong',
      default: 'EUR',
    }),
    { ...select('firstDay', weekdays(locale)), default: '1' },
    boolean('signUp', 'admin.settings.signUp', { help: 'admin.settings.signUpHelp' }),
    boolean('visitorSearch', 'search.setting', { help: 'search.setting.help' }),
    ...limitSettings,
  ];
}

/**
 * The languages that the interface has, then those that texts can be sorted by.
 *
 * @param {App} app @param {string} locale of the reader @param {Request['ctx']['t']} t
 */
function languages(app, locale, t) {
  const names = new Intl.DisplayNames([locale], { type: 'language' });
  const nameOf = (/** @type {string} */ tag) => names.of(tag) ?? tag;
  /** @type {readonly string[]} */
  const spoken = app.views.locales();
  const sorted = SORTED_LANGUAGES.filter((tag) => !spoken.includes(tag))
    .map((tag) => ({ value: tag, label: t('admin.settings.sortsOnly', { language: nameOf(tag) }) }))
    .sort((a, b) => compareTexts(locale)(a.label, b.label));
  return [...spoken.map((value) => ({ value, label: nameOf(value) })), ...sorted];
}

/** Sections of the screen. */
const GROUPS = {
  name: ['siteName'],
  region: ['locale', 'timeZone', 'currency', 'firstDay'],
  people: ['signUp', 'visitorSearch'],
  files: ['uploadsTotal', 'uploadsPerPerson', 'uploadsPerVisitor'],
  api: ['apiOrigins', 'apiPerMinute'],
};

/** @param {SettingsSchema} schema @returns {{ name: string, settings: SettingsSchema }[]} */
export const siteGroups = (schema) =>
  Object.entries(GROUPS).map(([name, names]) => ({
    name,
    settings: schema.filter((setting) => names.includes(setting.name)),
  }));

const MOST = 100_000_000;

/** @param {string} name @param {{ default?: number }} [usual] @returns {Setting} */
const limit = (name, usual = {}) =>
  integer(name, `admin.settings.${name}`, {
    help: `admin.settings.${name}Help`,
    required: true,
    min: 0,
    max: MOST,
    ...usual,
  });

/** @type {SettingsSchema} */
const limitSettings = [
  ...['uploadsTotal', 'uploadsPerPerson', 'uploadsPerVisitor'].map((name) => limit(name)),
  text('apiOrigins', 'admin.settings.apiOrigins', { help: 'admin.settings.apiOriginsHelp' }),
  limit('apiPerMinute', { default: 0 }),
];

/** From Monday (1) to Sunday (7); 1 January 2024 was a Monday. @param {string} locale */
function weekdays(locale) {
  const { format } = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, i) => ({ value: String(i + 1), label: format(Date.UTC(2024, 0, i + 1)) }));
}

/** UTC is a valid zone that Intl leaves out of its list. */
const timeZones = () => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** @type {SettingsSchema} */
export const mailSettings = [
  text('host', 'admin.mail.host', { help: 'admin.mail.hostHelp', max: 200 }),
  integer('port', 'admin.mail.port', { min: 1, max: 65535, default: 587 }),
  boolean('secure', 'admin.mail.secure', { help: 'admin.mail.secureHelp' }),
  text('user', 'admin.mail.user', { max: 200 }),
  text('password', 'admin.mail.password', { help: 'admin.mail.passwordHelp', max: 500, secret: true }),
  text('from', 'admin.mail.from', {
    help: 'admin.mail.fromHelp',
    max: 200,
    pattern: '[^<>\\r\\n]*<[^\\s@<>]+@[^\\s@<>]+>|[^\\s@<>]+@[^\\s@<>]+',
    patternMessage: 'admin.mail.fromWrong',
  }),
];
