import { defineFieldView, html } from '@plinth/plugin';
import { select } from '@plinth/plugin/settings';
import { clockText } from './parts/duration-text.js';

const UNITS = /** @type {[string, number][]} */ ([
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]);

/** A length of time, as a clock or in words. */
export const durationView = defineFieldView({
  name: 'duration',
  order: 160,
  label: 'fv.duration',
  mode: 'show',
  types: ['duration'],
  settings: [select('style', 'fv.form', { clock: '1:30', words: 'fv.duration.style.words' }, { default: 'clock' })],
  render({ value, config, env }) {
    if (typeof value !== 'number') return html``;
    const text = config.style === 'words' ? inWords(value, env.formats) : clockText(value);
    return html`<time datetime="PT${Math.max(value, 0)}S">${text}</time>`;
  },
});

/** @param {number} seconds @param {import('@plinth/plugin').Formats} formats */
function inWords(seconds, formats) {
  let rest = Math.abs(Math.round(seconds));
  const words = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count) words.push(formats.number(count, { style: 'unit', unit, unitDisplay: 'short' }));
  }
  if (!words.length) return formats.number(0, { style: 'unit', unit: 'minute', unitDisplay: 'short' });
  return (seconds < 0 ? '−' : '') + words.slice(0, 2).join(' ');
}
