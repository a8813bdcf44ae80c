/** @import { Values } from '@plinth/plugin' */
/** What tells with whose rights something runs, in the inputs of edits. */
export const USER = Object.freeze({
  type: ['string', 'null'],
  description: 'ID of the person with whose rights it runs, if "as" is "user"',
});

/** People are not part of a document: what has a person's rights waits until somebody chooses one. @param {Values} object */
export const carried = (object) => (object.as === 'user' ? { ...object, as: 'cause', enabled: false } : object);
