/** @import { Node, Values } from '@plinth/plugin' */
/** @import { WordContext } from './value-words.js' */
import { LAYOUT_SIZES, NODE_AT, walkLayout } from '@plinth/plugin';
import { isDeepStrictEqual } from 'node:util';
import { nodeHint } from '../layout/tree.js';
import { movedOf } from './order.js';
import { settingsWords } from './settings-words.js';

/** @typedef {Map<string, { node: Node, parent: Node | null }>} Places nodes by their id */

/**
 * What changed in a layout, a sentence each: Heading “Open issues” moved into Card.
 *
 * @param {Node} before @param {Node} after @param {WordContext} context
 * @returns {string[]}
 */
export function layoutWords(before, after, context) {
  const { t } = context;
  const [old, now] = [placesOf(before), placesOf(after)];
  const name = (/** @type {Node} */ node, /** @type {Node} */ root) => nodeName(node, root, context);
  /** Parts of what was added or removed as a whole are not told. @param {Places} places @param {Places} others */
  const outermost = (places, others) =>
    [...places.values()].filter(({ node, parent }) => !others.has(node.id) && (!parent || others.has(parent.id)));
  return [
    ...outermost(old, now).map(({ node }) => t('admin.words.removed', { name: name(node, before) })),
    ...outermost(now, old).map(({ node, parent }) =>
      parent && parent !== after
        ? t('admin.words.addedTo', { name: name(node, after), where: name(parent, after) })
        : t('admin.words.added', { name: name(node, after) }),
    ),
    ...[...now.values()].flatMap(({ node, parent }) => {
      const was = old.get(node.id);
      if (!was) return [];
      const what = name(node, after);
      const isElsewhere = was.parent?.id !== parent?.id && parent;
      return [
        ...(isElsewhere ? [movedInto(what, parent, after, context)] : []),
        ...nodeWords(was.node, node, what, context),
        ...siblingWords(was.node, node, { root: after, context }),
      ];
    }),
  ];
}

/** @param {string} what @param {Node} parent @param {Node} root @param {WordContext} context */
function movedInto(what, parent, root, context) {
  return parent === root
    ? context.t('admin.words.movedOut', { name: what })
    : context.t('admin.words.movedInto', { name: what, where: nodeName(parent, root, context) });
}

/** @param {Node} root @returns {Places} */
function placesOf(root) {
  /** @type {Places} */
  const places = new Map();
  walkLayout(root, (node, parent) => places.set(node.id, { node, parent }));
  return places;
}

/** Heading “Open issues” @param {Node} node @param {Node} root @param {WordContext} context */
export function nodeName(node, root, { registry, catalog, t, table }) {
  const kind = registry.has('element', node.type) ? t(registry.element(node.type).label) : node.type;
  const hint = t(nodeHint(registry, node, catalog, { root, table }));
  return hint ? t('admin.words.named', { kind, name: hint }) : kind;
}

/** Settings, and who sees it. @param {Node} old @param {Node} node @param {string} what @param {WordContext} context */
function nodeWords(old, node, what, context) {
  const { t, registry, catalog } = context;
  const schema = registry.has('element', node.type) ? registry.element(node.type).settings : [];
  const words = settingsWords(schema, old.settings ?? {}, node.settings ?? {}, context, what);
  const [rolesBefore, roles] = [old.visible?.roles ?? [], node.visible?.roles ?? []];
  if (!isDeepStrictEqual(rolesBefore, roles)) {
    const labels = roles.map((role) => catalog.roles.find(({ name }) => name === role)?.label || role).join(', ');
    words.push(
      roles.length > 0
        ? t('admin.words.shownTo', { name: what, roles: labels })
        : t('admin.words.shownToAll', { name: what }),
    );
  }
  const when = node.visible?.when ?? '';
  if ((old.visible?.when ?? '') !== when)
    words.push(when ? t('admin.words.shownIf', { name: what, when }) : t('admin.words.shownAlways', { name: what }));
  return [...words, ...atWords(old, node, what, context)];
}

/** How it is laid out on each size of screen. @param {Node} old @param {Node} node @param {string} name @param {WordContext} context */
function atWords(old, node, name, { t }) {
  return LAYOUT_SIZES.filter((size) => !isDeepStrictEqual(old.at?.[size] ?? {}, node.at?.[size] ?? {})).map((size) => {
    const now = /** @type {Values} */ (node.at?.[size] ?? {});
    const told = NODE_AT.filter((one) => now[one.name]).map((one) =>
      now[one.name] === true ? t(`admin.at.${one.name}`) : `${t(`admin.at.${one.name}`)} ${now[one.name]}`,
    );
    return t('admin.words.at', {
      name,
      size: t(`admin.at.${size}`),
      what: told.join(', ') || t('admin.words.atUsual'),
    });
  });
}

/** Children in another order. @param {Node} old @param {Node} node @param {{ root: Node, context: WordContext }} place */
function siblingWords(old, node, { root, context }) {
  const [before, after] = [old.children ?? [], node.children ?? []];
  const ids = after.map(({ id }) => id).filter((id) => before.some((one) => one.id === id));
  const moved = movedOf(
    before.map(({ id }) => id).filter((id) => ids.includes(id)),
    ids,
  );
  return moved.map((id) => {
    const at = after.findIndex((one) => one.id === id);
    const name = nodeName(after[at], root, context);
    return at === 0
      ? context.t('admin.words.movedFirst', { name })
      : context.t('admin.words.movedAfter', { name, other: nodeName(after[at - 1], root, context) });
  });
}
