/** @import { Actor } from '@plinth/plugin' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
import { k, sql } from '../../postgres/sql/index.js';

/**
 * Users that an app's rows refer to. An existing user with the same e-mail is taken; others are created disabled and
 * without a role, so that a document can't give anybody access, or someone else stands for them.
 *
 * @param {Transaction} tx
 * @param {readonly { email: string, name: string }[]} users
 * @param {{ app: string, instead: string | null | undefined }} how app: its id; instead: the user who stands for those
 *   that are not there, null for nobody; undefined: they are created
 * @returns {Promise<{ userIds: Map<string, string | null>, absent: Set<string>, real: Set<string> }>} ids by e-mail as the
 *   document writes it; absent: those for whom somebody stands; real: people of this site, who made no part of the document
 */
export async function placeUsers(tx, users, { app, instead }) {
  const userIds = new Map();
  const absent = new Set();
  const real = new Set();
  for (const { email, name } of users) {
    const known = await knownUser(tx, email);
    const isAdded = instead === undefined;
    if (known?.real) real.add(email);
    if (!isAdded && !known?.there) {
      userIds.set(email, instead);
      absent.add(email);
    } else if (known) {
      if (isAdded && known.sample)
        await tx.query(sql`
        update plinth.users set sample_of = array_append(sample_of, ${app}::uuid) where id = ${known.id}::uuid`);
      userIds.set(email, known.id);
    } else {
      const { rows } = await tx.query(sql`
        insert into plinth.users (email, name, disabled_at, sample_of)
        values (${email}, ${name}, now(), array[${app}::uuid]) returning id`);
      userIds.set(email, rows[0].id);
    }
  }
  return { userIds, absent, real };
}

/**
 * @param {Transaction} tx @param {string} email
 * @returns {Promise<{ id: string, sample: boolean, real: boolean, there: boolean } | undefined>} sample: only sample rows name
 *   this person; real: it is not one of those, or was given an account; there: one of their apps is there, or the person is real
 */
async function knownUser(tx, email) {
  const { rows } = await tx.query(sql`
    select u.id, u.sample_of is not null as sample,
           u.sample_of is null or u.disabled_at is null as real,
           u.sample_of is null or u.disabled_at is null
             or exists (select from plinth.objects o where o.id = any (u.sample_of)) as there
      from plinth.users u where lower(u.email) = lower(${email})`);
  return rows[0];
}

/**
 * Who stands for people that are not added: whoever installs, else the first admin, since rows may need somebody.
 *
 * @param {Transaction} tx @param {Actor} actor @returns {Promise<string | null>}
 */
export async function standIn(tx, actor) {
  if (actor.userId) return actor.userId;
  const { rows } = await tx.query(sql`
    select u.id from plinth.users u join plinth.user_roles r on r.user_id = u.id
      join plinth.objects o on o.id = r.role_id and o.name = 'admin'
     where u.disabled_at is null order by u.created_at, u.id limit 1`);
  return rows[0]?.id ?? null;
}

/**
 * @param {Transaction} tx @param {Set<string>} ids
 * @returns {Promise<{ users: { email: string, name: string }[], emails: Map<string, string> }>} ordered by e-mail
 */
export async function readUsers(tx, ids) {
  if (ids.size === 0) return { users: [], emails: new Map() };
  const { rows } = await tx.query(
    k('plinth.users')
      .select('id', 'email', 'name')
      .whereRaw('id = any (?::uuid[])', [[...ids]])
      .orderByRaw('lower(email)'),
  );
  return {
    users: rows.map(({ email, name }) => ({ email, name })),
    emails: new Map(rows.map(({ id, email }) => [id, email])),
  };
}
