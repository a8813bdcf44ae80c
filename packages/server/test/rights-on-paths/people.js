/** Who has an account, and the roles given to him. */
export const PEOPLE = /** @type {Record<string, string[]>} */ ({ ann: ['user'], bob: ['user'], sue: ['staff'] });
export const ROLES = ['public', 'user', 'staff'];
/** All roles of somebody, those that his own hold included. */
export const HELD = /** @type {Record<string, string[]>} */ ({
  visitor: ['public'],
  ann: ['public', 'user'],
  bob: ['public', 'user'],
  sue: ['public', 'user', 'staff'],
});
export const ACTORS = Object.keys(HELD);
