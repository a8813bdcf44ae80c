/** @import { TableShape } from '../types.d.ts' */
import { fullName, readTables } from '../database/shape.js';

/**
 * @typedef {object} Now what a backup is compared with
 * @property {Map<string, { name: string, label: string }>} tables of apps, by id
 * @property {Map<string, TableShape>} shapes by schema and name
 * @property {Map<string, string>} people e-mail addresses by id
 * @property {number} edits since the backup
 * @property {number} files
 */

/** @param {import('pg').Client} client in a snapshot @param {string} at when the backup was made @returns {Promise<Now>} */
export async function readNow(client, at) {
  const { rows: tables } = await client.query(TABLES);
  const { rows: people } = await client.query('select id, email from plinth.users order by id');
  const { rows: facts } = await client.query(FACTS, [at]);
  return {
    tables: new Map(tables.map(({ id, name, label }) => [id, { name, label }])),
    shapes: new Map((await readTables(client)).map((table) => [fullName(table), table])),
    people: new Map(people.map(({ id, email }) => [id, email])),
    ...facts[0],
  };
}

const TABLES = `
  select id, name, coalesce(nullif(body ->> 'label', ''), name) as label
    from plinth.objects
   where kind = 'table'
   order by id`;

const FACTS = `
  select (select count(*)::int from plinth.revisions where at > $1) as edits,
         (select count(*)::int from plinth.files) as files`;
