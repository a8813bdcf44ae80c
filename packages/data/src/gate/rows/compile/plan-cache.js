import { memoize } from '@plinth/plugin';
import { builtSearchIndex } from '../../../catalog/schema/searched-text.js';
import { rightsKey } from '../../../rules/rights/index.js';
import { compileQuery } from './compile-query.js';
import { decodeCursor, positionOf } from './cursor.js';
import { paramOf } from './literal.js';
import { longestWord } from './search-index.js';
import { searchWords } from './search.js';
import { typedSearch } from './search-typed.js';
import { textAskedFor, textFilterIn } from './text-filter.js';

/** @import { Query, QuerySpec, Values } from '@plinth/plugin' */
/** @import { Run } from '../../types.d.ts' */
/** @import { CompiledQuery, Searching, Source } from './compile-query.js' */
/** @import { Position } from './seek.js' */
/** @import { Statement } from '../../../postgres/sql/statement.js' */
/** @typedef {Map<string, CompiledQuery>} Variants */

const FIRST = /** @type {Position} */ ({ direction: 'first', nulls: [] });

/**
 * Caches compiled statements by Catalog, spec object and rights. Statements of an old Catalog are garbage-collected with
 * it.
 */
export function createPlanCache() {
  const specsOf = memoize((/** @type {object} */ _catalog) =>
    memoize((/** @type {object} */ _spec) => /** @type {Map<string, Variants>} */ (new Map())),
  );

  /** @param {Source} source @returns {Variants} */
  const variantsOf = ({ catalog, spec, actor, via = 'direct' }) =>
    getOrMake(specsOf(catalog)(spec), `${via} ${rightsKey(actor)}`, () => new Map());

  /**
   * @param {Source} source @param {Run} run its cursor is filled in
   * @returns {{ position: Position, compiled: CompiledQuery, statement: Statement, estimate: { guess: Statement, count: Statement } | null }}
   */
  function bind(source, run) {
    const variants = variantsOf(source);
    const { spec } = source;
    const searching = searchOf(source, run);
    const first = variant(variants, source, FIRST, searching);
    const position = locate(spec, first, run);
    const compiled = position === FIRST ? first : variant(variants, source, position, searching);
    const values = resolve(compiled, run);
    const { guess, count } = compiled.estimate ?? {};
    const estimate = guess && count ? { guess: guess.bind(values), count: count.bind(values) } : null;
    return { position, compiled, statement: compiled.statement.bind(values), estimate };
  }
  return { bind };
}

/** @param {Variants} variants @param {Source} source @param {Position} position @param {Searching} searching */
function variant(variants, source, position, searching) {
  const key = `${position.direction} ${position.nulls.map(Number).join('')} ${searching}`;
  return getOrMake(variants, key, () => compileQuery(source, { position, searching }));
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

/**
 * @template K, V
 * @param {{ get(key: K): V | undefined, set(key: K, value: V): unknown }} map @param {K} key @param {() => V} make
 */
function getOrMake(map, key, make) {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
