// Selecting rows of a list: how many there are, all of a page, ranges with Shift, the arrows. What is done with them is a
// form, which works without this.
const BOX = '.pl-sel input[name=id]';

/** The box that a range starts from, by table. @type {WeakMap<Element, HTMLInputElement>} */
const anchors = new WeakMap();
/** Whether Shift is held, which the click that a key makes does not say. */
let shift = false;

/** @param {EventTarget | null} target @returns {HTMLInputElement | null} */
const boxAt = (target) => (target instanceof HTMLInputElement && target.matches(BOX) ? target : null);

/** @param {Element} within @returns {HTMLInputElement[]} */
const boxesIn = (within) => [.../** @type {NodeListOf<HTMLInputElement>} */ (within.querySelectorAll(BOX))];

/** @param {Element | null | undefined} table */
function count(table) {
  if (!table) return;
  const boxes = boxesIn(table);
  const chosen = boxes.filter(({ checked }) => checked).length;
  const all = /** @type {HTMLInputElement | null} */ (table.querySelector('[data-pl-all]'));
  if (all) {
    all.checked = chosen > 0 && chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
  }
  const form = boxes[0]?.form;
  if (!form) return;
  void beyond(form, table, chosen === boxes.length ? chosen : 0);
  say(form, chosen);
}

/** How many are selected. @param {HTMLFormElement} form @param {number} chosen of the page */
function say(form, chosen) {
  const all = /** @type {HTMLInputElement | null} */ (form.elements.namedItem('all'));
  const number = all ? Number(all.value) : chosen;
  const output = form.querySelector('output');
  const text = (output?.dataset.text ?? '').replace('{count}', number.toLocaleString(document.documentElement.lang));
  if (output && output.textContent !== text) output.textContent = text;
}

/**
 * Offers the rows beyond the page once all of it is selected.
 *
 * @param {HTMLFormElement} form @param {Element} table @param {number} whole rows of a page that is selected as a whole
 */
async function beyond(form, table, whole) {
  if (!whole) {
    form.querySelector('[data-pl-found]')?.remove();
    return;
  }
  if (!form.closest('.pl-view')?.querySelector('.pl-list-foot a') && !table.querySelector('.pl-group')) return;
  const { offerAll } = await import('./list-select-all.js');
  await offerAll(form, whole, () => say(form, whole));
}

function countAll() {
  for (const head of document.querySelectorAll('th.pl-sel')) count(head.closest('table'));
}

/** All boxes from the anchor to this one become like this one. @param {HTMLInputElement} box @param {Element} table */
function range(box, table) {
  const boxes = boxesIn(table);
  const from = boxes.indexOf(/** @type {HTMLInputElement} */ (anchors.get(table)));
  const to = boxes.indexOf(box);
  if (from < 0) return;
  for (const one of boxes.slice(Math.min(from, to), Math.max(from, to) + 1)) one.checked = box.checked;
}

document.addEventListener('change', ({ target }) => {
  const input = target instanceof HTMLInputElement && target.matches('.pl-sel input') ? target : null;
  const table = input?.closest('table');
  if (!input || !table) return;
  if (boxAt(input)) {
    if (shift) range(input, table);
    anchors.set(table, input);
  } else for (const box of boxesIn(table)) box.checked = input.checked;
  // Rows can be deleted now.
  void loadQuestion();
  count(table);
});

for (const kind of ['keydown', 'keyup', 'pointerdown', 'click'])
  addEventListener(
    kind,
    (event) => {
      // Of clicks, only those that scripts make.
      if (kind !== 'click' || !event.isTrusted) shift = /** @type {KeyboardEvent} */ (event).shiftKey;
    },
    true,
  );

document.addEventListener('keydown', (event) => {
  const box = boxAt(event.target);
  const table = box?.closest('table');
  if (!box || !table || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step) {
    event.preventDefault();
    const boxes = boxesIn(table);
    const next = boxes[boxes.indexOf(box) + step];
    next?.focus();
    if (!next || !event.shiftKey) return;
    next.checked = box.checked = true;
    anchors.set(table, next);
    count(table);
  } else if (event.key === 'Escape') box.form?.reset();
});

// A press on a label with Shift would select text.
document.addEventListener('mousedown', (event) => {
  if (event.shiftKey && /** @type {Element} */ (event.target).closest('td.pl-sel')) event.preventDefault();
});

// Beside the box is not a click on the row, which would open it.
document.addEventListener(
  'click',
  (event) => {
    const cell = event.target instanceof Element && event.target.matches('td.pl-sel') ? event.target : null;
    if (!cell) return;
    event.preventDefault();
    cell.querySelector('input')?.click();
  },
  true,
);

document.addEventListener('reset', ({ target }) => {
  if (target instanceof Element && target.matches('.pl-bulk')) setTimeout(countAll);
});

for (const kind of ['htmx:after:swap', 'pl:rows']) document.addEventListener(kind, countAll);
addEventListener('pageshow', countAll);
countAll();

// --- asking before rows are deleted
let asks = false;
const loadQuestion = () => import('../deleting.js').then(() => (asks = true));
document.addEventListener(
  'submit',
  (event) => {
    const { target } = event;
    const submitter = /** @type {HTMLButtonElement | null} */ (event.submitter);
    // The module may have come with a row in a panel, and have asked already: then the button posts.
    if (asks || submitter?.dataset.plDelete === undefined || submitter.formMethod === 'post') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void loadQuestion().then(() => /** @type {HTMLFormElement} */ (target).requestSubmit(submitter));
  },
  true,
);

// --- setting a field, in a dialog instead of on a page of its own
document.addEventListener('submit', async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const button = event.submitter;
  if (button?.dataset.plChange === undefined) return;
  event.preventDefault();
  const url = new URL(button.getAttribute('formaction') ?? '', location.href);
  for (const [name, value] of new FormData(form)) url.searchParams.append(name, String(value));
  const { openChange } = await import('./list-change.js');
  await openChange(url);
});
