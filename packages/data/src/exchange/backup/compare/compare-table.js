/** @import { TableShape } from '../types.d.ts' */
import { hash } from 'node:crypto';
import copyStreams from 'pg-copy-streams';
import { ident, join, sql, toStatement } from '../../../postgres/sql/index.js';
import { storedColumns } from '../database/dump.js';
import { createRowReader } from './copied-rows.js';

/** Rows of a table are compared one by one up to this many; of more, only their numbers are told. */
export const MOST_COMPARED = 250_000;
const TAB = '\t';

/** @typedef {{ come: number, go: number, change: number }} Difference rows that only the backup has, that only the site has, that differ */

/**
 * Compares the rows of a table in a backup with those of now. Columns that only one of both has don't count.
 *
 * @param {{ then: TableShape, now: TableShape, most?: number }} tables
 */
export function createTableComparison({ then, now, most = MOST_COMPARED }) {
  const there = new Set(storedColumns(now).map(({ name }) => name));
  const columns = storedColumns(then).map(({ name }) => name);
  const shared = columns.filter((name) => there.has(name));
  const places = shared.map((name) => columns.indexOf(name));
  const id = shared.indexOf('id');
  const isSame = shared.length === columns.length;
  /** @type {Map<string, string>} */
  const rows = new Map();
  let isPossible = id >= 0;

  return {
    /** @param {Buffer} row of the backup */
    then(row) {
      if (!isPossible) return;
      if (rows.size >= most) return give();
      const text = row.toString('latin1');
      const values = text.split(TAB);
      rows.set(values[places[id]], hashOf(isSame ? text : places.map((place) => values[place]).join(TAB)));
    },
    /** @param {import('pg').Client} client @returns {Promise<Difference | null>} null: there are too many rows */
    async now(client) {
      if (!isPossible) return null;
      let [go, change, count] = [0, 0, 0];
      const from = sql`copy ${ident(now.schema, now.name)} (${join(shared.map((name) => ident(name)))}) to stdout`;
      const read = createRowReader((row) => {
        if (!isPossible) return;
        if (++count > most) return give();
        const text = row.toString('latin1');
        const key = text.split(TAB, id + 1)[id];
        const before = rows.get(key);
        if (before === undefined) go++;
        else if (before !== hashOf(text)) change++;
        rows.delete(key);
      });
      for await (const chunk of client.query(copyStreams.to(toStatement(from).text))) read(chunk);
      return isPossible ? { come: rows.size, go, change } : null;
    },
  };

  function give() {
    isPossible = false;
    rows.clear();
  }
}

/** @param {string} text */
const hashOf = (text) => hash('sha1', text, 'base64');
