/** @import { PeopleParts } from './index.js' */
/** @import { Actor } from '@plinth/plugin' */
/** @import { Group } from './read-groups.js' */
import { inputInvalid, phrase } from '@plinth/plugin';
import { k } from '../../postgres/sql/index.js';
import { takeOver } from '../../postgres/errors/changed-meanwhile.js';
import { LIMITS } from '../../catalog/limits/limits.js';
import { createMembers, createNote } from './group-members.js';
import { createReadGroups } from './read-groups.js';
import { checkRoles, requireAdmin } from '../../rules/rights/require-admin.js';

/**
 * Groups of people. Members get the group's roles in addition to their own. Only admins manage groups.
 *
 * @param {PeopleParts} parts
 */
export function createGroups({ db, catalog, sessions, events }) {
  const { get, list } = createReadGroups({ db, catalog });
  const note = createNote(events);

  /** Who has to be loaded again when a group changes. @param {Group} group */
  async function forgetMembers({ id }) {
    const { rows } = await db.query(membersOf(id));
    for (const member of rows) sessions.forget(member.id);
  }

  return {
    get,

    list,
    ...createMembers({ db, catalog, sessions }, get, note),

    /**
     * @param {Actor} actor @param {{ label: string, name: string, roles?: string[] }} input
     *   `name` is what rules refer to and can't be changed @returns {Promise<Group>}
     * @throws {AppError} INPUT_INVALID
     */
    async create(actor, { label, name, roles = [] }) {
      requireAdmin(actor);
      const shown = checkLabel(label);
      if (typeof name !== 'string' || !NAME.test(name)) throw inputInvalid({ name: NAME_RULE });
      const ids = checkRoles(catalog(), roles);
      await db.transaction(async (tx) => {
        const { rows } = await tx.query(
          k('plinth.groups').insert({ name, label: shown }).onConflict().ignore().returning('id'),
        );
        if (rows.length === 0) throw inputInvalid({ name: phrase`The group "${name}" already exists` });
        await replaceRoles(tx, rows[0].id, ids);
        await events.add('group-made', { by: actor.userId, address: actor.address, what: name }, tx);
        await note(actor, name, signed(roles, '+'), null, tx);
      });
      return get(actor, name);
    },

    /**
     * @param {Actor} actor @param {string} name @param {{ label?: string, roles?: string[] }} input
     * @param {{ seen?: { label?: string } }} [form] seen: what the form was opened with @returns {Promise<Group>}
     * @throws {AppError} INPUT_INVALID, CHANGED_MEANWHILE, GROUP_NOT_FOUND
     */
    async update(actor, name, { label, roles }, { seen } = {}) {
      const before = await get(actor, name);
      const typed = { ...(label !== undefined && { label: checkLabel(label) }) };
      const ids = roles ? checkRoles(catalog(), roles) : null;
      await db.transaction(async (tx) => {
        const { rows } = await tx.query(k('plinth.groups').select('label').where('id', before.id).forNoKeyUpdate());
        const now = { label: before.label, ...rows[0] };
        const next = { ...now, ...takeOver(now, typed, seen) };
        await tx.query(k('plinth.groups').where('id', before.id).update({ label: next.label }));
        if (!ids || !roles) return;
        await replaceRoles(tx, before.id, ids);
        const lost = before.roles.filter((role) => !roles.includes(role));
        const given = roles.filter((role) => !before.roles.includes(role));
        await note(actor, name, [...signed(given, '+'), ...signed(lost, '-')], null, tx);
      });
      await forgetMembers(before);
      return get(actor, name);
    },

    /** The members stay and lose what the group gave them. @param {Actor} actor @param {string} name */
    async remove(actor, name) {
      const group = await get(actor, name);
      const members = await db.transaction(async (tx) => {
        const { rows } = await tx.query(membersOf(group.id));
        const { rowCount } = await tx.query(k('plinth.groups').where('id', group.id).delete());
        if (rowCount === 0) return [];
        // Rules refer to groups by name, so removing one can take rights even if it gives no role.
        await events.add('group-removed', { by: actor.userId, address: actor.address, what: name }, tx);
        await note(actor, name, signed(group.roles, '-'), null, tx);
        return rows;
      });
      for (const { id } of members) sessions.forget(id);
    },
  };
}

/** @param {import('../../postgres/database/transaction.js').Transaction} tx @param {string} id @param {string[]} roleIds */
async function replaceRoles(tx, id, roleIds) {
  const roles = k('plinth.group_roles');
  await tx.query(roles.clone().where('group_id', id).whereRaw('role_id <> all (?::uuid[])', [roleIds]).delete());
  if (roleIds.length === 0) return;
  const rows = roleIds.map((role) => ({ group_id: id, role_id: role }));
  await tx.query(roles.insert(rows).onConflict().ignore());
}

/** @param {string} id of a group */
const membersOf = (id) => k('plinth.group_members').select({ id: 'user_id' }).where('group_id', id);

/** @param {readonly string[]} roles @param {'+' | '-'} sign */
const signed = (roles, sign) => roles.map((role) => sign + role);

const NAME = new RegExp(`^[a-z][a-z0-9_]{0,${LIMITS.nameCharacters - 1}}$`);
const NAME_RULE = phrase`The name must start with a letter a-z and contain only a-z, 0-9 and _, at most ${LIMITS.nameCharacters} characters`;

/** @param {unknown} label */
function checkLabel(label) {
  const shown = typeof label === 'string' ? label.trim().normalize('NFC') : '';
  if (!shown) throw inputInvalid({ label: 'Enter a name' });
  if (shown.length > LIMITS.groupNameCharacters)
    throw inputInvalid({ label: phrase`The name must have at most ${LIMITS.groupNameCharacters} characters` });
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f]/.test(shown)) throw inputInvalid({ label: 'The name must be a single line' });
  return shown;
}
