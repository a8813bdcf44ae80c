/** @import { Actor, Catalog, Role } from '../index.d.ts' */

/** The role that passes every check. */
export const ADMIN = 'admin';

/** Whether an actor, or a person with these roles, is an admin. @param {{ roles: readonly string[] }} of */
export const isAdmin = ({ roles }) => roles.includes(ADMIN);

/** Admins, and code that acts for the system itself. @param {Pick<Actor, 'roles' | 'system'>} actor */
export const hasFullAccess = (actor) => actor.system || isAdmin(actor);

/**
 * Whether somebody is signed in. Asked in this way, what is rendered can be shared by all users of the same roles;
 * `actor.userId` makes it that user's own.
 *
 * @param {Pick<Actor, 'userId' | 'signedIn'>} actor
 */
export const isSignedIn = (actor) => actor.signedIn ?? actor.userId !== null;

/** Roles that can be given rights: admins need none. @param {Pick<Catalog, 'roles'>} catalog @returns {Role[]} */
export const limitedRoles = ({ roles }) => roles.filter(({ name }) => name !== ADMIN);
