/** @import { FormattingRule, Html, SettingsSchema } from '../index.d.ts' */
import { html } from '../html.js';
import { PALETTE } from '../palette.js';

/** A field's rules of conditional formatting, as settings. @type {SettingsSchema} */
export const FORMATTING = Object.freeze([
  {
    name: 'formatting',
    type: 'list',
    max: 10,
    default: [],
    label: 'formatting',
    help: 'formatting.help',
    items: [
      { name: 'when', type: 'expression', result: 'bool', required: true, label: 'formatting.when' },
      {
        name: 'label',
        type: 'text',
        required: true,
        max: 60,
        label: 'formatting.label',
        help: 'formatting.label.help',
      },
      {
        name: 'colour',
        type: 'select',
        default: 'red',
        label: 'formatting.colour',
        options: PALETTE.map((value) => ({ value, label: `el.colour.${value}` })),
      },
      {
        name: 'part',
        type: 'select',
        default: 'cell',
        label: 'formatting.part',
        options: ['cell', 'chip', 'row'].map((value) => ({ value, label: `formatting.part.${value}` })),
      },
    ],
  },
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
