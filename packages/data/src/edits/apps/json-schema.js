/** @import { Registry, SettingsSchema } from '@plinth/plugin' */
import { LAYOUT_SIZES, NODE_AT, settingsJsonSchema, stepSettings } from '@plinth/plugin';
import { whenEquals } from '../definitions/base/kind-settings.js';
import { accessPart, listsOf, menuPart, partOf } from './document-parts.js';

/**
 * The JSON Schema of app documents, generated from the descriptions that check them. docs/reference has a copy; a test
 * keeps the two in step.
 *
 * @param {Registry} registry
 */
export function appDocumentSchema(registry) {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Plinth app document',
    description: 'An app as a file: tables, views, pages and menu, optionally with its rows.',
    type: 'object',
    required: ['plinth', 'app'],
    additionalProperties: false,
    properties: {
      plinth: { const: 1, description: 'Version of this format' },
      app: schema(partOf(registry.kind('app'))),
      ...Object.fromEntries(listsOf(registry).map((one) => [one.key, array(listed(one, registry))])),
      menu: array({ $ref: '#/$defs/menuItem' }),
      settings: { type: 'object', description: 'Name, theme and colours of the site' },
      home: { type: 'object', additionalProperties: { type: 'string' }, description: 'Home page by role' },
      users: array(userSchema),
      rows: {
        type: 'object',
        additionalProperties: array({ type: 'object' }),
        description:
          'Rows by table. { "$days": 1, "at": "09:30" } is a date by the day of the installation, with the time in the time zone of the site',
      },
      comments: {
        type: 'object',
        additionalProperties: array(commentSchema),
        description: 'Comments on rows, by table',
      },
      files: { type: 'object', additionalProperties: fileSchema, description: 'Stored files by key' },
    },
    $defs: { node: nodeSchema(registry), step: stepSchema(registry), filter, menuItem: menuSchema() },
  };
}

const userSchema = {
  type: 'object',
  required: ['email', 'name'],
  properties: { email: { type: 'string' }, name: { type: 'string' } },
  additionalProperties: false,
};

const commentSchema = {
  type: 'object',
  required: ['row', 'by', 'text'],
  properties: {
    row: { type: ['integer', 'string'], description: 'id of the row' },
    by: { type: 'string', description: 'E-mail address of one of the users' },
    text: { type: 'string', description: 'Markdown; @{ada@example.com} mentions one of the users' },
    at: { description: 'A date and time, or { "$days": -3 }' },
  },
  additionalProperties: false,
};

const fileSchema = {
  type: 'object',
  required: ['name', 'mime', 'data'],
  properties: {
    name: { type: 'string' },
    mime: { type: 'string' },
    data: { type: 'string', contentEncoding: 'base64' },
  },
  additionalProperties: false,
};

const filter = {
  description: 'A condition on a row',
  oneOf: [
    {
      type: 'object',
      required: ['field', 'op'],
      properties: { field: { type: 'string' }, op: { type: 'string' }, value: {} },
      additionalProperties: false,
    },
    ...['all', 'any'].map((kind) => ({
      type: 'object',
      required: [kind],
      properties: { [kind]: array({ $ref: '#/$defs/filter' }) },
      additionalProperties: false,
    })),
    { type: 'object', required: ['not'], properties: { not: { $ref: '#/$defs/filter' } }, additionalProperties: false },
    {
      type: 'object',
      required: ['child'],
      properties: { child: { type: 'string' }, where: { $ref: '#/$defs/filter' } },
      additionalProperties: false,
    },
  ],
};

/** @param {object} items */
function array(items) {
  return { type: 'array', items };
}

/** @param {SettingsSchema} part @returns {any} */
function schema(part) {
  return settingsJsonSchema(part);
}

/** @param {Registry} registry @param {SettingsSchema} part */
function tableSchema(registry, part) {
  const table = schema(part);
  table.properties.access = { type: 'object', additionalProperties: accessSchema(), description: 'Rights by role' };
  const field = table.properties.fields.items;
  field.allOf = registry.all('fieldType').map((type) => whenEquals('type', type.name, 'attributes', type.attributes));
  return table;
}

/** A right is a word or a rule. */
function accessSchema() {
  const access = schema(accessPart);
  for (const [right, { enum: levels, ...more }] of Object.entries(access.properties))
    access.properties[right] = { anyOf: [{ enum: levels }, RULE], ...more };
  return access;
}

const RULE = {
  type: 'object',
  required: ['rule'],
  properties: { rule: { type: 'string' } },
  additionalProperties: false,
};

/** One of a list. @param {import('./document-parts.js').DocumentList} list @param {Registry} registry */
function listed({ key, kind, part }, registry) {
  if (key === 'tables') return tableSchema(registry, part);
  return kind?.documents?.jsonSchema?.(schema(part), registry) ?? schema(part);
}

/** @param {Registry} registry */
function nodeSchema(registry) {
  return {
    type: 'object',
    required: ['id', 'type'],
    properties: {
      id: { type: 'string' },
      type: { enum: registry.all('element').map((element) => element.name) },
      settings: { type: 'object' },
      children: array({ $ref: '#/$defs/node' }),
      visible: {
        type: 'object',
        properties: { roles: array({ type: 'string' }), when: { type: 'string' } },
        additionalProperties: false,
      },
      at: {
        type: 'object',
        description: 'Width, order and visibility on screens of each size; hiding is layout, not access control',
        properties: Object.fromEntries(LAYOUT_SIZES.map((size) => [size, schema(NODE_AT)])),
        additionalProperties: false,
      },
    },
    additionalProperties: false,
    allOf: registry.all('element').map((element) => whenEquals('type', element.name, 'settings', element.settings)),
  };
}

/** A step of a workflow: one alternative for each kind. @param {Registry} registry */
function stepSchema(registry) {
  return {
    oneOf: registry.all('workflowStep').map((definition) => {
      const step = schema(stepSettings(definition));
      step.properties.kind = { const: definition.name };
      return step;
    }),
  };
}

function menuSchema() {
  const item = schema(menuPart);
  item.properties.items = array({ $ref: '#/$defs/menuItem' });
  return item;
}
