/** @import { Edit } from '../types.d.ts' */
/** @import { Setting } from '@plinth/plugin' */
import { checkLook, checkSettings, inputInvalid, isTimeZone, phrase } from '@plinth/plugin';
import { boolean, file, integer, json } from '@plinth/plugin/settings';
import { changed, keysOf } from './base/given.js';
import { wrongHost } from './base/allowed-hosts.js';
import { part, takes } from './base/takes.js';

/** @type {readonly Setting[]} */
export const siteSettings = [
  { name: 'siteName', type: 'text', required: true, max: 100 },
  file('logo'),
  file('logoDark'),
  { name: 'theme', type: 'text', required: true },
  {
    name: 'themeColour',
    type: 'text',
    required: true,
    pattern: '#[0-9a-fA-F]{6}',
    patternMessage: 'Use a colour such as #2563eb',
  },
  {
    name: 'mode',
    type: 'select',
    required: true,
    options: ['auto', 'light', 'dark'].map((value) => ({ value, label: value })),
  },
  {
    name: 'locale',
    type: 'text',
    required: true,
    pattern: '[a-z]{2,3}(-[A-Za-z0-9]{2,8})*',
    patternMessage: 'Use a language code such as en or de-AT',
  },
  { name: 'timeZone', type: 'text', required: true },
  {
    name: 'currency',
    type: 'text',
    required: true,
    pattern: '[A-Z]{3}',
    patternMessage: 'Use three letters such as EUR',
    default: 'EUR',
  },
  integer('firstDay', { min: 1, max: 7, default: 1 }),
  boolean('signUp', { default: false }),
  boolean('visitorSearch', { default: false }),
  integer('uploadsTotal', { min: 0, max: 100_000_000, default: 10_000 }),
  integer('uploadsPerPerson', { min: 0, max: 100_000_000, default: 5_000 }),
  integer('uploadsPerVisitor', { min: 0, max: 100_000_000, default: 200 }),
  { name: 'apiOrigins', type: 'text', max: 2000, default: '' },
  { name: 'outboundAllow', type: 'text', max: 2000, default: '' },
  integer('apiPerMinute', { min: 0, max: 100_000_000, default: 0 }),
  json('themeSettings', { default: {} }),
  json('look', { default: {} }),
];

/** @type {Edit} */
export const edit = {
  name: 'change-settings',
  about: 'Changes the settings of the site',
  takes: takes({ changes: part('settingsChanges') }),
  summary: (input, catalog, changes) => phrase`Change the site's settings (${keysOf(input, changes)})`,
  plan(draft, input) {
    const { id, ...before } = draft.catalog.settings;
    const settings = checkSettings(siteSettings, changed(input, before));
    if (!isTimeZone(settings.timeZone))
      throw inputInvalid({
        timeZone: phrase`"${settings.timeZone}" is not a time zone. Use one such as Europe/Berlin`,
      });
    const strange = originsOf(settings.apiOrigins).find((origin) => !isOrigin(origin));
    if (strange !== undefined)
      throw inputInvalid({
        apiOrigins: phrase`"${strange}" is not an origin. Use one such as https://app.example.com`,
      });
    const host = wrongHost(settings.outboundAllow);
    if (host !== undefined)
      throw inputInvalid({
        outboundAllow: phrase`"${host}" is not a host with its port. Use one such as 10.0.0.5:8080`,
      });
    settings.look = checkLook(settings.look);
    if (draft.registry.has('theme', settings.theme)) {
      settings.themeSettings = checkSettings(
        draft.registry.theme(settings.theme).settings,
        settings.themeSettings,
        'themeSettings',
      );
    } else if (settings.theme !== before.theme) draft.registry.theme(settings.theme);
    draft.change(id, { body: { logo: null, logoDark: null, ...settings } });
  },
};

/** @param {string | null | undefined} text separated by spaces or commas */
const originsOf = (text) => (text ?? '').split(/[\s,]+/).filter(Boolean);

/** @param {string} text */
const isOrigin = (text) =>
  text === '*' || (URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text);
