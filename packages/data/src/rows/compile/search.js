import { fixed, join, sql } from '../../sql/index.js';
import { readable } from './scope.js';
import { pointedDisplay } from './label.js';
import { escapeLike, foldable, paramOf } from './literal.js';
import { sqlTypeOf } from './values.js';

/** @import { Fragment } from '../../sql/index.js' */
/** @import { Run } from './compilation.js' */
/** @import { Scope } from './scope.js' */

const MOST_WORDS = 12;
const LONGEST_WORD = 100;

/**
 * Every word of the search is somewhere in the row's searchable texts or in the labels of what it points at. Only
 * fields that the actor may read are looked at.
 *
 * @param {Scope} scope @param {string} param
 * @returns {Fragment}
 */
export function compileSearch(scope, param) {
  const found = searchTexts(scope);
  // Rows without any text are known by their keys.
  const texts = found.length > 0 ? found : [sql`${scope.id}::text`];
  const patterns = scope.c.slot((run) => searchWords(run, param).map((word) => `%${escapeLike(word)}%`));
  // A line break between the texts keeps a word from matching across two of them.
  const matches = sql`${foldable(sql`concat_ws(E'\\n', ${join(texts)})`)} ilike all (${patterns}::text[])`;
  // The planner takes any search for a rare word, and would read and sort the whole table before it shows the first
  // page. A case hides it: rows are read in their order until the page is full.
  return sql`case when ${matches} then true else false end`;
}

/** The words looked for; none when nothing is. @param {Pick<Run, 'params'>} run @param {string} param */
export function searchWords(run, param) {
  const value = paramOf(/** @type {Run} */ (run), param);
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const words = String(value).toWellFormed().replaceAll('\0', ' ').split(/\s+/u);
  return words
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map((word) => word.slice(0, LONGEST_WORD).toWellFormed());
}

/** @param {Scope} scope @returns {Fragment[]} */
function searchTexts(scope) {
  const { c, table } = scope;
  return table.fields.flatMap((field) => {
    if (!readable(c, table, field.name) || !c.type(field).searchable) return [];
    const found = scope.resolve(field.name);
    if (found.type.storage !== 'column') return [];
    if (field.target === null) return [asText(found.column, sqlTypeOf(c, field))];
    const display = pointedDisplay(scope, field.name, found);
    return display && c.type(display.field).searchable ? [asText(display.column, sqlTypeOf(c, display.field))] : [];
  });
}

/** @param {Fragment} column @param {string} sqlType */
function asText(column, sqlType) {
  if (sqlType === 'text') return column;
  return sqlType.endsWith('[]') ? sql`array_to_string(${column}, ${fixed("E'\\n'")})` : sql`${column}::text`;
}
