/** Tables that store who has which roles and is in which groups. */
export const TABLES_OF_ROLES = Object.freeze([
  'plinth.user_roles',
  'plinth.group_members',
  'plinth.groups',
  'plinth.group_roles',
]);

/**
 * Whether a change in this table can affect everybody, and not only the user in the key's first column.
 *
 * @param {string} table
 */
export const isOfMany = (table) => table === 'groups' || table === 'group_roles';
