import { accessLevel, readableField, writableField } from '../../rules/rights/index.js';

/** @import { Actor, Catalog, Field, Registry, Table } from '@plinth/plugin' */

/**
 * What an actor may do with a table, for showing or hiding controls. The gate checks every operation anyway.
 *
 * @param {{ registry: Registry, catalog: () => Catalog }} context
 */
export function createWhatMay({ registry, catalog }) {
  /** @param {Actor} actor @param {Table} table @param {'read' | 'create' | 'update' | 'delete' | 'choices'} operation @returns {Level} */
  const level = (actor, table, operation) =>
    table.system && operation !== 'read' ? 'none' : accessLevel(actor, table, operation);

  return {
    /** How far one right reaches. */
    right: level,

    /**
     * How far each right reaches: none, own rows, some rows (by a rule) or all.
     *
     * @param {Actor} actor @param {Table} table
     * @returns {{ read: Level, create: Level, update: Level, delete: Level }}
     * @typedef {'none' | 'own' | 'some' | 'all'} Level
     */
    rights: (actor, table) => ({
      read: level(actor, table, 'read'),
      create: level(actor, table, 'create'),
      update: level(actor, table, 'update'),
      delete: level(actor, table, 'delete'),
    }),

    /** Whether the actor may set a field in rows that they may write. @param {Actor} actor @param {Table} table @param {Field} field */
    fills: (actor, table, field) =>
      field.auto === null && !field.formula && !table.system && writableField(actor, table, field),

    /** Fields that the actor may read, the key first. @param {Actor} actor @param {string} name @returns {Field[]} */
    fields(actor, name) {
      const table = catalog().table(name);
      return table.fields.filter(
        (field) => registry.has('fieldType', field.type) && readableField(actor, table, field),
      );
    },
  };
}
