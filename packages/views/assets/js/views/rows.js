// A click anywhere on a list row opens it, like the link in the row. Text can still be selected, and links, buttons and
// controls work as usual.
const OWN = 'a, button, input, select, textarea, label, summary, [contenteditable]';
/** Cells that are edited where they stand; on phones a row is a card, and opens. */
const EDITED = 'td[data-e], td[data-v]';
const CARDS = '(max-width: 575px)';

/** Where the addresses of the rows that a list shows are kept for the page of one of them. */
export const ROWS = 'pl-rows';

/** The row that a click is meant for. @param {Event} event */
export function rowOf(event) {
  const target = /** @type {Element} */ (event.target);
  const row = /** @type {HTMLElement | null} */ (target.closest('tr[data-href]'));
  return target.closest(OWN) || (target.closest(EDITED) && !matchMedia(CARDS).matches) ? null : row;
}

document.addEventListener('click', (event) => {
  const row = rowOf(event);
  if (!row || event.defaultPrevented || String(getSelection())) return;
  if (event.ctrlKey || event.metaKey) open(row.dataset.href, '_blank', 'noopener');
  else location.assign(row.dataset.href ?? '');
});

// On the window, before a panel opens.
addEventListener(
  'click',
  ({ target }) => {
    const at = /** @type {Element} */ (target);
    const table = at.closest('tr[data-href]')?.closest('table');
    const rows = /** @type {NodeListOf<HTMLElement> | undefined} */ (table?.querySelectorAll('tr[data-href]'));
    if (rows) keepRows([...rows].map(({ dataset }) => dataset.href));
    const place = /** @type {HTMLElement | null} */ (at.closest('[data-pl-panel-links]'));
    const links = place && `a${place.dataset.plPanelLinks}`;
    if (links && at.closest(links))
      keepRows([...place.querySelectorAll(links)].map((link) => link.getAttribute('href') ?? ''));
  },
  true,
);

/** @param {readonly (string | undefined)[]} rows addresses */
const keepRows = (rows) => sessionStorage.setItem(ROWS, JSON.stringify([...new Set(rows)]));

document.addEventListener('auxclick', (event) => {
  const row = rowOf(event);
  if (row && event.button === 1) open(row.dataset.href, '_blank', 'noopener');
});
