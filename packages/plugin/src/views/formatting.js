/** @import { FormattingRule, Html, SettingsSchema } from '../index.d.ts' */
import { expression, list, select, text } from '../settings/helpers.js';
import { html } from '../html.js';
import { PALETTE } from '../palette.js';

/** A field's rules of conditional formatting, as settings. @type {SettingsSchema} */
export const FORMATTING = Object.freeze([
  list(
    'formatting',
    'formatting',
    [
      expression('when', 'formatting.when', { result: 'bool', required: true }),
      text('label', 'formatting.label', { required: true, max: 60, help: 'formatting.label.help' }),
      select(
        'colour',
        'formatting.colour',
        PALETTE.map((value) => ({ value, label: `el.colour.${value}` })),
        { default: 'red' },
      ),
      select(
        'part',
        'formatting.part',
        ['cell', 'chip', 'row'].map((value) => ({ value, label: `formatting.part.${value}` })),
        { default: 'cell' },
      ),
    ],
    { max: 10, default: [], help: 'formatting.help' },
  ),
]);

export const FORMATTING_STYLES = 'core-views/css/formatting.css';

/**
 * A value under a rule that applies: tinted, with the rule's name for those who don't see the colour.
 *
 * @param {FormattingRule} rule @param {Html} shown @returns {Html}
 */
export function formatted({ colour, part, label }, shown) {
  const isBare = part === 'chip' && shown.text === '';
  const name = isBare ? label : html`<span class="visually-hidden"> (${label})</span>`;
  return html`<span class="pl-tone pl-tone-${part} pl-c-${colour}" title="${label}">${shown}${name}</span>`;
}
