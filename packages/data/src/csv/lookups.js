/** @import { Actor, Catalog, Field, Message, QuerySpec, Registry, Table } from '@plinth/plugin' */
import { phrase } from '@plinth/plugin';
import { UUID } from '../field-types/base/read-uuid.js';

/** How many labels of a field are remembered; beyond that, all are asked for again. */
const MOST_KNOWN = 50_000;
/** Labels per statement, and the most rows that a statement returns. */
const AT_ONCE = 200;
const MOST_ROWS = 500;

/** @typedef {ReturnType<typeof import('../rows/select.js').createSelect>} SelectRows */
/** @typedef {{ field: Field, target: Table, several: boolean, known: Map<string, unknown[]>, spec: QuerySpec }} Lookup */

/**
 * Turns the texts of a relation's column into keys: a key stays, anything else is the label of a row that the actor may
 * refer to. Asked through the gate, in bulk.
 *
 * @param {{ select: SelectRows, catalog: Catalog, registry: Registry, actor: Actor }} context
 * @param {readonly Field[]} fields the imported ones @param {{ mostKnown?: number }} [limits]
 */
export function createLookups({ select, catalog, registry, actor }, fields, { mostKnown = MOST_KNOWN } = {}) {
  /** @type {Lookup[]} */
  const lookups = fields.flatMap((field) => {
    if (!field.target || !catalog.hasTable(field.target)) return [];
    const target = catalog.table(field.target);
    const display = field.attributes.label ?? target.display;
    const spec = {
      table: target.name,
      select: [{ as: 'label', field: display }],
      where: { field: display, op: /** @type {const} */ ('in'), value: { param: 'labels' } },
      limit: MOST_ROWS,
    };
    const several = registry.fieldType(field.type).storage === 'join';
    const usable = display !== 'id' && registry.fieldType(target.field(display).type).group === 'text';
    return usable ? [{ field, target, several, known: new Map(), spec }] : [];
  });

  return {
    /**
     * Looks up the labels of a batch.
     *
     * @param {readonly Record<string, unknown>[]} rows texts by field name
     */
    async learn(rows) {
      for (const lookup of lookups) {
        const { field, known } = lookup;
        const all = [...new Set(rows.flatMap((row) => labelsIn(lookup, row[field.name])))];
        // This also forgets the labels of this batch, so they are asked for again.
        if (known.size + all.length > mostKnown) known.clear();
        const labels = all.filter((label) => !known.has(label));
        for (let at = 0; at < labels.length; at += AT_ONCE) await ask(lookup, labels.slice(at, at + AT_ONCE));
      }
    },

    /**
     * Replaces labels with keys.
     *
     * @param {Record<string, unknown>} row @returns {Message[]} what could not be found
     */
    replace(row) {
      /** @type {Message[]} */
      const problems = [];
      for (const lookup of lookups) {
        const text = row[lookup.field.name];
        if (typeof text !== 'string' || text.trim() === '') continue;
        const found = entriesOf(lookup, text).map((entry) => keyOf(lookup, entry));
        const bad = found.find((one) => 'error' in one);
        if (bad && 'error' in bad) problems.push(bad.error);
        else {
          const keys = found.map((one) => ('key' in one ? one.key : null));
          row[lookup.field.name] = lookup.several ? keys : keys[0];
        }
      }
      return problems;
    },
  };

  /** @param {Lookup} lookup @param {string[]} labels @returns {Promise<void>} */
  async function ask(lookup, labels) {
    const { spec, known } = lookup;
    const [{ rows }] = await select(actor, [{ spec, params: { labels } }], { via: 'choice' });
    // Many rows with the same label may have left no room for the others.
    if (rows.length >= MOST_ROWS && labels.length > 1) {
      const half = labels.length >> 1;
      await ask(lookup, labels.slice(0, half));
      return ask(lookup, labels.slice(half));
    }
    for (const label of labels) known.set(label, []);
    for (const { id, label } of rows) known.get(label)?.push(id);
  }
}

/** @param {Lookup} lookup @param {unknown} text */
function labelsIn(lookup, text) {
  if (typeof text !== 'string' || text.trim() === '') return [];
  return entriesOf(lookup, text).filter((entry) => !isKey(lookup, entry));
}

/** @param {Lookup} lookup @param {string} text */
const entriesOf = ({ several }, text) =>
  several
    ? text
        .split(';')
        .map((entry) => entry.trim())
        .filter(Boolean)
    : [text.trim()];

/** @param {Lookup} lookup @param {string} text */
const isKey = ({ target }, text) => (target.key === 'identity' ? /^\d{1,15}$/.test(text) : UUID.test(text));

/** @param {Lookup} lookup @param {string} text @returns {{ key: unknown } | { error: Message }} */
function keyOf(lookup, text) {
  if (isKey(lookup, text)) return { key: text };
  const found = lookup.known.get(text) ?? [];
  if (found.length === 1) return { key: found[0] };
  const { label } = lookup.field;
  const shown = text.slice(0, 60);
  if (found.length) return { error: phrase`${label}: there are several rows named "${shown}"` };
  return { error: phrase`${label}: there is no "${shown}"` };
}
