/** @import { Compilation } from './scope.js' */
/** @import { Kind } from './guarded.js' */
import { isPlugins } from './guarded.js';
import { OWN_HTML_STYLE } from '../elements/parts/own-html-style.js';

/**
 * What Plinth and the plugins that come with it name of Bootstrap is on every page (scripts/bootstrap/names-in-use.js); an
 * installed plugin's definition may print any of its names.
 */
export const ANY_NAMES = Object.freeze([OWN_HTML_STYLE]);

/**
 * Style sheets that a page needs because it shows this. What a plugin prints may depend on all of an address.
 *
 * @param {Compilation} compilation @param {Kind} kind @param {{ name: string }} definition
 * @param {readonly string[]} [styles] its own
 */
export function noteStyles({ registry, found }, kind, { name }, styles = []) {
  const all = registry.isInstalled(kind, name) ? [...ANY_NAMES, ...styles] : styles;
  for (const style of all) found.styles.add(style);
  if (isPlugins({ registry }, kind, name)) found.varies.address = true;
}
