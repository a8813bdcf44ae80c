/** @import { Change } from '../../postgres/changes/types.d.ts' */

/** What a subscription to the comments on a row listens to. @param {string} tableId @param {string | number} key */
export const commentsTopic = (tableId, key) => `comments ${tableId} ${key}`;

/** The rows whose comments some changes are about. @param {readonly Change[]} changes @returns {string[]} */
export function topicsOf(changes) {
  return changes.flatMap(({ schema, table, key }) =>
    schema === 'plinth' && table === 'comments' && key ? [commentsTopic(String(key[0]), String(key[1]))] : [],
  );
}
