/** @import { Field } from '@plinth/plugin' */
import { quoteLiteral } from '../../postgres/sql/index.js';
import { hex } from '../../postgres/sql/physical.js';

/** The sequence of a field whose numbers may have gaps. @param {string} id of the field */
export const sequenceName = (id) => `"app"."field_${hex(id)}_number"`;

/**
 * The next number of a field: of its counter, whose row stays locked until the transaction ends, or of its sequence,
 * which waits for nobody and forgets what it gave to rows that were refused.
 *
 * @param {Pick<Field, 'id'>} field @param {{ gapFree: boolean }} numbering
 */
export const nextNumberSql = ({ id }, { gapFree }) =>
  gapFree ? `plinth.next_number(${quoteLiteral(id)}::uuid)` : `nextval(${quoteLiteral(sequenceName(id))}::regclass)`;
