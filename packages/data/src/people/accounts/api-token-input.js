/** @import { Catalog, Message } from '@plinth/plugin' */
import { inputInvalid, phrase } from '@plinth/plugin';
import { LIMITS } from '../../catalog/limits/limits.js';

export const OPERATIONS = Object.freeze(/** @type {const} */ (['read', 'create', 'update', 'delete']));
const DAY = 86_400_000;
const MOST_DAYS = 3660;

/**
 * @typedef {{ name?: unknown, tables?: unknown, operations?: unknown, expires?: unknown }} ApiTokenInput
 *   tables, operations: null means all; expires: days such as "90d", or null for never
 * @typedef {{ id: string, name: string, tables: readonly string[] | null, operations: readonly string[] | null,
 *   createdAt: string, expiresAt: string | null, usedAt: string | null, purpose?: string | null }} ApiToken
 *   purpose: of a secret link, which is good for this and nothing else
 */

/** @param {Pick<Catalog, 'hasTable' | 'table'>} catalog @param {ApiTokenInput} input @param {number} now ms since 1970 */
export function checkApiToken(catalog, input, now) {
  /** @type {Record<string, Message>} */
  const wrong = {};
  const name = typeof input.name === 'string' ? input.name.trim() : '';
  if (name === '') wrong.name = 'Enter a name';
  // eslint-disable-next-line no-control-regex
  else if (name.length > LIMITS.personNameCharacters || /[\u0000-\u001f\u007f]/.test(name) || !name.isWellFormed())
    wrong.name = phrase`The name must be a single line of at most ${LIMITS.personNameCharacters} characters`;
  const tables = listOf(input.tables);
  const unknown = tables?.find((table) => !catalog.hasTable(table));
  if (tables?.length === 0) wrong.tables = 'Choose at least one table';
  else if (unknown !== undefined) wrong.tables = phrase`There is no table "${unknown.slice(0, 60)}"`;
  const operations = listOf(input.operations);
  const strange = operations?.find((operation) => !OPERATIONS.includes(/** @type {'read'} */ (operation)));
  if (operations?.length === 0) wrong.operations = 'Choose at least one operation';
  else if (strange !== undefined) wrong.operations = phrase`Use only these operations: ${OPERATIONS.join(', ')}`;
  const days = daysOf(input.expires);
  if (Number.isNaN(days)) wrong.expires = phrase`Enter a number of days such as 90d, at most ${MOST_DAYS}`;
  if (Object.keys(wrong).length > 0) throw inputInvalid(wrong);
  return {
    name,
    tables: tables && tables.map((table) => catalog.table(table).id),
    operations,
    expiresAt: days === null ? null : new Date(now + days * DAY).toISOString(),
  };
}

/** @param {unknown} list @returns {string[] | null} null means all */
function listOf(list) {
  if (list === null || list === undefined) return null;
  return Array.isArray(list) ? [...new Set(list.map(String))] : [''];
}

/** @param {unknown} text @returns {number | null} NaN if it is not a valid time */
function daysOf(text) {
  if (text === null || text === undefined || text === '') return null;
  const match = /^(\d{1,4})d?$/.exec(String(text).trim());
  const days = match ? Number(match[1]) : NaN;
  return days >= 1 && days <= MOST_DAYS ? days : NaN;
}
