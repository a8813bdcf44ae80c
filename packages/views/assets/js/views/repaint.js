// Puts a form that the server has printed anew in the place of the one on the page, and takes nothing from whoever works in
// it: the focused control stays the very same element with its selection and what is open of it, entries that are still empty
// stay, and so do folds and the scroll position. Whoever prints a form dispatches pl:repaint with its markup; htmx swaps into
// [data-pl-repaints] come here by themselves. What was typed while the form was on its way is the caller's matter.
import { move } from '@plinth/plugin/browser/morph';
import { foldOf, renumber } from './setting-entries.js';
import { pairsOf } from './setting-pairs.js';

/** @import { Pairs } from './setting-pairs.js' */

const TOOLS = [
  'summary',
  '[data-pl-add]',
  '[data-pl-move="-1"]',
  '[data-pl-move="1"]',
  '[data-pl-remove]',
  '[data-pl-duplicate]',
];
/** Attributes of a control that scripts and people set. */
const OWN = ['class', 'style', 'tabindex', 'aria-hidden', 'value', 'checked', 'placeholder'];

document.addEventListener('pl:repaint', (event) => {
  const { html, isNew = false } = /** @type {CustomEvent} */ (event).detail;
  const template = document.createElement('template');
  // Safe: the server's own form, with all values escaped.
  template.innerHTML = html;
  event.preventDefault();
  repaint(/** @type {HTMLElement} */ (event.target), template.content, isNew);
});

// On the window, after everybody who may refuse the answer.
addEventListener('htmx:before:swap', (/** @type {any} */ event) => {
  const { ctx, tasks } = event.detail;
  const { target, fragment } = tasks.find((/** @type {any} */ { type }) => type === 'main') ?? {};
  const next = fragment?.firstElementChild;
  if (event.defaultPrevented || !target?.matches?.('[data-pl-repaints]') || next?.id !== target.id) return;
  event.preventDefault();
  repaint(target, next, false);
  globalThis.htmx?.process(target);
  document.dispatchEvent(new CustomEvent('htmx:after:swap', { detail: { ctx } }));
});

/**
 * @param {HTMLElement} root @param {ParentNode} next with what it is to contain
 * @param {boolean} isNew whether its values are others than those that were sent, such as after an undo
 */
function repaint(root, next, isNew) {
  const active = /** @type {HTMLElement} */ (document.activeElement);
  const focused = root.contains(active) && root !== active ? active : null;
  const selection = focused && selectionOf(focused);
  const scrolled = scrollsAround(root);
  const before = [...root.childNodes];
  const added = [...document.importNode(/** @type {Node} */ (next), true).childNodes];
  root.append(...added);
  // Removes the empty entries that only a browser without scripts needs.
  document.dispatchEvent(new Event('pl:settings'));
  const [from, to] = [before, added].map((nodes) => nodes.filter((node) => node instanceof HTMLElement));
  const pairs = pairsOf(from, to);
  openAsBefore(from, to, pairs);
  for (const { entry, list, after } of pairs.blanks.toReversed())
    move(
      list,
      entry,
      after ? after.nextSibling : list.querySelector(':scope > [data-pl-entry], :scope > [data-pl-add]'),
    );
  const target = focused && targetOf(focused, to, pairs, isNew);
  for (const node of before) node.remove();
  for (const list of root.querySelectorAll('[data-pl-entries]')) renumber(/** @type {HTMLElement} */ (list));
  document.dispatchEvent(new Event('pl:settings'));
  if (target && target !== document.activeElement) {
    target.focus({ preventScroll: true });
    if (selection && 'setSelectionRange' in target) /** @type {any} */ (target).setSelectionRange(...selection);
  }
  for (const [element, top, left] of scrolled) element.scrollTo({ top, left, behavior: 'instant' });
}

/** @param {HTMLElement} root @returns {[Element, number, number][]} */
function scrollsAround(root) {
  /** @type {[Element, number, number][]} */
  const found = [];
  for (let at = /** @type {Element | null} */ (root); at; at = at.parentElement)
    found.push([at, at.scrollTop, at.scrollLeft]);
  return found;
}

/** @param {HTMLElement} element @returns {[number, number] | null} */
function selectionOf(element) {
  const { selectionStart: start, selectionEnd: end } = /** @type {HTMLInputElement} */ (element);
  return typeof start === 'number' && typeof end === 'number' ? [start, end] : null;
}

/** @param {readonly HTMLElement[]} roots @param {string} selector @returns {HTMLElement[]} */
const all = (roots, selector) =>
  roots.flatMap((root) => [
    ...(root.matches(selector) ? [root] : []),
    .../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector)),
  ]);

/** @param {HTMLElement[]} from @param {HTMLElement[]} to @param {Pairs} pairs */
function openAsBefore(from, to, pairs) {
  for (const [mine, theirs] of pairs.entries) {
    const fold = foldOf(theirs);
    // One that has just been added has no fold yet.
    if (fold) fold.open = foldOf(mine)?.open ?? true;
  }
  const others = (/** @type {HTMLElement[]} */ roots, /** @type {(name: string) => string} */ nameOf) =>
    all(roots, 'details:not(.pl-entry-fold)').map((details) => {
      const scope = /** @type {HTMLElement | null} */ (details.closest('[data-pl-entry]'))?.dataset.plEntry ?? '';
      const key = `${nameOf(scope)} ${details.querySelector('summary')?.textContent}`;
      return { key, details: /** @type {HTMLDetailsElement} */ (details) };
    });
  const known = new Map(others(from, pairs.nameOf).map(({ key, details }) => [key, details.open]));
  for (const { key, details } of others(to, (name) => name)) details.open = known.get(key) ?? details.open;
}

/**
 * What has the focus afterwards: the same element, if its control is still of the same kind.
 *
 * @param {HTMLElement} focused @param {HTMLElement[]} to @param {Pairs} pairs @param {boolean} isNew
 * @returns {HTMLElement | null}
 */
function targetOf(focused, to, pairs, isNew) {
  // In an entry that is still empty, and has moved along.
  if (to.some((root) => root.contains(focused))) return focused;
  const control = /** @type {HTMLInputElement | null} */ (controlOf(focused));
  if (control?.name) {
    const named = /** @type {HTMLInputElement[]} */ (
      all(to, `[name="${CSS.escape(pairs.nameOf(control.name))}"]:not([type=hidden])`)
    );
    const same = named.find(({ value }) => value === control.value);
    const theirs = /^(radio|checkbox)$/.test(control.type) && same ? same : named[0];
    if (!theirs || control !== focused || !isSameKind(control, theirs)) return theirs ?? null;
    adopt(control, theirs, isNew);
    return control;
  }
  const tool = TOOLS.find((one) => focused.matches(one));
  const place = /** @type {HTMLElement | null} */ (focused.closest('[data-pl-entry], [data-pl-entries]'));
  const name = pairs.nameOf(place?.dataset.plEntry ?? place?.dataset.plEntries ?? '');
  const [scope] = name ? all(to, `[data-pl-entry="${CSS.escape(name)}"], [data-pl-entries="${CSS.escape(name)}"]`) : [];
  if (scope && tool) return scope.querySelector(tool);
  if (focused.id) return all(to, `#${CSS.escape(focused.id)}`)[0] ?? null;
  const { name: button, value } = /** @type {HTMLButtonElement} */ (focused);
  return (button && all(to, `button[name="${CSS.escape(button)}"][value="${CSS.escape(value)}"]`)[0]) || null;
}

/** The control itself, or the one that a script has put the element beside. @param {HTMLElement} element */
function controlOf(element) {
  const extra = element.closest('[data-pl-extra]');
  if (!extra) return element.matches('input, select, textarea') ? element : null;
  let at = /** @type {Element | null} */ (extra.previousElementSibling);
  while (at?.matches('[data-pl-extra]')) at = at.previousElementSibling;
  return at;
}

/** @param {HTMLInputElement} mine @param {HTMLInputElement} theirs */
function isSameKind(mine, theirs) {
  if (mine.tagName !== theirs.tagName || mine.type !== theirs.type) return false;
  const optionsOf = (/** @type {any} */ { options = [] }) =>
    JSON.stringify([...options].map(({ value, text }) => [value, text]));
  return optionsOf(mine) === optionsOf(theirs);
}

/**
 * Puts the control on the page into the place of a new one, with what scripts have put beside it.
 *
 * @param {HTMLInputElement} mine @param {HTMLInputElement} theirs @param {boolean} isNew
 */
function adopt(mine, theirs, isNew) {
  /** @type {Element[]} */
  const extras = [];
  let next = /** @type {Element | null} */ (mine.nextElementSibling);
  for (; next?.matches('[data-pl-extra]'); next = next.nextElementSibling) extras.push(next);
  while (theirs.nextElementSibling?.matches('[data-pl-extra]')) theirs.nextElementSibling.remove();
  if (isNew && mine.value !== theirs.value) mine.value = theirs.value;
  for (const { name, value } of [...theirs.attributes]) if (!OWN.includes(name)) mine.setAttribute(name, value);
  for (const { name } of [...mine.attributes])
    if (name.startsWith('aria-') && !OWN.includes(name) && !theirs.hasAttribute(name)) mine.removeAttribute(name);
  const parent = /** @type {Element} */ (theirs.parentElement);
  for (const one of [mine, ...extras]) move(parent, one, theirs);
  theirs.remove();
}
