import { fixed, join, sql } from '../../../postgres/sql/index.js';
import { readable } from './scope.js';
import { pointedDisplay } from './label.js';
import { folded } from '../../../catalog/schema/searched-text.js';
import { around, escapeLike, paramOf } from './literal.js';
import { typedMatch } from './search-typed.js';
import { sqlTypeOf } from './values.js';

/** @import { Field } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Run } from '../../types.d.ts' */
/** @import { Scope } from './scope.js' */
/** @import { Search } from './search-typed.js' */
/**
 * @typedef {{ text: Fragment, field: Field, display: Field | null }} SearchText `display`: of the row that the field
 *   refers to
 */

const MOST_WORDS = 12;
const LONGEST_WORD = 100;

/**
 * Every word of the search must occur in the row's searchable texts or in the labels of rows that it refers to. Only
 * fields that the actor may read are searched.
 *
 * @param {Scope} scope @param {Search} search @param {boolean} typed whether it is a number or a day, which may also be the
 *   value of a field
 * @returns {Fragment}
 */
export function compileSearch(scope, search, typed) {
  const { param } = search;
  const found = searchTexts(scope).map(({ text }) => text);
  // Rows without any text are identified by their keys.
  const texts = found.length > 0 ? found : [sql`${scope.id}::text`];
  const patterns = scope.c.slot((run) => searchWords(run, param).map((word) => `%${escapeLike(word)}%`));
  // A line break between the texts keeps a word from matching across two of them.
  const plain = sql`array(select ${around(folded('\u0001'), sql`w.word`)} from unnest(${patterns}::text[]) w(word))`;
  const matches = sql`${around(folded('\u0001'), sql`concat_ws(E'\\n', ${join(texts)})`)} like all (${plain})`;
  // The planner assumes that any word is rare and would read and sort the whole table for the first page. The CASE hides
  // the condition, so rows are read in order until the page is full.
  const same = typed ? typedMatch(scope, search, scope.alias) : null;
  return sql`case when ${same ? sql`${matches} or ${same}` : matches} then true else false end`;
}

/** The words to search for; none if there is no search. @param {Pick<Run, 'params'>} run @param {string} param */
export function searchWords(run, param) {
  const value = paramOf(/** @type {Run} */ (run), param);
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const words = String(value).toWellFormed().replaceAll('\0', ' ').split(/\s+/u);
  return words
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map((word) => word.slice(0, LONGEST_WORD).toWellFormed());
}

/**
 * What a search covers: texts of the row itself, and labels of the rows that its fields refer to.
 *
 * @param {Scope} scope
 * @returns {SearchText[]}
 */
export function searchTexts(scope) {
  return scope.table.fields.flatMap((field) => searchText(scope, field) ?? []);
}

/** @param {Scope} scope @param {Field} field @returns {SearchText | null} */
function searchText(scope, field) {
  const { c, table } = scope;
  if (!readable(c, table, field.name) || !c.type(field).searchable) return null;
  const found = scope.resolve(field.name);
  if (found.type.storage !== 'column') return null;
  if (field.target === null) return { text: asText(c, field, found.column), field, display: null };
  const display = pointedDisplay(scope, field.name, found);
  if (!display || !c.type(display.field).searchable) return null;
  return { text: asText(c, display.field, display.column), field, display: display.field };
}

/** A column's text for searching. @param {Scope['c']} c @param {Field} field @param {Fragment} column */
export function asText(c, field, column) {
  const { textSql } = c.type(field);
  if (textSql) return around(textSql('\u0001', field), column);
  const sqlType = sqlTypeOf(c, field);
  if (sqlType === 'text') return column;
  return sqlType.endsWith('[]') ? sql`array_to_string(${column}, ${fixed("E'\\n'")})` : sql`${column}::text`;
}
