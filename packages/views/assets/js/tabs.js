// Tabs made of radio buttons work by themselves; this keeps the open one in the address, so that a link or the way
// back finds it again, and puts long names into one line that scrolls where they would take several.
for (const tabs of document.querySelectorAll('.pl-tabs')) {
  const choices = choicesOf(tabs);
  const wanted = choices.find((choice) => `#${choice.id}` === location.hash);
  if (wanted) wanted.checked = true;
  tabs.addEventListener('change', (event) => {
    const choice = /** @type {HTMLInputElement} */ (event.target);
    if (!choices.includes(choice)) return;
    history.replaceState(history.state, '', `#${choice.id}`);
    // Tabs inside of the panel that opens can be measured now.
    arrangeAll();
  });
  // Whoever opens a panel without the radio's own event.
  tabs.addEventListener('pl:tab', arrangeAll);
}
arrangeAll();
addEventListener('resize', arrangeAll);

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
 * The names move into a line of their own where they take more than one; each still belongs to its radio button.
 *
 * @param {Element} tabs @returns {Element | null}
 */
function makeStrip(tabs) {
  const labels = /** @type {HTMLElement[]} */ ([...tabs.querySelectorAll(':scope > .pl-tab')]);
  if (labels.every((label) => label.offsetTop === labels[0].offsetTop)) return null;
  // No div: the first of those is the first panel.
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

/** Only sideways: the page stays where it is. @param {HTMLElement} label @param {Element} strip */
function bringIntoView(label, strip) {
  const [inner, outer] = [label.getBoundingClientRect(), strip.getBoundingClientRect()];
  strip.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
