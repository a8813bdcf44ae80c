/** @import { Walk } from './map-references.js' */

/** @param {string[] | undefined} names @param {Walk} walk @param {string} [at] @param {{ audience?: true }} [list] */
export function walkRoles(names, walk, at = '', list = {}) {
  return (names ?? []).map((name) => walk.visit({ kind: 'role', name, at: at ? `${at}.roles` : 'roles', ...list }));
}
