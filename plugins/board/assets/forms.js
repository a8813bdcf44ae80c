// The form in each column that adds a card.
import { act, refresh, textOf } from '@plinth/plugin/browser/moving';
import { boardOf } from './dom.js';

/** Cards are added one after the other, so that they come in the order in which they were typed. */
let queue = Promise.resolve();

document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches('.pl-board-add form')) return;
  event.preventDefault();
  const title = /** @type {HTMLInputElement} */ (form.elements.namedItem('title'));
  const error = /** @type {HTMLElement} */ (form.querySelector('.pl-board-error'));
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const [board, offline] = [boardOf(form), textOf(form, 'offline')];
  const typed = title.value;
  // Empty at once, so that the next title can be typed while this one is stored.
  title.value = '';
  error.hidden = true;
  queue = queue.then(async () => {
    const refusal = await act(form.action, body, offline);
    if (refusal === null) return void refresh(board);
    if (title.value === '') title.value = typed;
    error.textContent = refusal;
    error.hidden = false;
  });
});

// Opened at once, so that no key is lost that is typed right after the click.
document.addEventListener('click', (event) => {
  const summary = /** @type {Element} */ (event.target).closest('.pl-board-add > summary');
  const details = /** @type {HTMLDetailsElement | null | undefined} */ (summary?.parentElement);
  if (!details) return;
  event.preventDefault();
  details.open = true;
  /** @type {HTMLInputElement | null} */ (details.querySelector('input[name="title"]'))?.focus();
  details.scrollIntoView({ block: 'nearest' });
});

document.addEventListener('keydown', (event) => {
  const details = /** @type {Element} */ (event.target).closest?.('.pl-board-add');
  if (event.key !== 'Escape' || !(details instanceof HTMLDetailsElement)) return;
  details.open = false;
  details.querySelector('summary')?.focus();
});

// "More fields" takes along what was typed.
document.addEventListener('click', (event) => {
  const link = /** @type {Element} */ (event.target).closest('a[data-pl-board-form]');
  const title = link?.closest('form')?.elements.namedItem('title');
  if (!(link instanceof HTMLAnchorElement) || !(title instanceof HTMLInputElement) || !title.value) return;
  const url = new URL(link.href);
  url.searchParams.set(title.dataset.field ?? '', title.value);
  link.href = url.href;
});
