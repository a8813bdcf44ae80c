/** @import { Request } from '../types.d.ts' */

/** What the keys of the builder do, in the order in which people need them; the browser code is in assets/keys.js. */
const KEYS = [
  ['select', '↑ ↓'],
  ['inOut', '← →'],
  ['several', 'Shift + ↑ ↓'],
  ['all', 'Ctrl + A'],
  ['insert', '/'],
  ['text', 'Enter'],
  ['move', 'Alt + ↑ ↓'],
  ['moveOut', 'Alt + ← →'],
  ['width', 'Alt + Shift + ← →'],
  ['duplicate', 'Ctrl + D'],
  ['remove', 'Delete'],
  ['clipboard', 'Ctrl + C, X, V'],
  ['wrap', 'Ctrl + G'],
  ['unwrap', 'Ctrl + Shift + G'],
  ['undo', 'Ctrl + Z'],
  ['redo', 'Ctrl + Y'],
  ['close', 'Esc'],
  ['help', '?'],
];

/** Keys on which each language has a word of its own. */
const NAMED = /Shift|Ctrl|Enter|Delete/g;

/** @param {Request} req @returns {{ label: string, keys: string }[]} */
export const keyList = ({ ctx: { t } }) =>
  KEYS.map(([name, keys]) => ({
    label: t(`admin.builder.keys.${name}`),
    keys: keys.replace(NAMED, (key) => t(`admin.builder.key.${key.toLowerCase()}`)),
  }));
