/** @import { Expression } from '@plinth/expressions' */
/** @import { Catalog } from '@plinth/plugin' */
/** @import { Visibility } from '../types.d.ts' */
import { fixed } from '../../postgres/sql/index.js';
import { isShownOfUsers } from './shown-of-users.js';
import { reachOfApp } from './system-of.js';

/**
 * Which rows of other tables count in what the database evaluates for an app with nobody's rights: rules, stored formulas
 * and triggers before saving. It ends where the app's system code ends.
 *
 * @param {Pick<Catalog, 'apps' | 'tables'>} catalog @param {string | null} app its name
 * @param {Expression['names']} [names] fields that the expression uses: people's names are for everybody
 * @returns {{ visible?: Visibility }} nothing where there is no limit
 */
export function visibleTo(catalog, app, names) {
  const { reach } = reachOfApp(catalog, app);
  if (!reach) return {};
  const fieldOf = (/** @type {Expression['names'][number]} */ one) =>
    catalog.tables.find(({ name }) => name === one.table)?.fields.find(({ name }) => name === one.name);
  // A formula of the app may use more of a person than its name.
  const isHarmless = (/** @type {Expression['names'][number]} */ one) =>
    one.table === 'users' ? isShownOfUsers(one.name) : !fieldOf(one)?.formula;
  const tables = new Set([...reach.tables, ...(names?.every(isHarmless) ? ['users'] : [])]);
  return { visible: ({ name }) => fixed(tables.has(name) ? 'true' : 'false') };
}
