/** @import { Catalog } from '@plinth/plugin' */
import { ADMIN, inputInvalid, phrase } from '@plinth/plugin';
import { free, onlyKeys, roleName } from './names.js';
import { labelOf, line } from './texts.js';

/** @param {any} input @param {Catalog} catalog @param {string} [self] @returns {{ name: string, body: any }} */
export function checkRole(input, catalog, self) {
  onlyKeys('a role', input, ['name', 'label', 'inherits', 'home', 'builtIn']);
  const name = free('role', roleName(input.name), catalog.roles, self);
  const inherits = input.inherits || null;
  checkInherits(inherits, name, catalog, self);
  const home = input.home || null;
  if (home !== null && !catalog.hasPage(home)) throw inputInvalid({ home: phrase`There is no page "${home}"` });
  const builtIn = catalog.roles.find((role) => role.id === self)?.builtIn ?? false;
  return { name, body: { label: line('label', input.label, labelOf(name)), inherits, builtIn, home } };
}

/**
 * Every role inherits public in the end, and none inherits itself.
 *
 * @param {string | null} inherits @param {string} name @param {Catalog} catalog @param {string} [self]
 */
function checkInherits(inherits, name, catalog, self) {
  if (inherits === null) return;
  if (inherits === ADMIN)
    throw inputInvalid({
      inherits: 'No role can have all the rights of an administrator. Give people the role admin instead',
    });
  for (let step = inherits, i = 0; step; i++) {
    const role = catalog.roles.find((entry) => entry.name === step);
    if (!role) throw inputInvalid({ inherits: phrase`There is no role "${step}"` });
    if (role.id === self || role.name === name || i > 50)
      throw inputInvalid({ inherits: phrase`"${name}" would inherit from itself` });
    step = role.inherits ?? '';
  }
}
