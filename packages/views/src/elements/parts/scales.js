/** @import { Setting, SettingOption } from '@plinth/plugin' */
import { PALETTE } from '@plinth/plugin';

// Choices that several elements share. Their values are part of class names of the stylesheet.

/** @type {readonly SettingOption[]} */
export const ALIGNMENTS = [
  { value: 'start', label: 'el.align.start' },
  { value: 'center', label: 'el.align.center' },
  { value: 'end', label: 'el.align.end' },
];

/** @type {readonly SettingOption[]} */
export const COLOURS = PALETTE.map((value) => ({ value, label: `el.colour.${value}` }));

/**
 * The steps of a scale, such as gaps or padding.
 *
 * @param {string} name
 * @param {string} label
 * @param {string} fallback
 * @param {string[]} steps
 * @returns {Setting}
 */
export function scale(name, label, fallback, steps = ['0', '1', '2', '3', '4', '5']) {
  return {
    name,
    type: 'select',
    label,
    default: fallback,
    options: steps.map((value) => ({ value, label: `el.step.${value}` })),
  };
}

/** @type {Setting} */
export const COLOUR = { name: 'colour', type: 'select', label: 'el.colour', options: COLOURS };

/** @type {Setting} */
export const ALIGN = { name: 'align', type: 'select', label: 'el.align', default: 'start', options: ALIGNMENTS };
