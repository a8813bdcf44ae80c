import { defineTextForm } from './base/format-checked.js';

/** A web address. Only http and https, so that a link to it can never run a script. */
export const urlType = defineTextForm({
  name: 'url',
  order: 170,
  label: 'ft.url.label',
  icon: 'link',
  group: 'text',
  traits: { value: 'text', isLive: true },
  example: 'https://example.com',
  views: { show: 'url_link', edit: 'url_input', filter: 'filter_text' },
  message: 'must be a URL such as https://example.com',
  longest: 2048,
  sqlPattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^[:space:]]+$',
  likely: 0.95,
  read: (text) => (/^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text) ? text : null),
});
