/** @import { AppDocument, Catalog, Registry, Role } from '@plinth/plugin' */
import { peopleIn } from '../../rules/expressions/people-in.js';
import { mapDocument } from './map-document.js';

/**
 * Custom roles that an app mentions anywhere, including field rights, expressions and what other roles inherit. Without
 * one of them, the document could not be installed where the role is missing. A role comes after those that it
 * inherits.
 *
 * @param {AppDocument} document @param {Catalog} catalog @param {Registry} registry
 * @param {(role: string) => boolean} isNamed by other means, in texts that are not references
 * @returns {Role[]}
 */
export function rolesOfApp(document, catalog, registry, isNamed) {
  const names = new Set(catalog.roles.map(({ name }) => name).filter(isNamed));
  mapDocument(document, { catalog, registry }, ({ kind, name, table = '' }) => {
    if (kind === 'role') names.add(name);
    if (kind !== 'expression') return;
    const owner = catalog.hasTable(table) ? catalog.table(table) : null;
    for (const role of peopleIn('roles', catalog, owner, name)) names.add(role);
  });
  /** @type {Set<Role>} */
  const roles = new Set();
  for (const role of catalog.roles) if (names.has(role.name)) add(role);
  return [...roles].filter(({ builtIn }) => !builtIn);

  /** @param {Role} role */
  function add(role) {
    const included = catalog.roles.find(({ name }) => name === role.inherits);
    if (included && !roles.has(included)) add(included);
    roles.add(role);
  }
}
