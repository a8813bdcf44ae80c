// What can be inserted, by group, with a search over all of it.

/** @import { Node } from '../../model/tree.js' */

/**
 * nodes: new ones, whose ids are replaced when they are placed.
 *
 * @typedef {{ label: string, hint: string, icon: string, words: string, nodes: Node[] }} Item
 * @typedef {{ name: string, label: string, items: Item[] }} Group
 */

/**
 * The groups with the items that have every word of a search in their names; those whose name starts with it come first.
 *
 * @param {readonly Group[]} groups @param {string} search @returns {Group[]}
 */
export function searched(groups, search) {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (!words.length) return groups.filter(({ items }) => items.length > 0);
  const rank = (/** @type {Item} */ { label }) => (fold(label).startsWith(words[0]) ? 0 : 1);
  return groups.flatMap((group) => {
    const names = (/** @type {Item} */ item) => fold(`${item.label} ${item.hint} ${item.words} ${group.label}`);
    const items = group.items.filter((item) => words.every((word) => names(item).includes(word)));
    return items.length ? [{ ...group, items: items.toSorted((one, other) => rank(one) - rank(other)) }] : [];
  });
}

/** Without case and accents. @param {string} text */
const fold = (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * The palette in its panel.
 *
 * @param {HTMLElement} panel @param {readonly Group[]} groups
 * @param {{ texts: { search: string, none: string }, more: { label: string, help: string } | null, onInsert: (item: Item) => void, onPress: (event: PointerEvent, item: Item) => void }} options
 */
export function createPalette(panel, groups, { texts, more, onInsert, onPress }) {
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
    list.replaceChildren(...found.map((group) => groupElement(group, items)));
    if (!found.length)
      list.append(Object.assign(document.createElement('p'), { className: 'bld-hint', textContent: texts.none }));
    if (more) list.append(newViewLink(more));
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
  search.addEventListener('input', draw);
  draw();
  return { focus: () => search.focus(), draw };
}

/** Opens a new tab; a view made there is offered here at once. @param {{ label: string, help: string }} texts */
function newViewLink({ label, help }) {
  const link = Object.assign(document.createElement('a'), { href: '/admin/views/new', target: '_blank' });
  Object.assign(link, { className: 'btn btn-sm', textContent: label });
  const words = Object.assign(document.createElement('p'), { className: 'bld-hint', textContent: help });
  const section = Object.assign(document.createElement('section'), { className: 'bld-palette-more' });
  section.append(words, link);
  return section;
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
