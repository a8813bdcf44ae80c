/** @import { Catalog } from '@plinth/plugin' */
import { reachIds } from './app-reach.js';
import { appName, free, onlyKeys } from './names.js';
import { iconName, labelOf, line, paragraph } from './texts.js';

/** @param {any} input @param {Catalog} catalog @param {string} [self] @returns {{ name: string, body: any }} */
export function checkApp(input, catalog, self) {
  onlyKeys('an app', input, ['name', 'label', 'description', 'icon', 'reach']);
  const name = free('app', appName(input.name), catalog.apps, self);
  const body = {
    label: line('label', input.label, labelOf(name)),
    description: paragraph('description', input.description),
    icon: iconName('icon', input.icon, 'apps'),
    ...(input.reach !== undefined && { reach: reachIds(input.reach, catalog) }),
  };
  return { name, body };
}
