/** @import { Element, ElementCompiler, Message, Node, PlacedCondition, Rendered, RowModel, Select, Values } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { AppError, checkSettings, EMPTY, html, isAdmin, isAmong, join, phrase, readersAt } from '@plinth/plugin';
import { actionButton } from './action.js';
import { cellInPlace } from './cell-in-place.js';
import { childRows } from './child-rows.js';
import { editField } from './edit-field.js';
import { embedView, placeView } from './embed.js';
import { CARRIED } from './expression.js';
import { expressionIn } from './expression-in.js';
import { expressionText } from './expression-text.js';
import { placePiece } from './place-piece.js';
import { filterField } from './filter-field.js';
import { liveCondition } from './live-condition.js';
import { mayDoToRow } from './may.js';
import { withMarks, withSlot } from './node-marks.js';
import { viewOpener } from './view-opener.js';
import { placeOf } from './placed-at.js';
import { noteFilter, noteVaries, shownOnly } from './scope.js';
import { searchForm } from './search-form.js';
import { fieldAt } from './field-at.js';
import { guarded, named } from './guarded.js';
import { noteStyles } from './note-styles.js';
import { picturesOf, printValue, showField } from './show-field.js';

/**
 * The object that an element receives while it is compiled.
 *
 * @param {Scope} scope @param {() => string} [placement] classes of its place, which it then prints itself
 * @returns {ElementCompiler}
 */
export function createElementCompiler(scope, placement = () => '') {
  const { compilation, table } = scope;
  const { catalog, registry, t, formats, icon } = compilation;

  /** @type {ElementCompiler} */
  const compiler = {
    catalog,
    registry,
    table,
    t,
    formats,
    icon,
    select: (select) => {
      checkSelect(scope, select);
      return ('choices' in select ? scope.choices : scope.selects).add(select);
    },
    children: (nodes) => withSlot(compilation, compileNodes(scope, nodes ?? [])),
    child: (node) => compileNode(scope, node),
    placement,
    show: (path, choice) => showField(scope, path, choice),
    pictures: (path, choice) => picturesOf(scope, path, choice),
    print: (field, choice) => printValue(scope, field, choice),
    edit: (field, choice) => editField(scope, field, choice),
    filter: (field, options) => filterField(scope, field, options),
    childRows: (relation, nodes, options) => childRows(scope, relation, nodes, options ?? {}, compileNodes),
    search: (view, options) => searchForm(scope, view, options ?? {}),
    embed: (options) => embedView(scope, options),
    place: (made) => placeView(scope, made),
    piece: (use, node) => placePiece(scope, use, node, compileNode),
    condition: (source) => conditionIn(scope, source).holds,
    expression: (source) => {
      const { evaluate } = expressionIn(scope, source);
      return (m) => evaluate(m) ?? '';
    },
    expressionText: (source) => expressionText(scope, source),
    action: (node, options) => actionButton(scope, node, options),
    mayOpen: (view, options) => viewOpener(scope, view, options),
    cell: (field, label) => cellInPlace(scope, compiler, field, label),
    mayEdit: () => (table ? mayDoToRow(scope, table, 'update') : () => false),
    inText: (part) => void scope.texts.push({ ...part, ...shownOnly(scope) }),
    viewUrl: (view, options) => {
      catalog.view(view);
      const { row = false, state = {} } = options ?? {};
      return (m) => m.env.viewUrl(view, row ? { id: m.rowId, ...state } : state);
    },
  };
  return compiler;
}

/** @param {Scope} scope @param {readonly Node[]} nodes @returns {Rendered} */
export function compileNodes(scope, nodes) {
  return join(nodes.map((node) => compileNode(scope, node)));
}

/**
 * Compiles one node. A node that can't be compiled is recorded as a problem and renders nothing, so that the rest of
 * the page still works.
 *
 * @param {Scope} scope @param {Node} node @returns {Rendered}
 */
export function compileNode(scope, node) {
  const { lifted, ...around } = scope;
  if (lifted?.place === node) return lifted.compile(around);
  return withMarks(scope.compilation, node, compileOrReport(scope, node));
}

/** @param {Scope} scope @param {Node} node @returns {Rendered} */
function compileOrReport(scope, node) {
  try {
    return compileSound(scope, node);
  } catch (error) {
    scope.compilation.problem(`${scope.at || 'layout'}/${node.id}`, error);
    return EMPTY;
  }
}

/** @param {Scope} scope @param {Node} node @returns {Rendered} */
function compileSound(scope, node) {
  const { compilation } = scope;
  const element = compilation.registry.element(node.type);
  if (element.scope === 'row' && !scope.table)
    throw misplaced(element.label, phrase`needs a row, but there is none here`);
  if (element.scope === 'form' && scope.mode !== 'form' && scope.mode !== 'filter') {
    throw misplaced(element.label, phrase`belongs inside a form`);
  }
  const roles = node.visible?.roles?.length ? node.visible.roles : null;
  const when = node.visible?.when ? conditionIn(scope, node.visible.when) : null;
  /** @type {Scope} */
  const inner = {
    ...scope,
    roles: roles ? [...scope.roles, roles] : scope.roles,
    // Filled with the fields that the element shows: only users who may read them all see it.
    readers: [],
    when: when ? [...scope.when, when] : scope.when,
  };
  const settings = checkSettings(element.settings, node.settings ?? {});
  const place = placeOf(scope, node);
  const compiler = createElementCompiler(inner, place.own);
  const rendered = compileElement(compilation, element, { ...node, settings }, compiler);
  for (const script of element.scripts ?? []) scope.scripts.add(script);
  const { styles } = element;
  noteStyles(compilation, 'element', element, typeof styles === 'function' ? styles(settings) : styles);
  noteVaries(scope, element.varies);
  const live = when && liveCondition(scope, when);
  return showOnlyIf(place.boxed(onlyReaders(rendered, inner.readers)), roles, when, live);
}

/**
 * @param {Scope['compilation']} compilation
 * @param {Element} element
 * @param {Node & { settings: Values }} node
 * @param {ElementCompiler} c
 * @returns {Rendered}
 */
function compileElement(compilation, element, node, c) {
  try {
    const rendered = element.compile(node, c);
    return typeof rendered === 'function' ? guarded(compilation, 'element', element, rendered) : rendered;
  } catch (error) {
    throw named(compilation, 'element', element, error);
  }
}

/**
 * The condition under which a node is shown, with what it reads. Input from inside the node is accepted only while the
 * condition holds.
 *
 * @param {Scope} scope @param {string} source
 * @returns {PlacedCondition & { expression: import('@plinth/expressions').Expression }}
 */
function conditionIn(scope, source) {
  /** @type {Select[]} */
  const select = [];
  const each = (/** @type {Select} */ column) => select.push(column);
  const { evaluate, expression } = expressionIn(scope, source, { each, result: ['bool'] });
  const { reads, user } = expression;
  const ofRow =
    Object.keys(reads.fields).length > 0 ||
    Object.keys(reads.lists).length > 0 ||
    user.some((name) => !CARRIED.includes(name));
  return { select, ofRow, holds: (m) => evaluate(m) === true, expression };
}

/** @param {string} label @param {Message} why */
function misplaced(label, why) {
  return new AppError('ELEMENT_MISPLACED', phrase`The element "${label}" ${why}`, {
    status: 422,
    hint: 'Move or remove it',
  });
}

/**
 * @param {Rendered} rendered @param {readonly string[] | null} roles @param {PlacedCondition | null} when
 * @param {ReturnType<typeof liveCondition>} [live]
 * @returns {Rendered}
 */
function showOnlyIf(rendered, roles, when, live = null) {
  if (!roles && !when) return rendered;
  return (m) => {
    if (roles && !hasRole(m.env.actor.roles, roles)) return EMPTY;
    if (live?.isLive()) return live.wrap(html`${print(rendered, m)}`, live.holds(m), m);
    if (when && !when.holds(m)) return EMPTY;
    return print(rendered, m);
  };
}

/** @param {Rendered} rendered @param {RowModel} m */
const print = (rendered, m) => (typeof rendered === 'function' ? rendered(m) : rendered);

/** @param {Rendered} rendered @param {(readonly string[])[]} readers @returns {Rendered} */
function onlyReaders(rendered, readers) {
  if (readers.length === 0 || typeof rendered !== 'function') return rendered;
  return (m) => (isAmong(m.env.actor, readers) ? rendered(m) : EMPTY);
}

/** @param {readonly string[]} mine @param {readonly string[]} wanted */
export function hasRole(mine, wanted) {
  return wanted.length === 0 || isAdmin({ roles: mine }) || wanted.some((role) => mine.includes(role));
}

/** @param {Scope} scope @param {import('@plinth/plugin').SelectInput} select */
function checkSelect(scope, select) {
  if ('choices' in select || 'may' in select || 'expression' in select || 'rows' in select) return;
  if (!('aggregate' in select)) {
    fieldAt(scope, select.field);
    return;
  }
  const { catalog, found } = scope.compilation;
  const table = scope.table;
  const related = table && relatedTable(scope, select.relation);
  if (!table || !related) {
    throw new AppError(
      'RELATION_NOT_FOUND',
      phrase`${table?.label ?? 'A page'} has no child rows "${select.relation}"`,
      {
        status: 422,
        hint: 'Choose a relation field of another table that points to this table',
      },
    );
  }
  found.reads.add(related);
  const inner = { ...scope, table: catalog.table(related) };
  if (select.field) fieldAt(inner, select.field);
  noteFilter(inner, select.where);
}

/** Users who may not read the relation don't see the element. @param {Scope} scope @param {string} relation */
function noteRelation({ compilation: { catalog }, table, readers }, relation) {
  const [first, second] = relation.split('.');
  if (second === undefined)
    readers.push(...readersAt(catalog, /** @type {NonNullable<Scope['table']>} */ (table), first));
  else if (catalog.hasTable(first)) readers.push(...readersAt(catalog, catalog.table(first), second));
}

/**
 * The table of a child relation, or of a many-to-many field of this table.
 *
 * @param {Scope} scope
 * @param {string} relation
 */
function relatedTable(scope, relation) {
  const table = /** @type {NonNullable<Scope['table']>} */ (scope.table);
  noteRelation(scope, relation);
  if (!relation.includes('.')) return table.hasField(relation) ? table.field(relation).target : null;
  const children = scope.compilation.catalog.children(table.name);
  return children.find((child) => `${child.table.name}.${child.field.name}` === relation)?.table.name ?? null;
}
