import { latinDigits } from '@plinth/plugin';
import { defineTextForm } from './base/format-checked.js';

const NUMBER = /^\+?[0-9 ()./x-]+$/;

/**
 * Digits in groups may be a part number, an ISBN or a code. These are telephone numbers: with a country's or an area's prefix, or in the
 * groups of North America.
 */
const DISTINCTIVE =
  /^(?:\+\d(?:\D*\d){5,14}|\(\d{1,5}\)(?:\D*\d){4,10}|0\d{1,5}[ /-](?:\D*\d){4,9}|(?:1[ -])?\d{3}[ -]\d{3}[ -]\d{4})(?:\s*x\s*\d{1,5})?$/;

/** A telephone number as people write it; only its link leaves out everything but digits. */
export const phoneType = defineTextForm({
  name: 'phone',
  order: 180,
  label: 'ft.phone.label',
  icon: 'phone',
  group: 'text',
  traits: { value: 'text', isLive: true },
  example: '+49 30 1234567',
  views: { show: 'tel_link', edit: 'tel_input', filter: 'filter_text' },
  message: 'must be a phone number such as +49 30 123456',
  longest: 40,
  sqlPattern: '^[+]?([ ()./x-]*[0-9]){3}[0-9 ()./x-]*$',
  likely: 0.35,
  distinctive: DISTINCTIVE,
  read(written) {
    const text = latinDigits(written).replace(/[–—]/g, '-').replace(/\s/g, ' ');
    return NUMBER.test(text) && text.replace(/\D/g, '').length >= 3 ? text : null;
  },
});
