/** @import { PeopleParts } from './index.js' */
/** @import { Actor } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';
import { nameOrder } from '../../postgres/sql/text-order.js';
import { k } from '../../postgres/sql/index.js';
import { roleNames } from '../../rules/rights/actors.js';
import { requireAdmin } from '../../rules/rights/require-admin.js';

const MOST_GROUPS = 1000;

/** @typedef {{ id: string, name: string, label: string, roles: string[], members: number }} Group */

/** Groups as admins see them. @param {Pick<PeopleParts, 'db' | 'catalog'>} parts */
export function createReadGroups({ db, catalog }) {
  /** @param {any} row @returns {Group} */
  const record = ({ roleIds, ...row }) => ({ ...row, roles: roleNames(catalog(), roleIds) });

  /** @param {Actor} actor @param {string} name @returns {Promise<Group>} @throws {AppError} GROUP_NOT_FOUND */
  async function get(actor, name) {
    requireAdmin(actor);
    const { rows } = await db.query(groups().where('g.name', String(name)));
    if (rows.length === 0) throw groupNotFound(name);
    return record(rows[0]);
  }

  return {
    get,

    /** All groups, ordered by label. @param {Actor} actor @returns {Promise<Group[]>} */
    async list(actor) {
      requireAdmin(actor);
      const order = k.raw(nameOrder('g.label', catalog()));
      const { rows } = await db.query(groups().orderByRaw('?, g.name', [order]).limit(MOST_GROUPS));
      return rows.map(record);
    },
  };
}

/** @param {string} name */
const groupNotFound = (name) =>
  new AppError('GROUP_NOT_FOUND', phrase`There is no group "${String(name)}"`, {
    status: 404,
    hint: 'Check the list of groups',
  });

const groups = () =>
  k('plinth.groups as g').select('g.id', 'g.name', 'g.label', {
    members: k.raw('(select count(*)::int from plinth.group_members m where m.group_id = g.id)'),
    roleIds: k.raw('array(select role_id from plinth.group_roles r where r.group_id = g.id)'),
  });
