/** Stands for the current user in conditions on people: `assignee=me`. */
export const ME = 'me';

/** The same as a value: the data layer replaces it with the user's key. */
export const ASKER = Object.freeze({ user: 'id' });
