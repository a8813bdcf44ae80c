/** Tables that say who has which roles and is in which groups. */
export const TABLES_OF_ROLES = Object.freeze([
  'plinth.user_roles',
  'plinth.group_members',
  'plinth.groups',
  'plinth.group_roles',
]);

/** Whether a change there may touch everybody, not only the user whom the first column of the key names. @param {string} table */
export const isOfMany = (table) => table === 'groups' || table === 'group_roles';
