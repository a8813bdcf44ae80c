/** @import { Actor, Catalog, Field, Message, Registry, Row } from '@plinth/plugin' */
/** @import { ByKey } from './key-choice.js' */
/** @import { KeyedLine } from './keyed-lines.js' */
/** @import { LineOutcome } from './import-writers.js' */
/** @import { Outcome, Work } from '../../gate/rows/write/batch.js' */
/** @import { SameTable } from '../../catalog/model/same-table.js' */
/** @import { NamedRow } from './prepare-lines.js' */
import { memoize, phrase } from '@plinth/plugin';
import { isStaleSchema } from '../../postgres/database/index.js';
import { forbidden } from '../../postgres/errors/row-errors.js';
import { isUnlimited } from '../../rules/rights/index.js';
import { writeAsWriter } from '../../rules/rights/row-security/index.js';
import { createCompilation } from '../../gate/rows/compile/compilation.js';
import { bindPayload } from '../../gate/rows/write/payload.js';
import { MOST_TRIES } from './write-batches.js';
import { matchStatement } from '../../gate/rows/write/match-statement.js';

/** @typedef {(rows: readonly NamedRow[]) => Promise<Outcome[]>} WriteMany */
/** @typedef {{ did: 'added' | 'changed' | 'unchanged', id?: unknown, row: NamedRow, before?: Record<string, unknown> } | { error: unknown } | { reason: Message }} Plan */
/** @typedef {{ id: unknown, may: boolean, changed: boolean, version: string, before: Record<string, unknown> }} Match */

/**
 * Matches lines with rows and writes what they say: new rows, changes, or neither.
 *
 * @param {{ registry: Registry, actor: Actor, key: Field, fields: readonly Field[], byKey: ByKey, on: any,
 *   createRow: (work: Work, given: Record<string, unknown>) => { row: NamedRow } | { reason: Message },
 *   same: SameTable, reload?: () => Promise<unknown>,
 *   work: () => Work, insert: WriteMany | null, update: WriteMany | null }} context
 *   `on`: database or transaction; without `insert` and `update` it only tells what would happen
 */
export function createKeyedWriter({
  registry,
  actor,
  key,
  fields,
  byKey,
  on,
  createRow,
  work,
  insert,
  update,
  same,
  reload,
}) {
  const find = createFind({ registry, actor, key, fields, on, work, same, reload });

  /** @param {readonly KeyedLine[]} lines @returns {Promise<LineOutcome[]>} one for each line */
  return async function write(lines) {
    const matches = await find(lines);
    const plans = lines.map((line, at) => planOf(line, matches.get(at)));
    const added = await many(insert, plans, 'added');
    const changed = await many(update, plans, 'changed');
    return plans.map((plan, at) => {
      if (!('did' in plan) || plan.did === 'unchanged') return plan;
      const written = (plan.did === 'added' ? added : changed).get(at);
      if (written?.error !== undefined) return { error: written.error };
      const { did, before } = plan;
      return { did, before, id: written?.row?.id ?? plan.id, version: written?.row?.version };
    });
  };

  /**
   * @param {KeyedLine} line @param {Match | undefined} found
   * @returns {Plan}
   */
  function planOf({ given, match, key: text }, found) {
    if (!found) {
      if (byKey.lines === 'update' || (key.auto === 'id' && match && !isUnlimited(actor)))
        return { reason: phrase`There is no row with ${key.label} "${text}"` };
      const made = createRow(work(), given);
      return 'row' in made ? { did: 'added', row: made.row } : made;
    }
    if (byKey.lines === 'add') return { reason: phrase`A row with ${key.label} "${text}" exists already` };
    if (!found.may) return { error: forbidden(phrase`change this row`) };
    const named = /** @type {NamedRow} */ (match).named;
    const { [same.fieldOf(named, key).name]: _, ...v } = match?.v ?? {};
    const row = { k: /** @type {any} */ (found.id), v, x: { updated_at: found.version }, named };
    const before = givenOnly(same, fields, row, found.before);
    return { did: found.changed ? 'changed' : 'unchanged', id: found.id, row, before };
  }
}

/**
 * Finds the rows that lines belong to.
 *
 * @param {{ registry: Registry, actor: Actor, key: Field, fields: readonly Field[], on: any, work: () => Work, same: SameTable,
 *   reload?: () => Promise<unknown> }} context
 */
function createFind({ registry, actor, key, fields, on, work, same, reload }) {
  const statementFor = memoize((/** @type {Catalog} */ catalog) => {
    const table = same.now(catalog);
    const now = (/** @type {Field} */ field) => same.fieldOf(table, field);
    return matchStatement(createCompilation({ catalog, registry, actor }), table, {
      key: now(key),
      fields: fields.map(now),
    });
  });

  /** @param {readonly KeyedLine[]} lines @returns {Promise<Map<number, Match>>} by index of the line */
  return async function find(lines) {
    const asked = lines.flatMap(({ match }, at) => (match ? [{ match, at }] : []));
    if (asked.length === 0) return new Map();
    for (let tries = 1; ; tries++) {
      try {
        return await ask(asked);
      } catch (error) {
        // Several changes may come one after the other. Within a transaction, the table is held as it is.
        if (!isStaleSchema(error) || !reload || tries > MOST_TRIES) throw error;
        await reload();
      }
    }
  };

  /** @param {{ match: NamedRow, at: number }[]} asked @returns {Promise<Map<number, Match>>} */
  async function ask(asked) {
    const { catalog, rowSecurity } = work();
    const table = same.now(catalog);
    const { statement, resolvers } = statementFor(catalog);
    const { text, values } = statement.bind(
      bindPayload(
        resolvers,
        actor,
        asked.map(({ match }) => ({ ...match, v: same.renamed(match.named, table, match.v ?? {}) })),
      ),
    );
    const rows = rowSecurity
      ? await writeAsWriter(on, actor, { hold: null, write: { text, values } })
      : (await on.query({ text, values })).rows;
    return new Map(
      rows.map((/** @type {Row} */ row) => [
        asked[Number(row.$n) - 1].at,
        { id: row.id, may: row.$may, changed: row.$changed, version: row.$version, before: row.$before },
      ]),
    );
  }
}

/** @param {SameTable} same @param {readonly Field[]} fields @param {NamedRow} row @param {Record<string, unknown>} before */
function givenOnly(same, fields, { v, named }, before) {
  const given = fields.filter((field) => Object.hasOwn(v ?? {}, same.fieldOf(named, field).name));
  return Object.fromEntries(given.map(({ id }) => [id, before[id]]));
}

/**
 * @param {WriteMany | null} write @param {readonly Plan[]} plans @param {'added' | 'changed'} did
 * @returns {Promise<Map<number, any>>} outcomes by index of the line
 */
async function many(write, plans, did) {
  const chosen = plans.flatMap((plan, at) => ('did' in plan && plan.did === did ? [{ at, row: plan.row }] : []));
  if (!write || chosen.length === 0) return new Map();
  const outcomes = await write(chosen.map(({ row }) => row));
  return new Map(chosen.map(({ at }, i) => [at, outcomes[i]]));
}
