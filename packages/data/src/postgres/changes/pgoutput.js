/** @import { Change } from './types.d.ts' */
import { SCHEMA_MESSAGE } from '../database/schema-events.js';

/** A larger transaction is reported by table only, so that an import does not fill the memory. */
const MOST_ROWS = 10_000;

/** @typedef {{ schema: string, table: string, keys: number[] }} Relation keys: indexes of the key's columns */
/** @typedef {{ changes: Change[], tables: Map<string, Change> | null, transaction: number, schemaChanged: boolean }} Open */

/**
 * Decodes messages of the plugin pgoutput, protocol version 1 (PostgreSQL manual, "Logical Replication Message
 * Formats").
 *
 * @param {(changes: Change[], position: bigint, changer: number | null) => void} commit called for each transaction, with
 *   the log's position after it; changer: its number, if it changed tables by SQL
 * @returns {(message: Buffer) => void}
 */
export function createDecoder(commit) {
  /** @type {Map<number, Relation>} */
  const relations = new Map();
  /** @type {Open} */
  let open = begin(0);

  /** @param {Change['kind']} kind @param {number} relation @param {Tuple | null} row @param {Tuple | null} [before] */
  function add(kind, relation, row, before = null) {
    const found = relations.get(relation);
    if (!found) return;
    const { schema, table, keys } = found;
    const { transaction } = open;
    const key = open.tables ? null : (row && pick(row, keys)) || (before && pick(before, keys));
    /** @type {Change} */
    const change = { schema, table, kind, key, position: 0n, transaction };
    if (open.tables) return void open.tables.set(`${kind} ${schema}.${table}`, change);
    if (row && before) change.oldKey = pick(before, keys);
    open.changes.push(change);
    if (open.changes.length > MOST_ROWS) open.tables = summary(open.changes);
  }

  /** @type {Record<string, (reader: ReturnType<typeof createReader>) => void>} */
  const messages = {
    B: (reader) => {
      reader.skip(16);
      open = begin(reader.int32());
    },
    C: (reader) => {
      reader.skip(9);
      const position = reader.int64();
      const changes = open.tables ? [...open.tables.values()] : open.changes;
      for (const change of changes) change.position = position;
      const { schemaChanged, transaction } = open;
      open = begin(0);
      commit(changes, position, schemaChanged ? transaction : null);
    },
    M: (reader) => void (open.schemaChanged ||= isSchemaMessage(reader)),
    R: (reader) => {
      const id = reader.int32();
      relations.set(id, readRelation(reader));
    },
    I: (reader) => {
      const id = reader.int32();
      reader.skip(1);
      add('insert', id, reader.tuple());
    },
    U: (reader) => {
      const id = reader.int32();
      const before = reader.letter() === 'N' ? null : reader.tuple();
      if (before) reader.skip(1);
      add('update', id, reader.tuple(), before);
    },
    D: (reader) => {
      const id = reader.int32();
      reader.skip(1);
      add('delete', id, null, reader.tuple());
    },
    T: (reader) => {
      const count = reader.int32();
      reader.skip(1);
      for (let i = 0; i < count; i++) add('truncate', reader.int32(), null);
    },
  };

  return (message) => messages[String.fromCharCode(message[0])]?.(createReader(message));
}

/** @param {ReturnType<typeof createReader>} reader */
function isSchemaMessage(reader) {
  reader.skip(9);
  return reader.text() === SCHEMA_MESSAGE;
}

/** @param {number} transaction @returns {Open} */
function begin(transaction) {
  return { changes: [], tables: null, transaction, schemaChanged: false };
}

/** @param {Change[]} changes @returns {Map<string, Change>} one for each table and kind, without keys */
function summary(changes) {
  return new Map(
    changes.map((change) => [
      `${change.kind} ${change.schema}.${change.table}`,
      { ...change, key: null, oldKey: null },
    ]),
  );
}

/** @typedef {(string | null)[]} Tuple */

/** @param {Tuple} tuple @param {number[]} keys */
function pick(tuple, keys) {
  return keys.map((at) => tuple[at] ?? null);
}

/** @param {ReturnType<typeof createReader>} reader @returns {Relation} */
function readRelation(reader) {
  const schema = reader.text();
  const table = reader.text();
  reader.skip(1);
  const count = reader.int16();
  const keys = [];
  for (let at = 0; at < count; at++) {
    if (reader.letter() === '\u0001') keys.push(at);
    reader.text();
    reader.skip(8);
  }
  return { schema, table, keys };
}

/** Reads a message after its first letter. @param {Buffer} bytes */
function createReader(bytes) {
  let at = 1;
  const reader = {
    /** @param {number} count */
    skip: (count) => void (at += count),
    letter: () => String.fromCharCode(bytes[at++]),
    int16: () => bytes.readUInt16BE((at += 2) - 2),
    int32: () => bytes.readUInt32BE((at += 4) - 4),
    int64: () => bytes.readBigUInt64BE((at += 8) - 8),
    text() {
      const end = bytes.indexOf(0, at);
      const text = bytes.toString('utf8', at, end);
      at = end + 1;
      return text;
    },
    /** Null also for an unchanged value that the message leaves out. @returns {Tuple} */
    tuple() {
      const count = reader.int16();
      /** @type {Tuple} */
      const values = [];
      for (let i = 0; i < count; i++) {
        const kind = reader.letter();
        if (kind === 'n' || kind === 'u') {
          values.push(null);
          continue;
        }
        const length = reader.int32();
        values.push(bytes.toString('utf8', at, at + length));
        at += length;
      }
      return values;
    },
  };
  return reader;
}
