import { readExpression } from '@plinth/expressions';
import { AppError, nearest } from '@plinth/plugin';
import { addressOf } from '../problems.js';
import { wrongFields } from '../run-edit.js';

/** @import { Tree } from '@plinth/expressions' */
/** @import { Catalog, Table, Translate } from '@plinth/plugin' */
/** @import { App, Request } from '../../types.d.ts' */
/** @import { FormErrors } from '../run-edit.js' */
/** @typedef {{ at: string, name: string }} MissingGroup at: "access.ROLE.RIGHT" */

/**
 * What is wrong with rules that are to be saved: they ask for groups that nobody can be in. Groups are no part of the
 * Catalog, so the edit itself can't tell.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {Table['access']} access
 * @returns {Promise<FormErrors | null>}
 */
export async function groupErrors(app, req, table, access) {
  const { t, catalog } = req.ctx;
  const groups = await groupNames(app, req);
  const missing = missingGroups(catalog, table, access, groups);
  if (missing.length === 0) return null;
  const fields = Object.fromEntries(missing.map(({ at, name }) => [at, noGroup(t, name, groups)]));
  return { ...wrongFields(fields), message: noGroup(t, missing[0].name, groups) };
}

/**
 * The same of all rules as they are: a group was removed, or the rule came another way.
 *
 * @param {App} app @param {Request} req
 */
export async function groupProblems(app, req) {
  const { t, catalog } = req.ctx;
  const groups = await groupNames(app, req);
  return catalog.tables.flatMap((table) =>
    missingGroups(catalog, table, table.access, groups).map(({ at, name }) => {
      const place = { kind: 'table', name: table.name, at };
      return { ...place, message: noGroup(t, name, groups), url: addressOf(place) };
    }),
  );
}

/** @param {App} app @param {Request} req @returns {Promise<string[]>} */
async function groupNames(app, req) {
  const groups = await app.data.people.groups.list(req.ctx.actor);
  return groups.map((/** @type {{ name: string }} */ { name }) => name);
}

/** @param {Translate} t @param {string} name @param {readonly string[]} groups */
function noGroup(t, name, groups) {
  const meant = nearest(name, groups);
  return meant ? t('admin.access.noGroupMeant', { name, meant }) : t('admin.access.noGroup', { name });
}

/** @param {Catalog} catalog @param {Table} table @param {Table['access']} access @param {readonly string[]} groups @returns {MissingGroup[]} */
function missingGroups(catalog, table, access, groups) {
  return Object.entries(access).flatMap(([role, rights]) =>
    Object.entries(rights).flatMap(([right, level]) => {
      const rule = level && typeof level === 'object' ? level.rule : '';
      if (!rule.includes('user.groups')) return [];
      const missing = namedGroups(catalog, table, rule).filter((name) => !groups.includes(name));
      return missing.map((name) => ({ at: `access.${role}.${right}`, name }));
    }),
  );
}

/** Groups that a rule names. What can't be read is told elsewhere. @param {Catalog} catalog @param {Table} table @param {string} rule @returns {string[]} */
function namedGroups(catalog, table, rule) {
  try {
    return besideGroups(readExpression(rule, { catalog, table, result: ['bool'] }).tree);
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** Texts that are held against user.groups. @param {Tree} tree @returns {string[]} */
function besideGroups(tree) {
  if (!('args' in tree)) return [];
  const ofGroups = tree.args.some((arg) => arg.op === 'user' && arg.name === 'groups');
  return tree.args.flatMap((arg) => {
    if (!ofGroups || arg.op !== 'value') return besideGroups(arg);
    return typeof arg.value === 'string' ? [arg.value] : [];
  });
}
