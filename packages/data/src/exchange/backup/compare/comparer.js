/** @import { Head, TableShape } from '../types.d.ts' */
/** @import { ComparedTable } from './compare-backup.js' */
/** @import { Difference } from './compare-table.js' */
/** @import { Now } from './read-now.js' */
import { ident, sql, toStatement } from '../../../postgres/sql/index.js';
import { storedColumns } from '../database/dump.js';
import { fullName } from '../database/shape.js';
import { createTableComparison } from './compare-table.js';
import { createRowReader, valuesOf } from './copied-rows.js';

/** @typedef {{ id: string, label: string, now: { name: string, label: string } | undefined }} Known a table of the backup */
/** @typedef {{ count: number, rows: Difference | null }} Compared */

/**
 * Compares the rows of a backup as they come, one table after the other.
 *
 * @param {{ client: import('pg').Client, head: Head, now: Now, most?: number }} options
 */
export function createComparer({ client, head, now, most }) {
  /** By the table's name in the backup. @type {Map<string, Known>} */
  const known = new Map();
  /** @type {Map<string, string>} */
  const people = new Map();
  /** @type {Map<string, Compared>} */
  const compared = new Map();
  let current = /** @type {ReturnType<typeof open> | null} */ (null);

  /** @param {TableShape} table */
  function open(table) {
    const columns = storedColumns(table).map(({ name }) => name);
    const comparison = table.schema === 'app' ? comparisonOf(table) : null;
    let count = 0;
    const take = takers(columns)[fullName(table)] ?? comparison?.then;
    const read = createRowReader((row) => {
      count++;
      take?.(row);
    });
    return { table, read, end: async () => ({ count, rows: (await comparison?.now(client)) ?? null }) };
  }

  /** @param {string[]} columns @returns {Record<string, ((row: Buffer) => void) | undefined>} */
  const takers = (columns) => {
    const part = (/** @type {(string | null)[]} */ values, /** @type {string} */ name) => values[columns.indexOf(name)];
    return {
      'plinth.objects': (row) => {
        const values = valuesOf(row);
        if (part(values, 'kind') !== 'table') return;
        const [id, name] = [String(part(values, 'id')), String(part(values, 'name'))];
        known.set(name, { id, label: labelOf(part(values, 'body')) || name, now: now.tables.get(id) });
      },
      'plinth.users': (row) => {
        const values = valuesOf(row);
        people.set(String(part(values, 'id')), String(part(values, 'email')));
      },
    };
  };

  /** @param {TableShape} table */
  function comparisonOf(table) {
    const shape = shapeNow(table);
    return shape ? createTableComparison({ then: table, now: shape, most }) : null;
  }

  /** The same table now, whose name may be another. @param {TableShape} table */
  const shapeNow = ({ name }) => now.shapes.get(`app.${known.get(name)?.now?.name}`);

  async function endCurrent() {
    if (current) compared.set(fullName(current.table), await current.end());
    current = null;
  }

  return {
    /** @param {{ key: string, body: AsyncIterable<Buffer> }} item */
    async part({ key, body }) {
      const table = head.tables[Number(key)];
      if (current?.table !== table) {
        await endCurrent();
        current = open(table);
      }
      for await (const chunk of body) current.read(chunk);
    },
    async end() {
      await endCurrent();
      // A table without rows has no part.
      for (const table of head.tables)
        if (table.schema === 'app' && !compared.has(fullName(table)))
          compared.set(fullName(table), await open(table).end());
      return { tables: await tablesOf({ client, head, now, known, compared, shapeNow }), people, now };
    },
  };
}

/**
 * @param {{ client: import('pg').Client, head: Head, now: Now, known: Map<string, Known>, compared: Map<string, Compared>,
 *   shapeNow(table: TableShape): TableShape | undefined }} found
 */
async function tablesOf({ client, head, now, known, compared, shapeNow }) {
  /** @type {ComparedTable[]} */
  const tables = [];
  for (const table of head.tables.filter(({ schema, name }) => schema === 'app' && known.has(name))) {
    const { label, now: same } = /** @type {Known} */ (known.get(table.name));
    const shape = shapeNow(table);
    const { count, rows } = compared.get(fullName(table)) ?? { count: 0, rows: null };
    tables.push({
      label: same?.label ?? label,
      fate: shape ? 'stays' : 'comes',
      then: count,
      now: shape ? await countRows(client, shape) : 0,
      rows,
      fields: shape ? differing(table, shape) : 0,
    });
  }
  const kept = new Set([...known.values()].map(({ id }) => id));
  for (const [id, { name, label }] of now.tables) {
    const shape = now.shapes.get(`app.${name}`);
    if (kept.has(id) || !shape) continue;
    tables.push({ label, fate: 'goes', then: 0, now: await countRows(client, shape), rows: null, fields: 0 });
  }
  return tables;
}

/** @param {import('pg').Client} client @param {TableShape} table */
async function countRows(client, { schema, name }) {
  const { rows } = await client.query(toStatement(sql`select count(*)::int as count from ${ident(schema, name)}`).text);
  return rows[0].count;
}

/** Columns that only one of two tables has. @param {TableShape} one @param {TableShape} other */
function differing(one, other) {
  const [here, there] = [one, other].map(({ columns }) => new Set(columns.map(({ name }) => name)));
  return here.symmetricDifference(there).size;
}

/** @param {string | null} body */
function labelOf(body) {
  const label = JSON.parse(body ?? '{}')?.label;
  return typeof label === 'string' ? label : '';
}
