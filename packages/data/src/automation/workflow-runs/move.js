/** @import { Document } from './document.js' */
/** @import { Token } from './types.d.ts' */
import { listOf } from './document.js';

/**
 * Where a path leads after a step: to the next step, back to the step around the list, or to the end of the token's list.
 *
 * @param {Document} document @param {string} path @param {string} root
 * @returns {{ to: 'enter' | 'ended', path: string } | null} null: the end
 */
export function after(document, path, root) {
  const next = document.next(path);
  if (next !== null) return { to: 'enter', path: next };
  const list = listOf(path);
  const around = list === root ? null : document.around(list);
  return around === null ? null : { to: 'ended', path: around };
}

/** Into a list of a step, or past it if it is empty. @param {Document} document @param {string} list */
export function into(document, list) {
  const first = document.first(list);
  if (first !== null) return { to: /** @type {const} */ ('enter'), path: first };
  return { to: /** @type {const} */ ('ended'), path: /** @type {string} */ (document.around(list)) };
}

/** Whether a run could begin again at its step: in no loop or parallel part, and while nothing is taken back. @param {Token} token */
export const isOnMainPath = ({ root, data }) => root === 'steps' && (data.frames ?? []).length === 0;
