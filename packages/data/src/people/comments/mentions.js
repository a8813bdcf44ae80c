/** @import { Database } from '../../postgres/database/database.js' */
import { sql } from '../../postgres/sql/index.js';

/** A person in a stored text. */
export const MENTION = /@\{([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}/g;
const MOST = 20;
/** Longer than any name. */
const LONGEST_NAME = 200;

/** @param {string} text @returns {string[]} ids of the people mentioned in a stored text */
export const mentionedIn = (text) => [...new Set([...text.matchAll(MENTION)].map(([, id]) => id))];

/**
 * Replaces "@Ada Lovelace" by a mark for that person, as far as there is one of that name. Of people with the same name,
 * one that was picked from the list counts, then one that `isKnown`.
 *
 * @param {Database} db @param {string} typed
 * @param {{ picked?: readonly string[], readers: (ids: readonly string[]) => Promise<Set<string>> }} options readers: which
 *   of some people may read the row; nobody else is mentioned
 * @returns {Promise<string>}
 */
export async function readMentions(db, typed, { picked = [], readers }) {
  // A mark that was typed by hand must mention nobody.
  const text = typed.replace(MENTION, '@$1');
  const places = [...text.matchAll(/(?<![\p{L}\p{N}_@])@(?=[\p{L}\p{N}])/gu)].slice(0, MOST).map(({ index }) => index);
  if (places.length === 0) return text;
  const rests = places.map((at) => text.slice(at + 1, at + 1 + LONGEST_NAME));
  const { rows } = await db.query(sql`select t.n, u.id, length(u.name) as length
    from unnest(${rests}::text[]) with ordinality t(rest, n)
    join plinth.users u on u.name <> '' and u.disabled_at is null and starts_with(lower(t.rest), lower(u.name))
    limit 500`);
  const known = await readers([...new Set(rows.map(({ id }) => id))]);
  let result = '';
  let from = 0;
  for (const [i, at] of places.entries()) {
    const own = rows.filter(({ n, id, length }) => Number(n) === i + 1 && known.has(id) && endsAt(rests[i], length));
    own.sort((a, b) => b.length - a.length || Number(picked.includes(b.id)) - Number(picked.includes(a.id)));
    if (own.length === 0 || at < from) continue;
    result += `${text.slice(from, at)}@{${own[0].id}}`;
    from = at + 1 + own[0].length;
  }
  return result + text.slice(from);
}

/** Whether a name ends there and no longer word begins with it. @param {string} rest @param {number} length */
const endsAt = (rest, length) => !/^[\p{L}\p{N}_]/u.test(rest.slice(length));
