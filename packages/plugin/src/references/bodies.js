/** @import { ObjectKind } from '../index.d.ts' */
/** @import { Walk } from './map-references.js' */
import { mapImports } from './imports.js';
import { walkExpression, walkFilter } from './paths.js';
import { MAIL_SETTINGS } from '../mail-settings.js';
import { BEFORE_SETTINGS, STEP_SETTINGS } from '../steps.js';
import { walkLayoutReferences, walkSettings, walkSteps } from './settings.js';
import { workflowVariables } from '../workflows/variables.js';

/** @type {Partial<Record<ObjectKind, (body: any, walk: Walk) => any>>} */
export const bodyWalkers = {
  table,
  field,
  view,
  page,
  piece,
  trigger,
  workflow,
  function: functionBody,
  mail,
  menu,
  role,
};

/** @param {any} body @param {Walk} walk */
function table(body, walk) {
  /** @param {string | null | undefined} name @param {string} at */
  const own = (name, at) => (name ? walk.visit({ kind: 'field', table: body.name, name, at }) : name);
  body.display = own(body.display, 'display');
  body.owner = own(body.owner, 'owner');
  if (body.person) body.person = own(body.person, 'person');
  body.access = renameKeys(body.access, (name, at) => walk.visit({ kind: 'role', name, at: `access.${at}` }));
  for (const [role, rights] of Object.entries(body.access)) {
    for (const [right, level] of Object.entries(/** @type {Record<string, any>} */ (rights))) {
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
function view(body, walk) {
  const table = body.table ?? null;
  if (body.table) body.table = walk.visit({ kind: 'table', name: body.table, at: 'table' });
  body.roles = roles(body.roles, walk);
  if (!walk.registry.has('viewTemplate', body.template)) {
    walk.visit({ kind: 'definition', definition: 'viewTemplate', name: body.template, at: 'template' });
    return body;
  }
  const schema = walk.registry.viewTemplate(body.template).settings;
  body.config = walkSettings(schema, body.config ?? {}, table, 'config', walk);
  return body;
}

/** @param {any} body @param {Walk} walk */
function page(body, walk) {
  body.roles = roles(body.roles, walk);
  if (body.layout) body.layout = walkLayoutReferences(body.layout, null, 'layout', walk);
  return body;
}

/** @param {any} body @param {Walk} walk */
function piece(body, walk) {
  const table = body.table ?? null;
  if (table) body.table = walk.visit({ kind: 'table', name: table, at: 'table' });
  if (body.layout) body.layout = walkLayoutReferences(body.layout, table, 'layout', walk);
  return body;
}

/** A table named in a call of `plinth.rows`. */
const ROWS = /(\bplinth\s*\.\s*rows\(\s*)(['"`])([a-z][a-z0-9_]*)\2/g;

/** A secret named in a call of `plinth.secrets.get`. */
const SECRETS = /(\bplinth\s*\.\s*secrets\s*\.\s*get\(\s*)(['"`])([a-z][a-z0-9_]*)\2/g;

/** @param {any} body @param {Walk} walk */
function functionBody(body, walk) {
  body.roles = roles(body.roles, walk);
  body.secrets = (body.secrets ?? []).map((/** @type {string} */ name) =>
    walk.visit({ kind: 'secret', name, at: 'secrets' }),
  );
  body.code = String(body.code ?? '').replaceAll(
    ROWS,
    (_, start, quote, name) => `${start}${quote}${walk.visit({ kind: 'table', name, at: 'code' })}${quote}`,
  );
  body.code = mapImports(body.code, (name) => walk.visit({ kind: 'function', name, at: 'code' }));
  body.code = body.code.replaceAll(
    SECRETS,
    (/** @type {string} */ _, /** @type {string} */ start, /** @type {string} */ quote, /** @type {string} */ name) =>
      `${start}${quote}${walk.visit({ kind: 'secret', name, at: 'code' })}${quote}`,
  );
  return body;
}

/** @param {any} body @param {Walk} walk */
function trigger(body, walk) {
  const table = body.table ?? null;
  const source = body.source ?? 'rows';
  const known = walk.registry.has('triggerSource', source) ? walk.registry.triggerSource(source) : null;
  if (!known) walk.visit({ kind: 'definition', definition: 'triggerSource', name: source, at: 'source' });
  const knowing = { ...walk, old: known?.old ?? false, event: known?.event };
  if (known && body.options) body.options = walkSettings(known.settings, body.options, table, 'options', walk);
  if (table) body.table = walk.visit({ kind: 'table', name: table, at: 'table' });
  body.fields = (body.fields ?? []).map((/** @type {string} */ name) =>
    walk.visit({ kind: 'field', name, at: 'fields', ...(table && { table }) }),
  );
  if (body.when) body.when = walkExpression(body.when, table, 'when', knowing);
  body.steps = (body.steps ?? []).map((/** @type {any} */ step, /** @type {number} */ i) =>
    walkSettings(STEP_SETTINGS, step, table, `steps.${i}`, knowing),
  );
  body.before = (body.before ?? []).map((/** @type {any} */ step, /** @type {number} */ i) =>
    walkSettings(BEFORE_SETTINGS, step, table, `before.${i}`, knowing),
  );
  return body;
}

/** @param {any} body @param {Walk} walk */
function workflow(body, walk) {
  const table = body.table ?? null;
  if (table) body.table = walk.visit({ kind: 'table', name: table, at: 'table' });
  body.variables = (body.variables ?? []).map((/** @type {any} */ one) =>
    one.value ? { ...one, value: walkExpression(one.value, table, `variables.${one.name}.value`, walk) } : one,
  );
  body.roles = roles(body.roles, walk);
  const { registry } = walk;
  const knowing = (inError = false) => ({ ...walk, variables: workflowVariables(body, { registry, inError }) });
  body.steps = walkSteps(body.steps ?? [], table, knowing());
  body.onError = walkSteps(body.onError ?? [], table, knowing(true));
  return body;
}

/** @param {any} body @param {Walk} walk */
function mail(body, walk) {
  const { table = null } = body;
  const parts = walkSettings(MAIL_SETTINGS, body, table, '', walk);
  return { ...parts, table: table && walk.visit({ kind: 'table', name: table, at: 'table' }) };
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

/** @param {any} body @param {Walk} walk */
function role(body, walk) {
  if (body.inherits) body.inherits = walk.visit({ kind: 'role', name: body.inherits, at: 'inherits' });
  if (body.home) body.home = walk.visit({ kind: 'page', name: body.home, at: 'home' });
  return body;
}

/** @param {string[] | undefined} names @param {Walk} walk @param {string} [at] @param {{ audience?: true }} [list] */
function roles(names, walk, at = '', list = {}) {
  return (names ?? []).map((name) => walk.visit({ kind: 'role', name, at: at ? `${at}.roles` : 'roles', ...list }));
}

/** @param {Record<string, any> | undefined} object @param {(name: string, at: string) => string} rename */
function renameKeys(object, rename) {
  return Object.fromEntries(Object.entries(object ?? {}).map(([key, value]) => [rename(key, key), value]));
}
