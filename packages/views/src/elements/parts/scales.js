/** @import { Setting, SettingOption } from '@plinth/plugin' */
import { PALETTE } from '@plinth/plugin';
import { select } from '@plinth/plugin/settings';

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
  return select(
    name,
    label,
    steps.map((value) => ({ value, label: `el.step.${value}` })),
    { default: fallback },
  );
}

/** @type {Setting} */
export const COLOUR = select('colour', 'el.colour', COLOURS);

/** @type {Setting} */
export const ALIGN = select('align', 'el.align', ALIGNMENTS, { default: 'start' });
