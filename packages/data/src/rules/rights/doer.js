import { param, sql } from '../../postgres/sql/index.js';
import { USER_PARAM } from './user-param.js';

/**
 * Who did something, for the history, *Updated by* and notifications: whoever writes, unless the transaction names somebody who
 * decided that it happens, such as the person who answered a task of a workflow. Their rights are not asked about.
 */
export const DOER = doerOr(sql`${param(USER_PARAM)}::uuid`);

/** @param {import('../../postgres/sql/index.js').Fragment} writer */
export function doerOr(writer) {
  return sql`coalesce(nullif(current_setting('plinth.doer', true), '')::uuid, ${writer})`;
}
