/** @import { Registry, Values } from '@plinth/plugin' */
import { memoize } from '@plinth/plugin';
import { editParts } from './input-parts.js';
import { editsOf } from '../definitions/index.js';

/**
 * What edits take, as JSON Schema (draft 2020-12), from the definitions that check them.
 *
 * @param {Registry} registry
 */
export function createEditSchemas(registry) {
  /** @type {(of: Registry) => Record<string, Values>} */
  const made = memoize((of) => ({ ...editParts(of), batchStep: batchStep(editsOf(of)) }));
  const parts = () => made(registry);
  const edits = editsOf(registry);

  return {
    /** Every edit in a line: its name, what it does, and its input in short. */
    list: () =>
      [...edits.values()].map(({ name, about, takes }) => ({ edit: name, about, input: inShort(takes, parts()) })),

    /**
     * The whole input of an edit, with the parts that it refers to.
     *
     * @param {string} name @param {readonly string[]} [types] only what these types of fields, elements, steps and so on
     *   have for themselves; left out: all
     * @returns {Values | null} null: there is no such edit
     */
    of(name, types) {
      const edit = edits.get(name);
      if (!edit) return null;
      const known = types ? ofTypes(parts(), types) : parts();
      const needed = reachable(edit.takes, known);
      const shape = edit.takes.$ref ? { ...known[nameIn(edit.takes.$ref)] } : edit.takes;
      return {
        title: name,
        description: edit.about,
        ...shape,
        ...(Object.keys(needed).length > 0 && { $defs: needed }),
      };
    },

    /** All of them, which share their parts: the inputs by edit, and `#/$defs/…` by name. */
    all: () => ({
      inputs: Object.fromEntries(
        [...edits.values()].map(({ name, about, takes }) => [name, { description: about, ...takes }]),
      ),
      parts: parts(),
    }),
  };
}

/** @param {ReturnType<typeof editsOf>} edits */
function batchStep(edits) {
  return {
    type: 'object',
    required: ['edit', 'input'],
    properties: {
      edit: { enum: [...edits.keys()].filter((name) => name !== 'batch') },
      input: { type: 'object', description: 'As for the edit alone' },
    },
    additionalProperties: false,
  };
}

/**
 * Parts without what other types have for themselves. What is left accepts everything that it accepted before.
 *
 * @param {Values} parts @param {readonly string[]} types
 */
function ofTypes(parts, types) {
  const isWanted = (/** @type {Values} */ one) => {
    const { kind, ...rest } = one.if?.properties ?? { kind: one.properties?.kind };
    const fixed = [kind, ...Object.values(rest)].find((shape) => shape?.const !== undefined);
    return fixed === undefined || types.includes(fixed.const);
  };
  /** @param {Values} part */
  const trimmed = ({ allOf, oneOf, ...part }) => {
    const isSteps = oneOf?.every((/** @type {Values} */ one) => one.properties?.kind?.const !== undefined);
    const kinds = isSteps && oneOf.map((/** @type {Values} */ one) => one.properties.kind.const);
    return {
      ...part,
      ...(allOf?.some(isWanted) && { allOf: allOf.filter(isWanted) }),
      ...(oneOf && !isSteps && { oneOf }),
      ...(isSteps && { type: 'object', required: ['id', 'kind'], properties: { kind: { enum: kinds } } }),
      ...(isSteps && oneOf.some(isWanted) && { allOf: oneOf.filter(isWanted).map(ifOfKind) }),
    };
  };
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, trimmed(part)]));
}

/** @param {Values} shape */
function ifOfKind(shape) {
  return { if: { required: ['kind'], properties: { kind: shape.properties.kind } }, then: shape };
}

/** @param {string} ref */
const nameIn = (ref) => ref.slice('#/$defs/'.length);

/** Names of the parts that a schema refers to itself. @param {unknown} schema @returns {string[]} */
function refsIn(schema) {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [nameIn(value)] : refsIn(value),
  );
}

/** The parts that a schema needs, directly and indirectly. @param {object} schema @param {Record<string, unknown>} parts */
function reachable(schema, parts) {
  /** @type {Record<string, unknown>} */
  const found = {};
  const open = refsIn(schema);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found[name]) continue;
    found[name] = parts[name];
    open.push(...refsIn(parts[name]));
  }
  return found;
}

/**
 * Such as `{ table: string, field: field, at?: integer }`.
 *
 * @param {Values} schema @param {Values} parts
 */
function inShort(schema, parts) {
  const { properties, required = [] } = schema.$ref ? parts[nameIn(schema.$ref)] : schema;
  const members = Object.entries(properties).map(
    ([name, one]) => `${name}${required.includes(name) ? '' : '?'}: ${typeIn(one)}`,
  );
  return `{ ${members.join(', ')} }`;
}

/** @param {Values} schema @returns {string} */
function typeIn({ $ref, type, items, enum: values }) {
  if ($ref) return nameIn($ref);
  if (values) return values.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(' | ');
  if (type === 'array') return `${typeIn(items ?? {})}[]`;
  return type === undefined ? 'any' : [type].flat().join(' | ');
}
