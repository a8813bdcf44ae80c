// Tabs made of radio buttons work by themselves; this keeps the open tab in the URL for links and the back button, and
// puts the names in one scrolling line if they would wrap.
let chosen = location.hash;
open(document.getElementById(chosen.slice(1)));
arrangeAll();

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement && target.matches('.pl-tab-choice'))) return;
  chosen = `#${target.id}`;
  history.replaceState(history.state, '', chosen);
  // Nested tabs can be measured now that their panel is open.
  arrangeAll();
});
// A panel may be opened without the radio's change event.
document.addEventListener('pl:tab', arrangeAll);
addEventListener('resize', arrangeAll);

// A swapped view changes the URL and may contain tabs.
document.addEventListener('htmx:after:swap', arrangeAll);
document.addEventListener('htmx:after:history:update', () => {
  const isThere = document.getElementById(chosen.slice(1))?.matches('.pl-tab-choice:checked');
  if (isThere && !location.hash) history.replaceState(history.state, '', chosen);
});

/** Opens a tab, or the tabs that contain an element. @param {Element | null} element */
function open(element) {
  if (element instanceof HTMLInputElement && element.matches('.pl-tab-choice')) element.checked = true;
  for (let panel = element?.closest('.pl-tab-panel'); panel; panel = panel.parentElement?.closest('.pl-tab-panel')) {
    const before = panel.previousElementSibling;
    const choice = before instanceof HTMLLabelElement ? before.previousElementSibling : before;
    if (choice instanceof HTMLInputElement) choice.checked = true;
  }
}

/** @param {Element} tabs */
function choicesOf(tabs) {
  return /** @type {HTMLInputElement[]} */ ([...tabs.querySelectorAll(':scope > .pl-tab-choice')]);
}

function arrangeAll() {
  for (const tabs of document.querySelectorAll('.pl-tabs')) {
    const strip = tabs.querySelector(':scope > .pl-tab-strip') ?? makeStrip(tabs);
    if (strip) markOpen(tabs, strip);
  }
}

/**
 * Moves the names into a line of their own if they would wrap; each still belongs to its radio button.
 *
 * @param {Element} tabs @returns {Element | null}
 */
function makeStrip(tabs) {
  const labels = /** @type {HTMLElement[]} */ ([...tabs.querySelectorAll(':scope > .pl-tab')]);
  if (labels.every((label) => label.offsetTop === labels[0].offsetTop)) return null;
  // Not a div, since the first div is the first panel.
  const strip = document.createElement('span');
  strip.className = 'pl-tab-strip';
  tabs.prepend(strip);
  strip.append(...labels);
  return strip;
}

/** @param {Element} tabs @param {Element} strip */
function markOpen(tabs, strip) {
  const open = choicesOf(tabs).find((choice) => choice.checked);
  for (const label of /** @type {NodeListOf<HTMLLabelElement>} */ (strip.querySelectorAll('.pl-tab'))) {
    const isOpen = label.htmlFor === open?.id;
    if (isOpen && !label.classList.contains('active')) bringIntoView(label, strip);
    label.classList.toggle('active', isOpen);
  }
}

/** Scrolls only horizontally, not the page. @param {HTMLElement} label @param {Element} strip */
function bringIntoView(label, strip) {
  const [inner, outer] = [label.getBoundingClientRect(), strip.getBoundingClientRect()];
  strip.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
