// Updates a part of the page to match new markup by changing only what differs.

/**
 * Leaves alone what the user is working with: forms with unsaved input, the focused control, and open details. If the
 * focused element is removed, its replacement gets the focus.
 *
 * @param {Element} element @param {Element} next
 */
export function morph(element, next) {
  const focused = /** @type {HTMLInputElement | null} */ (document.activeElement);
  const range = focused && selectionOf(focused);
  const before = stopsIn(element);
  const place = focused ? before.indexOf(focused) : -1;
  change(element, next);
  if (!focused || document.activeElement === focused) return;
  const target = focused.isConnected ? focused : place < 0 ? null : stopAfter(element, before.slice(0, place));
  target?.focus({ preventScroll: true });
  if (range && target === focused) focused.setSelectionRange(...range);
}

/**
 * What now follows the last of some elements that is still there: scripts may have put others further up, which are gone.
 *
 * @param {Element} element @param {HTMLElement[]} earlier
 */
function stopAfter(element, earlier) {
  const stops = stopsIn(element);
  const last = earlier.findLast((stop) => stop.isConnected);
  return stops[last ? stops.indexOf(last) + 1 : 0] ?? stops.at(-1);
}

/** Focusable elements. @param {Element} element @returns {HTMLElement[]} */
const stopsIn = (element) => {
  const stops = element.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]');
  return /** @type {HTMLElement[]} */ ([...stops]);
};

/** @param {Element} element @param {Element} next */
function change(element, next) {
  if (element.isEqualNode(next) || isBusy(element)) return;
  changeAttributes(element, next);
  changeChildren(element, next);
}

/** @param {Element} element */
function isBusy(element) {
  if (element instanceof HTMLFormElement) return [...element.elements].some(isTouched);
  if (isControl(element)) return element === document.activeElement || isTouched(element);
  return element instanceof HTMLDialogElement || element.hasAttribute('contenteditable');
}

/** @param {Element} element @returns {element is HTMLInputElement} */
const isControl = (element) => element.matches('input, select, textarea');

/** @param {Element} element */
function isTouched(element) {
  if (element instanceof HTMLSelectElement) {
    const options = [...element.options];
    if (element.multiple) return options.some((option) => option.selected !== option.defaultSelected);
    return (
      element.selectedIndex !==
      Math.max(
        0,
        options.findLastIndex((option) => option.defaultSelected),
      )
    );
  }
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return false;
  if (element === document.activeElement) return true;
  if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type))
    return element.checked !== element.defaultChecked;
  return element.type !== 'hidden' && element.value !== element.defaultValue;
}

/** @param {Element} element @param {Element} next */
function changeAttributes(element, next) {
  for (const { name, value } of next.attributes)
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  for (const { name } of [...element.attributes])
    if (!next.hasAttribute(name) && !(name === 'open' && element.matches('details'))) element.removeAttribute(name);
}

/** @param {Element} element @param {Element} next */
function changeChildren(element, next) {
  const keyed = new Map([...element.children].flatMap((child) => (keyOf(child) ? [[keyOf(child), child]] : [])));
  const wanted = new Set([...next.children].map(keyOf));
  /** @type {ChildNode | null} */
  let at = element.firstChild;
  for (const child of [...next.childNodes]) {
    const key = keyOf(child);
    // Remove obsolete nodes first, so that the rest need not be moved.
    while (at && keyOf(at) && !wanted.has(keyOf(at))) at = removed(at);
    const same = key ? keyed.get(key) : isLike(at, child) ? at : null;
    if (!same) {
      element.insertBefore(document.importNode(child, true), at);
      continue;
    }
    if (same === at) at = at.nextSibling;
    else move(element, same, at);
    if (same instanceof Element) change(same, /** @type {Element} */ (child));
    else if (same.nodeValue !== child.nodeValue) same.nodeValue = child.nodeValue;
  }
  while (at) at = removed(at);
}

/** @param {ChildNode} node */
function removed(node) {
  const { nextSibling } = node;
  node.remove();
  return nextSibling;
}

/**
 * Moves a node, where browsers can without losing its focus, scroll position or an open list.
 *
 * @param {Node} parent @param {Node} node @param {Node | null} before null: at the end
 */
export function move(parent, node, before) {
  if ('moveBefore' in parent && node.isConnected && parent.isConnected)
    /** @type {any} */ (parent).moveBefore(node, before);
  else parent.insertBefore(node, before);
}

/** The key of a child among its siblings. @param {Node | null} node */
function keyOf(node) {
  if (!(node instanceof Element)) return '';
  const link = node.getAttribute('data-href') ?? node.getAttribute('data-key');
  return node.id || (link ? `${node.tagName} ${link}` : '');
}

/** @param {Node | null} node @param {Node} other */
function isLike(node, other) {
  return node?.nodeName === other.nodeName && !keyOf(node);
}

/** @param {HTMLInputElement} element @returns {[number, number] | null} */
function selectionOf(element) {
  try {
    const { selectionStart: start, selectionEnd: end } = element;
    return typeof start === 'number' && typeof end === 'number' ? [start, end] : null;
  } catch {
    return null;
  }
}
