// What can be inserted, by group, with a search over all of it.

/** @import { Node } from '../../model/tree.js' */

/**
 * nodes: new ones, whose ids are replaced when they are placed; make: a kind of view to be made instead, of a table that is
 * asked for.
 *
 * @typedef {{ label: string, hint: string, icon: string, words: string, nodes: Node[], make?: string }} Item
 * @typedef {{ name: string, label: string, items: Item[] }} Group
 */

/** Groups that are always open. */
const FIRST = new Set(['first', 'fields']);

/**
 * The groups with the items that have every word of a search in their names; those whose name starts with it come first.
 *
 * @param {readonly Group[]} groups @param {string} search @returns {Group[]}
 */
export function searched(groups, search) {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (!words.length) return groups.filter(({ items }) => items.length > 0);
  const rank = (/** @type {Item} */ { label }) => (fold(label).startsWith(words[0]) ? 0 : 1);
  /** What comes first stands in its own group as well. */
  const seen = new Set();
  return groups.flatMap((group) => {
    const names = (/** @type {Item} */ item) => fold(`${item.label} ${item.hint} ${item.words} ${group.label}`);
    const items = group.items.filter(
      (item) => !seen.has(keyOf(item)) && words.every((word) => names(item).includes(word)),
    );
    for (const item of items) seen.add(keyOf(item));
    return items.length ? [{ ...group, items: items.toSorted((one, other) => rank(one) - rank(other)) }] : [];
  });
}

/** @param {Item} item */
const keyOf = ({ label, hint, make, nodes }) => JSON.stringify([label, hint, make, nodes[0]?.type]);

/** Without case and accents. @param {string} text */
export const fold = (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * The palette in its panel.
 *
 * @param {HTMLElement} panel @param {readonly Group[]} groups
 * @param {{ texts: { search: string, none: string, more: string }, onInsert: (item: Item) => void, onPress: (event: PointerEvent, item: Item) => void }} options
 */
export function createPalette(panel, groups, { texts, onInsert, onPress }) {
  const search = Object.assign(document.createElement('input'), {
    type: 'search',
    className: 'form-control bld-search',
    placeholder: texts.search,
  });
  search.setAttribute('aria-label', texts.search);
  const list = Object.assign(document.createElement('div'), { className: 'bld-palette' });
  panel.replaceChildren(search, list);
  /** @type {Map<Element, Item>} */
  const items = new Map();
  const draw = () => {
    const focused = list.contains(document.activeElement) ? document.activeElement?.textContent : null;
    items.clear();
    const found = searched(groups, search.value);
    // Without a search, what people want first: the rest is one click away.
    const isFirst = (/** @type {Group} */ { name }) => FIRST.has(name) || search.value.trim() !== '';
    const hasMore = found.some(isFirst) && !found.every(isFirst);
    list.replaceChildren(...(hasMore ? found.filter(isFirst) : found).map((group) => groupElement(group, items)));
    if (hasMore)
      list.append(moreElement(found.filter((group) => !isFirst(group)).map((group) => groupElement(group, items))));
    if (!found.length)
      list.append(Object.assign(document.createElement('p'), { className: 'bld-hint', textContent: texts.none }));
    // Its button is another one now.
    const again = focused ? [...items.keys()].find((one) => one.textContent === focused) : null;
    /** @type {HTMLElement | null | undefined} */ (again)?.focus();
  };
  const itemAt = (/** @type {Event} */ { target }) =>
    items.get(/** @type {Element} */ (/** @type {Element} */ (target).closest('.bld-item')));
  list.addEventListener('click', (event) => {
    const item = itemAt(event);
    if (item) onInsert(item);
  });
  list.addEventListener('pointerdown', (event) => {
    const item = event.button === 0 ? itemAt(event) : null;
    if (item) onPress(event, item);
  });
  list.addEventListener('dragstart', (event) => event.preventDefault());
  /** Whether it stays open, however often the palette is drawn. */
  let isOpen = false;
  /** @param {readonly HTMLElement[]} sections */
  function moreElement(sections) {
    const more = Object.assign(document.createElement('details'), { className: 'bld-palette-more', open: isOpen });
    more.append(Object.assign(document.createElement('summary'), { textContent: texts.more }), ...sections);
    more.addEventListener('toggle', () => (isOpen = more.open));
    return more;
  }
  search.addEventListener('input', draw);
  draw();
  return { focus: () => search.focus(), draw };
}

/** @param {Group} group @param {Map<Element, Item>} items */
function groupElement({ label, items: own }, items) {
  const heading = Object.assign(document.createElement('h2'), { className: 'bld-group', textContent: label });
  const list = Object.assign(document.createElement('div'), { className: 'bld-items' });
  const section = document.createElement('section');
  for (const item of own) {
    const button = itemElement(item);
    items.set(button, item);
    list.append(button);
  }
  section.append(heading, list);
  return section;
}

/** @param {Item} item */
export function itemElement({ label, hint, icon }) {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'bld-item' });
  // The server's own icon.
  button.innerHTML = icon;
  button.append(Object.assign(document.createElement('span'), { textContent: label }));
  if (hint) button.append(Object.assign(document.createElement('small'), { textContent: hint }));
  return button;
}
