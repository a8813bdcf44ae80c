/** @import { Knex } from 'knex' */
/** @import { Diff } from './types.d.ts' */
import { ddl, k } from '../../postgres/sql/index.js';

/** Adds the statements of a schema builder. @param {Pick<Diff, 'steps'>} diff @param {Knex.SchemaBuilder} builder */
export function build({ steps }, builder) {
  for (const sql of ddl(builder)) steps.push({ sql });
}

/**
 * Adds a change of one table.
 *
 * @param {Pick<Diff, 'steps'>} diff @param {string} table "app.books" @param {(table: Knex.AlterTableBuilder) => void}
 *   change
 */
export function alter(diff, table, change) {
  build(diff, k.schema.alterTable(table, change));
}

/** Renames a user table. @param {Pick<Diff, 'steps'>} diff @param {string} from @param {string} to */
export function renameTable(diff, from, to) {
  // knex declares a promise here, but returns the builder.
  build(diff, /** @type {any} */ (k.schema.withSchema('app').renameTable(from, to)));
}
