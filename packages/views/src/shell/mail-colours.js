/** @import { LookSettings } from './look-colours.js' */
import { toHex } from './colour.js';
import { modeColours } from './look-colours.js';

/**
 * The site's accent for e-mail, where mail programs know no custom properties: of a button, of what is written on it, and
 * of links in both modes.
 *
 * @param {LookSettings} settings
 */
export function mailColours(settings) {
  const [light, dark] = [modeColours(settings, 'light'), modeColours(settings, 'dark')];
  return {
    button: toHex(light.primary),
    onButton: toHex(light['on-primary']),
    link: toHex(light.link),
    linkDark: toHex(dark.link),
  };
}
