import { createCache, memoize } from '@plinth/plugin';
import { builtSearchIndex } from '../../../catalog/schema/searched-text.js';
import { divideMemory } from '../../../postgres/memory/index.js';
import { rightsKey } from '../../../rules/rights/index.js';
import { compileQuery } from './compile-query.js';
import { decodeCursor, positionOf } from './cursor.js';
import { paramOf } from './literal.js';
import { longestWord } from './search-index.js';
import { searchWords } from './search.js';
import { typedSearch } from './search-typed.js';
import { textAskedFor, textFilterIn } from './text-filter.js';

/** @import { Cache, Catalog, Query, QuerySpec, Values } from '@plinth/plugin' */
/** @import { Run } from '../../types.d.ts' */
/** @import { CompiledQuery, Searching, Source } from './compile-query.js' */
/** @import { Position } from './seek.js' */
/** @import { Statement } from '../../../postgres/sql/statement.js' */

const FIRST = /** @type {Position} */ ({ direction: 'first', nulls: [] });

/** What a compiled statement takes: so many bytes, and these for each letter. Measured: 18 KB for 2,260. */
const COMPILED = Object.freeze({ each: 4000, letter: 6 });

/** @param {CompiledQuery} compiled */
function sizeOf({ statement, estimate }) {
  const texts = estimate ? [statement, estimate.guess, estimate.count] : [statement];
  return COMPILED.each + COMPILED.letter * texts.map(({ text }) => text).join('').length;
}

/**
 * Caches compiled statements by Catalog, spec object and rights. Statements of an old Catalog are garbage-collected with
 * it; of the others, those that nobody asked for the longest make room. What a spec is compiled to at its first use goes
 * with the spec, which may have been made for one request; from its second use on it is kept for all.
 *
 * @param {{ planBytes?: number }} [share] of the memory
 */
export function createPlanCache({ planBytes = divideMemory().worker.planBytes } = {}) {
  const plansOf = memoize(
    (/** @type {Catalog} */ _catalog) =>
      /** @type {Cache<string, CompiledQuery>} */ (createCache({ bytes: planBytes, sizeOf })),
  );
  let specs = 0;
  const numberOf = memoize((/** @type {QuerySpec} */ _spec) => ++specs);
  const firstOf = memoize((/** @type {Catalog} */ _catalog) =>
    memoize((/** @type {QuerySpec} */ _spec) => /** @type {Map<string, CompiledQuery>} */ (new Map())),
  );
  const used = /** @type {WeakSet<QuerySpec>} */ (new WeakSet());

  /**
   * @param {Source} source @param {Run} run its cursor is filled in
   * @returns {{ position: Position, compiled: CompiledQuery, statement: Statement, estimate: { guess: Statement, count: Statement } | null }}
   */
  function bind(source, run) {
    const { spec, actor, via = 'direct' } = source;
    const searching = searchOf(source, run);
    const of = `${numberOf(spec)} ${via} ${rightsKey(actor)} ${searching}`;
    const first = variant(of, source, FIRST, searching);
    const position = locate(spec, first, run);
    const compiled = position === FIRST ? first : variant(of, source, position, searching);
    used.add(spec);
    const values = resolve(compiled, run);
    const { guess, count } = compiled.estimate ?? {};
    const estimate = guess && count ? { guess: guess.bind(values), count: count.bind(values) } : null;
    return { position, compiled, statement: compiled.statement.bind(values), estimate };
  }

  /** @param {string} of @param {Source} source @param {Position} position @param {Searching} searching */
  function variant(of, source, position, searching) {
    const { catalog, spec } = source;
    const key = `${of} ${position.direction} ${position.nulls.map(Number).join('')}`;
    const plans = plansOf(catalog);
    const kept = plans.get(key);
    if (kept) return kept;
    const first = firstOf(catalog)(spec);
    const compiled = first.get(key) ?? compileQuery(source, { position, searching });
    if (!used.has(spec)) {
      first.set(key, compiled);
      return compiled;
    }
    first.delete(key);
    plans.set(key, compiled);
    return compiled;
  }

  return { bind };
}

/** @param {Source} source @param {Run} run @returns {Searching} */
function searchOf({ catalog, spec: { search, table, where } }, run) {
  if (search && searchWords(run, search.param).length > 0) {
    const how = longestWord(run, search.param) === null ? 'reading' : 'index';
    return typedSearch(run, search) ? `${how} typed` : how;
  }
  const filter = table !== null && catalog.hasTable(table) ? textFilterIn(where) : null;
  if (!filter || textAskedFor(filter, run) === null) return 'no';
  // If no index supports it, the statement is the same.
  const index = builtSearchIndex(catalog.table(String(table)), /** @type {Values} */ (catalog));
  return index?.fields.includes(filter.field) ? 'filter' : 'no';
}

/** @param {QuerySpec} spec @param {CompiledQuery} compiled @param {Run} run */
function locate(spec, compiled, run) {
  for (const direction of /** @type {const} */ (['after', 'before'])) {
    const text = spec.cursor ? paramOf(run, spec.cursor[direction]) : null;
    if (text === null || text === '') continue;
    run.cursor = decodeCursor(text, compiled.mark, compiled.keys);
    return positionOf(run.cursor, direction);
  }
  return FIRST;
}

/** @param {CompiledQuery} compiled @param {Run} run */
function resolve(compiled, run) {
  /** @type {Record<string, unknown>} */
  const values = {};
  for (const [name, read] of compiled.resolvers) values[name] = read(run);
  return values;
}
