/** @import { Request } from '../../types.d.ts' */

/**
 * How an app is called before it is installed. A document is written in one language; the plugin that brings it may have
 * the keys `<plugin>.<app>` and `<plugin>.<app>.description`.
 *
 * @param {Request} req @param {any} document of a starter app, or a file that may hold anything
 * @returns {{ label: string, description: string }}
 */
export function appTexts({ ctx: { app, t } }, document) {
  const { registry } = app;
  const { name, label = '', description = '' } = document.app ?? {};
  const key = registry.all('starterApp').includes(document) && `${registry.owner('starterApp', name)}.${name}`;
  const said = (/** @type {string} */ own, /** @type {string} */ text) => (key && t.has?.(own) ? t(own) : text);
  return { label: said(`${key}`, label), description: said(`${key}.description`, description) };
}
