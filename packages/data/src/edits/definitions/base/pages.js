/** @import { Scope } from '../../types.d.ts' */
import { checkSettings, node } from '@plinth/plugin';
import { checkAppOf } from './app-of.js';
import { checkLayoutSettings } from './layouts.js';
import { free, onlyKeys, pageName } from './names.js';
import { checkRoles } from './roles.js';
import { labelOf, line, paragraph } from './texts.js';

const KEYS = ['name', 'title', 'description', 'app', 'roles', 'layout'];

/** @param {any} input @param {Scope} scope @param {string} [self] @returns {{ name: string, body: any }} */
export function checkPage(input, { catalog, registry }, self) {
  onlyKeys('a page', input, KEYS);
  const name = free('page', pageName(input.name), catalog.pages, self);
  const { layout } = checkSettings([{ name: 'layout', type: 'layout' }], {
    layout: input.layout ?? node('stack', {}, []),
  });
  checkLayoutSettings(layout, registry, 'layout');
  return {
    name,
    body: {
      title: line('title', input.title, labelOf(name)),
      description: paragraph('description', input.description),
      app: checkAppOf(input.app, catalog),
      roles: checkRoles(input.roles, catalog),
      layout,
    },
  };
}
