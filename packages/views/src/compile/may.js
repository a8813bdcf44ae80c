/** @import { Actor, Catalog, RowModel, Table, View } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { compileExpression } from './expression.js';
import { noteReads, noteVaries } from './scope.js';
import { fieldAt } from './show-field.js';

// What is offered, not what is allowed: rows are guarded where they are read and written. A button that would end in a
// refusal is only left out here.

/** @typedef {'read' | 'create' | 'update' | 'delete'} Right */

/**
 * Whether a page or view with these roles opens for the actor. No role means admins only: nothing is granted unasked.
 * @param {readonly string[]} roles @param {Actor} actor
 */
export function mayOpen(roles, actor) {
  return isUnlimited(actor) || roles.some((role) => actor.roles.includes(role));
}

/**
 * Whether the actor may do this to any row of the table at all.
 *
 * @param {Table} table @param {Right} right @param {Actor} actor
 */
export function mayDo(table, right, actor) {
  const { all, own, rules } = grantsOf(table, right, actor);
  return all || own || rules.length > 0;
}

/**
 * Whether a link that names no row leads the actor to something he can use: a form needs the right to add rows.
 *
 * @param {Pick<Catalog, 'hasTable' | 'table'>} catalog @param {View} view @param {Actor} actor
 */
export function mayUseView(catalog, { roles, template, table }, actor) {
  if (!mayOpen(roles, actor)) return false;
  return (
    template !== 'edit' || table === null || !catalog.hasTable(table) || mayDo(catalog.table(table), 'create', actor)
  );
}

/**
 * Whether the actor may do this to the row at hand. Where that depends on the row (its owner, a rule), what decides is
 * selected with the row: the same statement tells.
 *
 * @param {Scope} scope @param {Table} table of the row
 * @param {'update' | 'delete'} right @param {string} [path] of a relation that leads to the row from the row at hand
 * @returns {(m: RowModel) => boolean}
 */
export function mayDoToRow(scope, table, right, path) {
  const levels = Object.values(table.access).map((access) => access[right]);
  const isOwn = levels.includes('own') ? ownerCheck(scope, table, path) : () => false;
  const rules = ruleChecks(scope, levels, path);
  return (m) => {
    const { actor } = m.env;
    // Without a row there is nobody to ask: the form says it when it is opened.
    if (!m.row || isUnlimited(actor)) return mayDo(table, right, actor);
    const { all, own, rules: granted } = grantsOf(table, right, actor);
    return all || (own && isOwn(m)) || granted.some((rule) => rules.get(rule)?.(m) ?? true);
  };
}

/** @param {Scope} scope @param {Table} table @param {string | undefined} path @returns {(m: RowModel) => boolean} */
function ownerCheck(scope, table, path) {
  const owner = ownerOf(table);
  if (owner === null) return () => false;
  const field = path ? `${path}.${owner}` : owner;
  fieldAt(scope, field);
  const column = scope.selects.add({ field });
  noteVaries(scope, { user: true });
  return ({ row, env }) => row?.[column] === env.actor.userId;
}

/**
 * Rules as functions of the row at hand. Those of a row that a relation leads to are not asked here: the form says it.
 *
 * @param {Scope} scope @param {readonly unknown[]} levels @param {string | undefined} path
 * @returns {Map<string, (m: RowModel) => boolean>}
 */
function ruleChecks(scope, levels, path) {
  const { table, compilation, selects } = scope;
  /** @type {Map<string, (m: RowModel) => boolean>} */
  const checks = new Map();
  for (const rule of levels.flatMap((level) => ruleOf(level) ?? [])) {
    if (path || checks.has(rule)) continue;
    try {
      const compiled = compileExpression(rule, { table, catalog: compilation.catalog, select: selects.add });
      noteVaries(scope, compiled.varies);
      for (const step of compiled.paths) noteReads(scope, step);
      checks.set(rule, (m) => holds(compiled.evaluate, m));
    } catch {
      // What can't be told here is told when the row is saved.
    }
  }
  return checks;
}

/** @param {(m: RowModel) => unknown} evaluate @param {RowModel} m */
function holds(evaluate, m) {
  try {
    return evaluate(m) === true;
  } catch {
    return false;
  }
}

/** @param {unknown} level @returns {string | null} */
function ruleOf(level) {
  const rule = /** @type {{ rule?: unknown } | null} */ (typeof level === 'object' ? level : null)?.rule;
  return typeof rule === 'string' ? rule : null;
}

/** @param {Actor} actor */
function isUnlimited(actor) {
  return actor.system || actor.roles.includes('admin');
}

/** What the actor's roles give him, together. @param {Table} table @param {Right} right @param {Actor} actor */
function grantsOf(table, right, actor) {
  /** @type {{ all: boolean, own: boolean, rules: string[] }} */
  const grants = { all: isUnlimited(actor), own: false, rules: [] };
  const mayOwn = actor.userId !== null && ownerOf(table) !== null;
  for (const role of actor.roles) {
    /** @type {unknown} */
    const level = table.access[role]?.[right];
    const rule = ruleOf(level);
    if (rule !== null) grants.rules.push(rule);
    grants.all ||= level === 'all';
    grants.own ||= level === 'own' && mayOwn;
  }
  return grants;
}

/** Name of the field that says whose row it is. @param {Table} table */
function ownerOf(table) {
  return table.owner && table.hasField(table.owner) && table.field(table.owner).target === 'users' ? table.owner : null;
}
