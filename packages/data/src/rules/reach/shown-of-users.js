/** Fields of a user that everybody may read who can see a row that points at them. */
const USER_FIELDS = ['id', 'name', 'picture'];

/** @param {string} name of a field of users */
export const isShownOfUsers = (name) => USER_FIELDS.includes(name);
