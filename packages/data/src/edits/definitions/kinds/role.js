/** @import { Catalog, Field, Role, Values } from '@plinth/plugin' */
/** @import { Draft } from '../base/draft.js' */
/** @import { Scope } from '../../types.d.ts' */
import { ADMIN, AppError, defineKind, inputInvalid, phrase } from '@plinth/plugin';
import { checkName } from '../base/check-object.js';
import { find } from '../base/find.js';
import { label } from '../base/kind-settings.js';
import { renameRole } from '../base/rename.js';
import { labelOf, line } from '../base/texts.js';

export const role = defineKind({
  name: 'role',
  plural: 'roles',
  label: 'role',
  icon: 'users',
  order: 10,
  schema: [label, { name: 'inherits', type: 'role', default: null }, { name: 'home', type: 'page', default: null }],
  names: 'sql',
  isOfSite: true,
  defaults: { builtIn: false },
  keys: ['name', 'label', 'inherits', 'home', 'builtIn'],
  prepare: (input, { before }) => (before ? input : { inherits: 'user', ...input }),
  check: checkRole,
  rename: renameRole,
  edits: {
    add: { about: 'Adds a role; it inherits from `user` if nothing else is said' },
    remove: { plan: removeRole },
  },
  documents: { isAlwaysListed: true },
  admin: { area: 'roles' },
});

/** @param {Values} input @param {Pick<Scope, 'catalog'>} scope @param {{ id: string, name: string }} [self] @returns {{ name: string, body: Values }} */
function checkRole(input, { catalog }, self) {
  const before = catalog.roles.find(({ id }) => id === self?.id);
  if (before?.builtIn) return checkBuiltIn(input, before, { catalog });
  const name = checkName(role, input, { catalog }, self);
  const inherits = input.inherits || null;
  checkInherits(inherits, name, catalog, self?.id);
  const home = input.home || null;
  if (home !== null && !catalog.hasPage(home)) throw inputInvalid({ home: phrase`There is no page "${home}"` });
  const body = { label: line('label', input.label, labelOf(name)), inherits, builtIn: false, home };
  return { name, body };
}

/** Those are exempt from the checks of inheritance. @param {Values} wanted @param {Role} before @param {Pick<Scope, 'catalog'>} scope */
function checkBuiltIn(wanted, before, scope) {
  if (wanted.name !== before.name || (wanted.inherits || null) !== before.inherits)
    throw new AppError(
      'ROLE_BUILT_IN',
      phrase`The role "${before.name}" is built in: its name and the roles it inherits from can't be changed`,
      { status: 422, hint: 'Add your own role' },
    );
  const { body } = checkRole({ ...wanted, name: 'built_in', inherits: null }, scope);
  const kept = { inherits: before.inherits, builtIn: true, label: wanted.label || before.label };
  return { name: before.name, body: { ...body, ...kept } };
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
    const next = catalog.roles.find((entry) => entry.name === step);
    if (!next) throw inputInvalid({ inherits: phrase`There is no role "${step}"` });
    if (next.id === self || next.name === name || i > 50)
      throw inputInvalid({ inherits: phrase`"${name}" would inherit from itself` });
    step = next.inherits ?? '';
  }
}

/** @param {Draft} draft @param {Values} input @param {unknown} _ @param {() => void} remove */
function removeRole(draft, input, _, remove) {
  const gone = find(role, draft.catalog, input.role);
  if (gone.builtIn)
    throw new AppError('ROLE_BUILT_IN', phrase`The role "${gone.name}" is built in and can't be removed`, {
      status: 422,
      hint: 'Remove its rights instead',
    });
  // Roles that inherited it now inherit what it inherited; nobody gains anything.
  for (const other of draft.catalog.roles)
    if (other.inherits === gone.name) draft.merge(other.id, { inherits: gone.inherits });
  // A right must not pass to the next role that happens to get this name.
  for (const table of draft.catalog.tables) {
    if (!(gone.name in table.access)) continue;
    const { [gone.name]: _gone, ...access } = table.access;
    draft.merge(table.id, { access });
  }
  for (const field of draft.catalog.tables.flatMap(({ fields }) => fields)) withoutRole(draft, field, gone.name);
  // What only this role could open is left to admins.
  for (const { id, roles } of [...draft.catalog.views, ...draft.catalog.pages])
    if (roles.includes(gone.name)) draft.merge(id, { roles: roles.filter((name) => name !== gone.name) });
  // An empty visibility list means everybody, so admins, who see everything, replace the role.
  draft.mapReferences(({ kind, name, audience }) =>
    kind === 'role' && name === gone.name && audience ? ADMIN : undefined,
  );
  remove();
}

/**
 * A list that named only this role is left to admins, not to everybody.
 *
 * @param {Draft} draft @param {Field} field @param {string} name
 */
function withoutRole(draft, { id, access }, name) {
  if (!access?.read?.includes(name) && !access?.write?.includes(name)) return;
  const without = (/** @type {readonly string[] | null} */ roles) => roles && roles.filter((one) => one !== name);
  draft.merge(id, { access: { read: without(access.read), write: without(access.write) } });
}
