/** @import { Kind, Registry, Values } from '@plinth/plugin' */
import { belongsToApps, settingsJsonSchema } from '@plinth/plugin';
import { kindsOf } from '../../catalog/model/kinds.js';
import { appDocumentSchema } from '../apps/json-schema.js';
import { siteSettings } from '../definitions/change-settings.js';
import { AUTO } from '../definitions/base/fields.js';

const TEXT = { type: 'string' };
const YES_NO = { type: 'boolean' };
const NAMES_OR_NULL = { type: ['array', 'null'], items: TEXT };
const APP = { type: ['string', 'null'], description: 'Name of the app that it belongs to' };
const ID = { type: 'string', description: 'Its ID, to keep it as it is' };
/** Which keys a table's own edit can change. */
const TABLE_ITSELF = [
  ...['name', 'label', 'singular', 'description', 'icon', 'app', 'display', 'history', 'historyDays', 'comments'],
  ...['owner', 'person'],
];

/**
 * The objects in the inputs of edits, by name: those of app documents, with what only a site has.
 *
 * @param {Registry} registry @returns {Record<string, unknown>}
 */
export function editParts(registry) {
  const { properties, $defs } = appDocumentSchema(registry);
  const table = /** @type {Values} */ (properties).tables.items;
  const { fields, constraints, indexes, access } = table.properties;
  const menu = extended($defs.menuItem, { id: ID }, ['label']);
  menu.properties.items = { type: 'array', items: { $ref: '#/$defs/menuItem' } };
  const given = {
    ...Object.fromEntries(kindsOf(registry).map((kind) => [kind.name, inputOf(kind, properties)])),
    field: fieldOf(fields.items),
    table: extended(
      table,
      {
        app: APP,
        fields: { type: 'array', items: { $ref: '#/$defs/field' } },
        auto: { type: 'array', items: { enum: Object.keys(AUTO) }, description: 'Fields that Plinth fills in' },
        access: { $ref: '#/$defs/access' },
        constraints: { type: 'array', items: { $ref: '#/$defs/constraint' } },
        indexes: { type: 'array', items: { $ref: '#/$defs/index' } },
      },
      ['name'],
    ),
  };
  const settings = settingsJsonSchema(siteSettings);
  return {
    ...$defs,
    ...given,
    menuItem: menu,
    access,
    constraint: extended(constraints.items, { id: ID }, ['kind']),
    index: extended(indexes.items, { id: ID, kind: { enum: ['search', null] } }, ['fields']),
    ...Object.fromEntries(Object.entries(given).map(([name, shape]) => [`${name}Changes`, partial(shape)])),
    tableChanges: only(given.table, TABLE_ITSELF),
    settingsChanges: partial(settings),
    pluginChanges: PLUGIN,
    fieldAccess: FIELD_ACCESS,
    fieldsAccess: { type: 'object', additionalProperties: { $ref: '#/$defs/fieldAccess' }, description: 'By field' },
  };
}

const PLUGIN = {
  type: 'object',
  properties: {
    enabled: YES_NO,
    version: { type: ['string', 'null'] },
    integrity: { type: ['string', 'null'] },
    contents: { type: ['string', 'null'] },
    config: { type: 'object', description: 'Its settings, without secrets' },
  },
  additionalProperties: false,
};

const FIELD_ACCESS = {
  type: ['object', 'null'],
  properties: { read: NAMES_OR_NULL, write: NAMES_OR_NULL },
  additionalProperties: false,
  description: 'Roles that may read and write it; null: whoever may do so with the row',
};

/** A field of its own has a name and a type; one that Plinth fills in has both already. @param {unknown} field */
function fieldOf(field) {
  const filledIn = { required: ['auto'], properties: { auto: { enum: ['id', ...Object.keys(AUTO)] } } };
  const access = { $ref: '#/$defs/fieldAccess' };
  return { ...extended(field, { access }, []), if: filledIn, else: { required: ['name', 'type'] } };
}

/**
 * What edits take of an object: what documents have, with what only a site has. Layouts begin empty.
 *
 * @param {Kind} kind @param {Values} properties of documents
 */
function inputOf(kind, properties) {
  const { inputProperties, inputSchema } = kind.documents ?? {};
  const shape = kind.name === 'app' ? properties.app : properties[kind.plural].items;
  const needed = kind.schema.filter((setting) => setting.required && setting.type !== 'layout').map(({ name }) => name);
  const required = kind.isNamedByLabel ? ['label', ...needed] : ['name', ...needed];
  const whole = extended(shape, { ...(belongsToApps(kind) && { app: APP }), ...inputProperties }, required);
  return inputSchema ? inputSchema(whole, properties) : whole;
}

/** A shape with more properties, and others that must be given. @param {any} shape @param {object} more @param {string[]} required */
function extended(shape, more, required) {
  const { required: _, ...rest } = shape;
  return { ...rest, properties: { ...shape.properties, ...more }, ...(required.length > 0 && { required }) };
}

/** A shape of which anything may be left out. @param {any} shape */
function partial(shape) {
  const left = new Set(['required', 'anyOf', 'if', 'else']);
  const rest = Object.fromEntries(Object.entries(shape).filter(([key]) => !left.has(key)));
  const bare = Object.entries(shape.properties).map(([name, one]) => [name, withoutDefault(one)]);
  return { ...rest, properties: Object.fromEntries(bare) };
}

/** What is left out of changes stays as it is. @param {Values} shape */
function withoutDefault({ default: _, ...shape }) {
  return shape;
}

/** @param {Values} shape @param {readonly string[]} names */
function only(shape, names) {
  const { properties, ...rest } = partial(shape);
  return { ...rest, properties: Object.fromEntries(names.map((name) => [name, properties[name]])) };
}
