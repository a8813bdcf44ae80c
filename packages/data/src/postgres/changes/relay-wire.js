/** @import { Change, ChangeEvent } from './types.d.ts' */

/**
 * Messages between the process that holds the change stream and its workers, as JSON: big numbers are strings, and
 * table names occur once a message.
 *
 * @typedef {[kind: number, table: number, key: Change['key'], oldKey?: Change['key']]} PackedChange
 * @typedef {number | [position: string, transaction: number, changes: PackedChange[]]} PackedEvent a number: reset, by the
 *   transaction that changed tables if it is not 0
 * @typedef {{ tables: string[], events: PackedEvent[] }} Packed
 */

const KINDS = /** @type {const} */ (['insert', 'update', 'delete', 'truncate']);

/** @param {readonly ChangeEvent[]} events @returns {Packed} */
export function packEvents(events) {
  /** @type {Map<string, number>} */
  const tables = new Map();
  /** @param {Change} change @returns {PackedChange} */
  const pack = ({ schema, table, kind, key, oldKey }) => {
    const name = `${schema}.${table}`;
    let at = tables.get(name);
    if (at === undefined) tables.set(name, (at = tables.size));
    return oldKey === undefined ? [KINDS.indexOf(kind), at, key] : [KINDS.indexOf(kind), at, key, oldKey];
  };
  const packed = events.map((event) =>
    event.kind === 'reset'
      ? (event.transaction ?? 0)
      : /** @type {PackedEvent} */ ([
          String(event.position),
          event.changes[0]?.transaction ?? 0,
          event.changes.map(pack),
        ]),
  );
  return { events: packed, tables: [...tables.keys()] };
}

/** @param {Packed} packed @returns {ChangeEvent[]} */
export function unpackEvents({ tables, events }) {
  const names = tables.map((name) => {
    // Plinth's schemas have no dot in their names; tables may have one.
    const dot = name.indexOf('.');
    return { schema: name.slice(0, dot), table: name.slice(dot + 1) };
  });
  return events.map((event) => {
    if (typeof event === 'number') return event === 0 ? { kind: 'reset' } : { kind: 'reset', transaction: event };
    const [text, transaction, changes] = event;
    const position = BigInt(text);
    return {
      kind: 'changes',
      position,
      changes: changes.map(([kind, table, key, oldKey]) => {
        /** @type {Change} */
        const change = { ...names[table], kind: KINDS[kind], key, position, transaction };
        if (oldKey !== undefined) change.oldKey = oldKey;
        return change;
      }),
    };
  });
}

/**
 * What the holder sends to a member at the end of a tick: changes first, then answers, so that an answer always arrives
 * after the changes that preceded it.
 *
 * @typedef {{ live: boolean, position: string, packed?: Packed, answers?: Answer[] }} Word
 * @typedef {{ id: number, value?: any, error?: string }} Answer
 * @typedef {{ kind: 'logical' | 'notify', reason: string, word: Word }} Welcome
 * @typedef {{ id: number, ask: 'caughtUp' | 'cover' }} Question
 */
