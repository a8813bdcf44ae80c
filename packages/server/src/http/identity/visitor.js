/** @import { Actor } from '@plinth/plugin' */

/** Somebody who is not logged in. @type {Actor} */
export const VISITOR = Object.freeze({ userId: null, roles: Object.freeze(['public']), system: false });
