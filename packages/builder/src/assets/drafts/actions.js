// Actions on the selection, for keys, the toolbar and the command palette.
import { clipboardText, readClipboard } from './clipboard.js';
import { resizeColumns } from '../../model/columns.js';
import { duplicateNodes, insertNodes, moveNodes, removeNodes, unwrapNode, wrapNodes } from '../../model/document.js';
import { withNewIds } from '../../model/ids.js';
import { nextSelected, placeBeside, placeNear } from '../../model/places.js';
import { findNode, movable, nodesOf, pathTo } from '../../model/tree.js';

/** @import { Editor } from './editor.js' */
/** @import { Direction } from '../../model/places.js' */
/** @import { Node } from '../../model/tree.js' */

/** @typedef {ReturnType<typeof createActions>} Actions */

/** Messages that say why nothing happened: those are shown as well. */
const isProblem = (/** @type {string} */ key) => /^(no|cannot|paste\.)/.test(key);

/**
 * @param {Editor} editor @param {(text: string, isProblem?: boolean) => void} announce
 */
export function createActions(editor, announce) {
  const say = (/** @type {string} */ key, /** @type {Record<string, string | number>} */ values = {}) =>
    announce(editor.text(key, values), isProblem(key));
  const name = () =>
    editor.selected.length > 1
      ? editor.text('elements', { count: editor.selected.length })
      : editor.nameOf(editor.node);
  return {
    ...selecting(editor),
    ...changing(editor, say, name),
    ...onClipboard(editor, say, name),
    /** @param {readonly Node[]} nodes new ones, as the palette has them @returns {void} */
    insert(nodes) {
      const made = nodes.map(withNewIds);
      if (!insertNear(editor, made, editor.text('insert'))) {
        const whole = wholeOf(editor, nodes);
        return whole ? this.insert(whole) : say('noPlace', { name: editor.nameOf(nodes[0]) });
      }
      const parent = findNode(editor.draft, made[0].id)?.parent;
      say('inserted', { name: editor.nameOf(made[0]), parent: editor.nameOf(parent) });
    },
    undo() {
      const label = editor.undo();
      say(label === null ? 'nothingToUndo' : 'undone', { name: label ?? '' });
    },
    redo() {
      const label = editor.redo();
      say(label === null ? 'nothingToRedo' : 'redone', { name: label ?? '' });
    },
  };
}

/**
 * A part that can't be placed alone, such as a section, comes with its whole: an accordion.
 *
 * @param {Editor} editor @param {readonly Node[]} nodes @returns {Node[] | null}
 */
function wholeOf(editor, nodes) {
  const [container] = nodes.length === 1 ? (editor.elements.get(nodes[0].type)?.onlyIn ?? []) : [];
  const items = editor.state.palette.flatMap((group) => group.items);
  return items.find((item) => item.nodes[0]?.type === container)?.nodes ?? null;
}

/**
 * Puts new nodes near the selection, and selects them.
 *
 * @param {Editor} editor @param {readonly Node[]} nodes @param {string} label of the step
 * @returns {boolean} false: there is no place for them
 */
function insertNear(editor, nodes, label) {
  const types = nodes.map(({ type }) => type);
  const place = placeNear(editor.draft, editor.selected.at(-1) ?? null, types, editor.accepts);
  if (place) editor.change(insertNodes(editor.draft, nodes, place), { label, select: nodes.map(({ id }) => id) });
  return place !== null;
}

/** @param {Editor} editor */
function selecting(editor) {
  const select = (/** @type {Node | null | undefined} */ node) => {
    if (node) editor.select([node.id]);
    return Boolean(node);
  };
  const roots = () => Object.values(editor.draft.layouts);
  return {
    parent: () => select(findNode(editor.draft, editor.selected[0])?.parent),
    child: () => select(editor.node ? editor.node.children?.[0] : roots()[0]),
    /** @param {1 | -1} step */
    sibling(step) {
      const found = findNode(editor.draft, editor.selected.at(step > 0 ? -1 : 0));
      if (!found) return select(roots()[0]);
      const siblings = found.parent ? (found.parent.children ?? []) : roots();
      return select(siblings[siblings.findIndex(({ id }) => id === found.node.id) + step]);
    },
    /** Adds the next sibling to the selection. @param {1 | -1} step */
    extend(step) {
      const found = findNode(editor.draft, editor.selected.at(step > 0 ? -1 : 0));
      const next = found?.parent?.children?.[found.index + step];
      if (next) editor.select(step > 0 ? [...editor.selected, next.id] : [next.id, ...editor.selected]);
      return Boolean(next);
    },
    /** All siblings. */
    all() {
      const found = findNode(editor.draft, editor.selected[0]);
      const siblings = found?.parent?.children ?? roots()[0]?.children ?? [];
      editor.select(siblings.map(({ id }) => id));
    },
    none: () => editor.select([]),
    /** The next line of the outline. @param {1 | -1} step */
    line(step) {
      const all = [...nodesOf(editor.draft)].map(({ node }) => node);
      const at = all.findIndex(({ id }) => id === editor.selected[0]);
      return select(at < 0 ? all[0] : all[at + step]);
    },
    path: () => (editor.selected.length === 1 ? pathTo(editor.draft, editor.selected[0]) : []),
  };
}

/**
 * @param {Editor} editor @param {(key: string, values?: Record<string, string | number>) => void} say @param {() => string} name
 */
function changing(editor, say, name) {
  return {
    /** @param {Direction} direction */
    move(direction) {
      if (editor.selected.length === 0) return;
      const place = placeBeside(editor.draft, editor.selected, direction, editor.accepts);
      if (!place) return say('cannotMove', { name: name() });
      const next = moveNodes(editor.draft, editor.selected, place);
      editor.change(next, { label: editor.text('move') });
      const found = findNode(next, editor.selected[0]);
      const count = found?.parent?.children?.length ?? 0;
      say('movedTo', { name: name(), parent: editor.nameOf(found?.parent), index: (found?.index ?? 0) + 1, count });
    },
    remove() {
      const { draft, selected } = editor;
      if (!movable(draft, selected).length) return say(selected.length ? 'cannotRemove' : 'nothingSelected');
      const next = nextSelected(draft, selected);
      const gone = name();
      editor.change(removeNodes(draft, selected), { label: editor.text('remove'), select: next ? [next] : [] });
      say('removed', { name: gone });
    },
    duplicate() {
      const { draft, ids } = duplicateNodes(editor.draft, editor.selected);
      if (!ids.length) return say('nothingSelected');
      editor.change(draft, { label: editor.text('duplicate'), select: ids });
      say('duplicated', { name: name() });
    },
    /** @param {string} type of the container */
    wrap(type) {
      const element = editor.elements.get(type);
      if (!element) return;
      const { children: parts, ...own } = element.fresh;
      const [part] = parts ?? [];
      const wrapper = { ...own, ...withNewIds({ ...own }), children: [] };
      const wrapped = wrapNodes(editor.draft, editor.selected, {
        wrapper,
        part: part ? { ...part, children: [] } : null,
        accepts: editor.accepts,
      });
      if (!wrapped) return say('cannotWrap', { name: name(), parent: element.label });
      editor.change(wrapped.draft, { label: editor.text('wrap'), select: [wrapped.id] });
      say('wrapped', { parent: element.label });
    },
    canUnwrap: () => unwrapNode(editor.draft, editor.selected[0] ?? '', editor.accepts) !== null,
    unwrap() {
      const unwrapped = unwrapNode(editor.draft, editor.selected[0] ?? '', editor.accepts);
      if (!unwrapped) return say('cannotUnwrap', { name: name() });
      const gone = name();
      editor.change(unwrapped.draft, { label: editor.text('unwrap'), select: unwrapped.ids });
      say('unwrapped', { name: gone });
    },
    /** Makes the selected column wider or narrower than its neighbour. @param {1 | -1} by twelfths */
    resize(by) {
      const width = resizeColumn(editor, by);
      if (width === null) say('notAColumn');
      else say('resized', { name: name(), width });
    },
  };
}

/**
 * Makes the selected column wider or narrower than its neighbour.
 *
 * @param {Editor} editor @param {1 | -1} by twelfths
 * @returns {number | null} its width now; null: no column with a neighbour is selected
 */
function resizeColumn(editor, by) {
  const found = findNode(editor.draft, editor.selected[0]);
  const siblings = found?.parent?.children ?? [];
  if (found?.node.type !== 'column' || siblings.length < 2) return null;
  const isLast = found.index === siblings.length - 1;
  const [left, right] = isLast ? [siblings[found.index - 1], found.node] : [found.node, siblings[found.index + 1]];
  const free = Math.floor(12 / siblings.length);
  const widths = /** @type {[number, number]} */ ([left, right].map(({ settings }) => settings?.width ?? free));
  const step = { widths, by: isLast ? -by : by, setting: /** @type {const} */ ('width') };
  const next = resizeColumns(editor.draft, { left: left.id, right: right.id }, step);
  editor.change(next, { label: editor.text('resize') });
  return findNode(next, found.node.id)?.node.settings?.width ?? free;
}

/**
 * @param {Editor} editor @param {(key: string, values?: Record<string, string | number>) => void} say @param {() => string} name
 */
function onClipboard(editor, say, name) {
  return {
    /** @returns {string | null} the clipboard's text */
    copy() {
      const found = movable(editor.draft, editor.selected);
      if (!found.length) return null;
      say('copied', { name: name() });
      return clipboardText(found.map(({ node }) => node));
    },
    /** @param {string} text */
    paste(text) {
      const { nodes, problem, name: unknown } = readClipboard(text, (type) => editor.elements.has(type));
      if (!nodes) return say(`paste.${problem}`, { name: unknown });
      if (!insertNear(editor, nodes, editor.text('paste'))) return say('noPlace', { name: editor.nameOf(nodes[0]) });
      say('pasted', { name: name() });
    },
  };
}
