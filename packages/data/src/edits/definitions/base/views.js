/** @import { Scope } from '../../types.d.ts' */
import { Phrase, checkSettings, inputInvalid, phrase } from '@plinth/plugin';
import { described } from './described.js';
import { checkInside } from './layouts.js';
import { free, onlyKeys, viewName } from './names.js';
import { checkRoles } from './roles.js';

const KEYS = ['name', 'label', 'description', 'app', 'template', 'table', 'roles', 'config'];

/**
 * A view in stored form.
 *
 * @param {any} input @param {Scope} scope @param {string} [self] its id, if it exists already
 * @returns {{ name: string, body: any }}
 */
export function checkView(input, { catalog, registry }, self) {
  onlyKeys('a view', input, KEYS);
  const name = free('view', viewName(input.name), catalog.views, self);
  const template = registry.viewTemplate(String(input.template ?? ''));
  const table = input.table ? catalog.table(String(input.table)).name : null;
  if (template.needsTable && !table)
    throw inputInvalid({ table: phrase`A ${new Phrase(template.label)} view needs a table` });
  const config = checkSettings(template.settings, input.config ?? {}, 'config');
  checkInside(template.settings, config, registry);
  return {
    name,
    body: {
      ...described(input, name, catalog),
      template: template.name,
      table,
      roles: checkRoles(input.roles, catalog),
      config,
    },
  };
}
