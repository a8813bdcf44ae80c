/** @import { Actor, Catalog, Field, Message, QuerySpec, Registry, Values } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { isFileList, phrase } from '@plinth/plugin';
import { createSameTable } from '../../catalog/model/same-table.js';
import { UUID } from '../../catalog/field-types/base/read-uuid.js';
import { filesNamed } from '../../gate/files/file-names.js';
import { fileIdIn } from './file-cells.js';
import { listIn } from './list-text.js';

/** How many labels of a field are remembered; beyond that, all are asked for again. */
const MOST_KNOWN = 50_000;
/** Labels per statement, and the most rows that a statement returns. */
const AT_ONCE = 200;
const MOST_ROWS = 500;

/** @typedef {ReturnType<typeof import('../../gate/rows/select.js').createSelect>} SelectRows */
/**
 * @typedef {{ field: Field, several: boolean, known: Map<string, unknown[]>, keyIn: (text: string) => string | null,
 *   find: (labels: string[]) => Promise<Values[]>, findKeys?: (keys: string[]) => Promise<string[]>,
 *   checksKeys?: boolean }} Lookup
 *   `keyIn`: the key that a text is or has; `find`: rows with { id, label } that the actor may refer to, at most MOST_ROWS;
 *   `findKeys`: those keys that rows have which the actor may refer to; `checksKeys`: a key without a row is not found
 */

/**
 * Turns the texts of a column of relations or files into keys: a key stays, anything else is the label of a row, or the
 * name of a file, that the actor may refer to. Asked through the gate, in bulk.
 *
 * @param {{ db: Database, select: SelectRows, catalog: () => Catalog, registry: Registry, actor: Actor }} context
 * @param {readonly Field[]} fields the imported ones
 * @param {{ mostKnown?: number, withKeys?: readonly Field[] }} [options] withKeys: fields whose keys are looked up, too
 */
export function createLookups(context, fields, { mostKnown = MOST_KNOWN, withKeys = [] } = {}) {
  const lookups = fields.flatMap((field) => {
    const lookup =
      field.target === 'files' ? fileLookup(context, field) : rowLookup(context, field, withKeys.includes(field));
    return lookup ? [{ ...lookup, checksKeys: Boolean(lookup.findKeys) && withKeys.includes(field) }] : [];
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
        const named = labels.filter((label) => lookup.keyIn(label) === null);
        for (let at = 0; at < named.length; at += AT_ONCE) await ask(lookup, named.slice(at, at + AT_ONCE));
        const keys = labels.filter((label) => lookup.keyIn(label) !== null);
        for (let at = 0; at < keys.length; at += AT_ONCE) await askKeys(lookup, keys.slice(at, at + AT_ONCE));
      }
    },

    /**
     * Replaces labels with keys.
     *
     * @param {Record<string, unknown>} row
     * @param {{ fields: ReadonlySet<string>, odd: Message[] }} [left] fields that stay without what could not be found, and what that was
     * @returns {Message[]} what could not be found
     */
    replace(row, left) {
      /** @type {Message[]} */
      const problems = [];
      for (const lookup of lookups) {
        const text = row[lookup.field.name];
        if (typeof text !== 'string' || text.trim() === '') continue;
        const found = entriesOf(lookup, text).map((entry) => keyOf(lookup, entry));
        const bad = found.find((one) => 'error' in one);
        const isLeft = left?.fields.has(lookup.field.name);
        if (bad && 'error' in bad) (isLeft ? left : { odd: problems })?.odd.push(bad.error);
        if (bad && !isLeft) continue;
        const keys = found.flatMap((one) => ('key' in one ? [one.key] : []));
        row[lookup.field.name] = lookup.several ? keys : (keys[0] ?? null);
      }
      return problems;
    },
  };

  /** @param {Lookup} lookup @param {string[]} labels @returns {Promise<void>} */
  async function ask(lookup, labels) {
    const rows = await lookup.find(labels);
    // Many rows with the same label may have left no room for the others.
    if (rows.length >= MOST_ROWS && labels.length > 1) {
      const half = labels.length >> 1;
      await ask(lookup, labels.slice(0, half));
      return ask(lookup, labels.slice(half));
    }
    for (const label of labels) lookup.known.set(label, []);
    for (const { id, label } of rows) lookup.known.get(label)?.push(id);
  }

  /** @param {Lookup} lookup @param {string[]} texts */
  async function askKeys({ findKeys, keyIn, known }, texts) {
    const there = new Set(await findKeys?.(texts.map((text) => keyIn(text) ?? '')));
    for (const text of texts) known.set(text, there.has(keyIn(text) ?? '') ? [keyIn(text)] : []);
  }
}

/**
 * @param {{ select: SelectRows, catalog: () => Catalog, registry: Registry, actor: Actor }} context @param {Field} field
 * @param {boolean} withKeys @returns {Lookup | null} null: only keys are read
 */
function rowLookup({ select, catalog, registry, actor }, field, withKeys) {
  if (!field.target || !catalog().hasTable(field.target)) return null;
  const target = catalog().table(field.target);
  const same = createSameTable(target, catalog);
  const display = field.attributes.label ?? target.display;
  const isNamed = display !== 'id' && isText(target.field(display));
  if (!isNamed && !withKeys) return null;
  /** @returns {QuerySpec} */
  const spec = () => {
    const table = same.now();
    const label = display === 'id' ? display : same.fieldOf(table, target.field(display)).name;
    const where = { field: label, op: /** @type {const} */ ('in'), value: { param: 'labels' } };
    return { table: table.name, select: [{ as: 'label', field: label }], where, limit: MOST_ROWS };
  };
  /** @returns {QuerySpec} */
  const keyed = () => {
    const where = { field: 'id', op: /** @type {const} */ ('in'), value: { param: 'keys' } };
    return { table: same.now().name, select: [], where, limit: MOST_ROWS };
  };
  return {
    field,
    several: registry.fieldType(field.type).storage === 'join',
    known: new Map(),
    keyIn: (text) => ((target.key === 'identity' ? /^\d{1,15}$/ : UUID).test(text) ? text : null),
    find: async (labels) =>
      isNamed ? (await select(actor, [{ spec: spec(), params: { labels } }], { via: 'choice' }))[0].rows : [],
    async findKeys(texts) {
      const keys = target.key === 'identity' ? texts.map(Number) : texts;
      const query = { spec: keyed(), params: { keys } };
      const { rows } = (await select(actor, [query], { via: 'choice' }))[0];
      return rows.map(({ id }) => String(id));
    },
  };
}

/**
 * @param {{ db: Database, catalog: () => Catalog, registry: Registry, actor: Actor }} context @param {Field} field
 * @returns {Lookup}
 */
const fileLookup = ({ db, catalog, registry, actor }, field) => ({
  field,
  several: isFileList(field),
  known: new Map(),
  keyIn: fileIdIn,
  find: (names) => filesNamed({ db, catalog: catalog(), registry, actor }, field, names, MOST_ROWS),
});

/** @param {Lookup} lookup @param {unknown} text */
function labelsIn(lookup, text) {
  if (typeof text !== 'string' || text.trim() === '') return [];
  return entriesOf(lookup, text).filter((entry) => lookup.checksKeys || lookup.keyIn(entry) === null);
}

/** @param {Lookup} lookup @param {string} text */
const entriesOf = ({ several }, text) => (several ? listIn(text) : [text.trim()]);

/** @param {Lookup} lookup @param {string} text @returns {{ key: unknown } | { error: Message }} */
function keyOf(lookup, text) {
  const key = lookup.keyIn(text);
  if (key !== null && !lookup.checksKeys) return { key };
  const found = lookup.known.get(text) ?? [];
  if (found.length === 1) return { key: found[0] };
  const { label, target } = lookup.field;
  const shown = text.slice(0, 60);
  if (target === 'files') return { error: fileProblem(label, shown, found.length > 0) };
  if (found.length) return { error: phrase`${label}: there are several rows named "${shown}"` };
  return { error: phrase`${label}: there is no "${shown}"` };
}

/** @param {string} label @param {string} name @param {boolean} isKnown @returns {Message} */
const fileProblem = (label, name, isKnown) =>
  isKnown
    ? phrase`${label}: several files are named "${name}". Use the file's ID`
    : phrase`${label}: no file is named "${name}". Upload it first`;

/** @param {Field} field */
const isText = ({ traits }) => traits.value === 'text' && traits.searches;
