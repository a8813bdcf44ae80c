/** @import { ObjectKind } from '../index.d.ts' */
/** @import { Walk } from './map-references.js' */
import { walkFilter } from './paths.js';
import { walkRoles as roles } from './roles.js';
import { walkSettings } from './settings.js';

/** Of what is no kind with a definition. @type {Partial<Record<ObjectKind, (body: unknown, walk: Walk) => any>>} */
export const bodyWalkers = { table, field, menu };

/** @param {any} body @param {Walk} walk */
function table(body, walk) {
  /** @param {string | null | undefined} name @param {string} at */
  const own = (name, at) => (name ? walk.visit({ kind: 'field', table: body.name, name, at }) : name);
  body.display = own(body.display, 'display');
  body.owner = own(body.owner, 'owner');
  if (body.person) body.person = own(body.person, 'person');
  body.access = renameKeys(body.access, (name, at) => walk.visit({ kind: 'role', name, at: `access.${at}` }));
  for (const [role, rights] of Object.entries(body.access)) {
    for (const [right, level] of Object.entries(rights)) {
      if (typeof level?.rule !== 'string') continue;
      // References inside expressions are found by callers that can parse them.
      const at = `access.${role}.${right}`;
      rights[right] = { rule: walk.visit({ kind: 'expression', table: body.name, name: level.rule, at }) };
    }
  }
  for (const [i, constraint] of (body.constraints ?? []).entries()) {
    const at = `constraints.${i}`;
    if (constraint.fields)
      constraint.fields = constraint.fields.map((/** @type {string} */ name) => own(name, `${at}.fields`));
    if (constraint.rule)
      constraint.rule = walk.visit({
        kind: 'expression',
        table: body.name,
        name: constraint.rule,
        at: `${at}.rule`,
      });
    if (constraint.function)
      constraint.function = walk.visit({ kind: 'function', name: constraint.function, at: `${at}.function` });
    if (constraint.where) constraint.where = walkFilter(constraint.where, body.name, `${at}.where`, walk);
  }
  for (const [i, index] of (body.indexes ?? []).entries()) {
    index.fields = index.fields.map((/** @type {string} */ name) => own(name, `indexes.${i}.fields`));
  }
  return body;
}

/** @param {any} body @param {Walk} walk */
function field(body, walk) {
  for (const right of ['read', 'write']) {
    const names = body.access?.[right];
    if (names) body.access[right] = roles(names, walk, `access.${right}`);
  }
  if (!walk.registry.has('fieldType', body.type)) {
    walk.visit({ kind: 'definition', definition: 'fieldType', name: body.type, at: 'type' });
    return body;
  }
  const schema = walk.registry.fieldType(body.type).attributes;
  body.attributes = walkSettings(schema, body.attributes ?? {}, null, 'attributes', walk);
  if (body.formula) {
    const reference = { kind: /** @type {const} */ ('expression'), name: body.formula, at: 'formula' };
    body.formula = walk.visit({ ...reference, ...(body.table && { table: body.table }) });
  }
  if (body.function) {
    body.function = walk.visit({ kind: 'function', name: body.function, at: 'function' });
    body.from = (body.from ?? []).map((/** @type {string} */ name) =>
      walk.visit({ kind: 'field', name, at: 'from', ...(body.table && { table: body.table }) }),
    );
  }
  for (const [i, rule] of (body.formatting ?? []).entries()) {
    const reference = { kind: /** @type {const} */ ('expression'), name: rule.when, at: `formatting.${i}.when` };
    rule.when = walk.visit({ ...reference, ...(body.table && { table: body.table }) });
  }
  const byDefault = body.type === 'json' ? null : body.default?.expression;
  if (typeof byDefault === 'string') {
    const reference = { kind: /** @type {const} */ ('expression'), name: byDefault, at: 'default' };
    body.default = { expression: walk.visit({ ...reference, ...(body.table && { table: body.table }) }) };
  }
  return body;
}

/** @param {any} body @param {Walk} walk */
function menu(body, walk) {
  /** @param {any} item @param {string} at */
  const step = (item, at) => {
    if ((item.kind === 'page' || item.kind === 'view') && item.target) {
      item.target = walk.visit({ kind: item.kind, name: item.target, at: `${at}.target` });
    }
    if (item.roles) item.roles = roles(item.roles, walk, at, { audience: true });
    for (const [i, child] of (item.items ?? []).entries()) step(child, `${at}.items.${i}`);
  };
  for (const [i, item] of (body.items ?? []).entries()) step(item, `items.${i}`);
  return body;
}

/** @param {Record<string, unknown> | undefined} object @param {(name: string, at: string) => string} rename */
function renameKeys(object, rename) {
  return Object.fromEntries(Object.entries(object ?? {}).map(([key, value]) => [rename(key, key), value]));
}
