import { latinDigits } from '@plinth/plugin';
import { defineTextForm } from './base/format-checked.js';

const NUMBER = /^\+?[0-9 ()./x-]+$/;

/** A telephone number as people write it; only its link leaves out everything but digits. */
export const phoneType = defineTextForm({
  name: 'phone',
  order: 180,
  label: 'Phone number',
  icon: 'phone',
  group: 'text',
  views: { show: 'tel_link', edit: 'tel_input', filter: 'filter_text' },
  message: 'must be a phone number such as +49 30 123456',
  longest: 40,
  sqlPattern: '^[+]?([ ()./x-]*[0-9]){3}[0-9 ()./x-]*$',
  // Digits alone may be a postal code, and digits with dots a version.
  likely: 0.35,
  distinctive: /^(?:\+|\(|\d+[ /-])(?:\D*\d){5}/,
  read(written) {
    const text = latinDigits(written).replace(/[–—]/g, '-').replace(/\s/g, ' ');
    return NUMBER.test(text) && text.replace(/\D/g, '').length >= 3 ? text : null;
  },
});
