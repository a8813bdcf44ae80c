/** @import { NameOf, PhysicalModel } from './types.d.ts' */
import { quoteIdentifier } from '../../postgres/sql/index.js';

/**
 * The name of a table ("app.books") or a column in a model, for builders.
 *
 * @param {PhysicalModel} model @param {string} id
 */
export function nameIn(model, id) {
  const name = model.names.get(id);
  if (name === undefined) throw new Error(`The schema model has no object ${id}`);
  return name;
}

/** The same as written in SQL. @param {PhysicalModel} model @param {string} id */
export function quotedIn(model, id) {
  return nameIn(model, id).split('.').map(quoteIdentifier).join('.');
}

/** Quoted names for SQL texts of a model. @param {PhysicalModel} model @returns {NameOf} */
export const namesIn = (model) => (id) => quotedIn(model, id);

/** Ids in place of names, so that a text does not change with a rename. @type {NameOf} */
export const byId = (id) => quoteIdentifier(`@${id}`);
