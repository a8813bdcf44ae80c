/** @import { Registry } from '@plinth/plugin' */
/** @import { Compilation } from './scope.js' */
/** @import { Kind } from './guarded.js' */
import { OWN_HTML_STYLE } from '../elements/parts/own-html-style.js';

/** Part of Plinth: what their markup names of Bootstrap is on every page (scripts/bootstrap/names-in-use.js). */
const PARTS = new Set(['core-data', 'core-views', 'board', 'calendar', 'starter-apps', 'theme-default']);

/** Of a plugin's definition we don't know which of Bootstrap's names it prints. */
export const ANY_NAMES = Object.freeze([OWN_HTML_STYLE]);

/**
 * Whether the markup of a definition may name all of Bootstrap.
 *
 * @param {Pick<Registry, 'owner'>} registry @param {Kind} kind @param {string} name
 */
export const mayNameAll = (registry, kind, name) => !PARTS.has(registry.owner(kind, name));

/**
 * Style sheets that a page needs because it shows this.
 *
 * @param {Compilation} compilation @param {Kind} kind @param {{ name: string }} definition
 * @param {readonly string[]} [styles] its own
 */
export function noteStyles({ registry, found }, kind, { name }, styles = []) {
  const all = mayNameAll(registry, kind, name) ? [...ANY_NAMES, ...styles] : styles;
  for (const style of all) found.styles.add(style);
}
