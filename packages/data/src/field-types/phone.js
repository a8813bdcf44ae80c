import { defineTextForm } from './base/format-checked.js';

const NUMBER = /^\+?[0-9 ()./x-]+$/;

/** A telephone number as people write it; only a link leaves out what is no digit. */
export const phoneType = defineTextForm({
  name: 'phone',
  label: 'Telephone',
  icon: 'phone',
  group: 'text',
  views: { show: 'tel_link', edit: 'tel_input', filter: 'filter_text' },
  message: 'must be a telephone number such as +49 30 123456',
  longest: 40,
  sqlPattern: '^[+]?([ ()./x-]*[0-9]){3}[0-9 ()./x-]*$',
  // Plain digits may be any number: only a written-out international number is a telephone number for sure.
  likely: 0.35,
  read: (text) => (NUMBER.test(text) && text.replace(/\D/g, '').length >= 3 ? text : null),
});
