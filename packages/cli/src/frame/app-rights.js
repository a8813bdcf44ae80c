/** @import { Row } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';
import { isConfirmed } from './confirm.js';

/** @import { CommandContext } from '../types.d.ts' */
/** @typedef {{ right: string, of: { kind?: string, name: string, label: string, more?: string[] }[] }[]} AppRights */

/** @type {Record<string, string>} */
export const TITLES = {
  publicRows: 'Lets visitors into its tables',
  publicPages: 'Shows visitors',
  publicFunctions: 'Lets visitors call',
  system: 'Runs with the rights of the system',
  callers: 'Runs code with the rights of whoever calls it',
  sql: 'Reads the tables of all apps with SQL',
  unnamed: 'May use tables and workflows that this review can’t name',
  tables: 'Uses other tables',
  parts: 'Uses views, pages and mail templates of other apps',
  code: 'Uses other functions and workflows',
  addresses: 'Can be started by other systems',
  triggers: 'Runs by itself',
  hosts: 'Calls other systems',
  secrets: 'Uses secrets',
  mails: 'Sends e-mails',
  messages: 'Sends notifications and tasks',
  packages: 'Brings npm packages',
};

/** The flags with which an app is given more than its own tables. */
export const reachOptions = Object.freeze({
  reach: {
    type: /** @type {const} */ ('string'),
    multiple: true,
    value: 'TABLE',
    summary: 'another table that what runs as the system may reach; several: once for each',
  },
  'reach-all': { type: /** @type {const} */ ('boolean'), summary: 'what runs as the system may reach all tables' },
});

/** @param {Row} values of the flags @returns {string[] | 'all'} */
export const chosenReach = (values) => (values['reach-all'] ? 'all' : (values.reach ?? []));

/**
 * Shows what an app can do, and asks.
 *
 * @param {CommandContext} ctx @param {{ rights: AppRights, clashes: unknown[], problems: unknown[] }} check
 * @param {boolean} isSaid whether somebody has agreed beforehand
 * @returns {Promise<boolean>} whether it may be installed
 * @throws {AppError} APP_NOT_REVIEWED nobody can be asked
 */
export async function agreed(ctx, { rights, clashes, problems }, isSaid) {
  // What can't be installed is refused for that reason, without a question.
  if (isSaid || rights.length === 0 || clashes.length > 0 || problems.length > 0) return true;
  const list = [
    'What this app can do:',
    ...rights.map(({ right, of }) => `  ${TITLES[right]}: ${of.map(named).join(', ')}`),
  ];
  if (ctx.stdin.isTTY) {
    ctx.note(list.join('\n'));
    return isConfirmed(ctx, 'install');
  }
  throw new AppError('APP_NOT_REVIEWED', list.join('\n'), {
    status: 409,
    hint: 'Nothing was installed. Run it again with --yes',
    details: { rights },
  });
}

/** @param {AppRights[number]['of'][number]} one */
const named = ({ label, more = [] }) => (more.length > 0 ? `${label} (${more.join(', ')})` : label);
