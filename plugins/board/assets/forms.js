// The form in each column that adds a card, and the form that moves one without dragging, in a dialog.
import { request } from '@plinth/plugin/browser/request';
import { boardOf, cardOf, textOf } from './dom.js';
import { send } from './store.js';

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
    const refusal = await send(form.action, body, offline);
    if (refusal === null) return void board.dispatchEvent(new CustomEvent('pl:refresh', { bubbles: true }));
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

document.addEventListener('click', async (event) => {
  const link = /** @type {Element} */ (event.target).closest('a.pl-board-move');
  const card = link && cardOf(link);
  if (!(link instanceof HTMLAnchorElement) || !card || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const { ok, page } = await request(link.href, { accept: 'html' });
  const form = ok ? page.querySelector('.pl-board-moveform') : null;
  if (!form) return location.assign(link.href);
  open(/** @type {HTMLFormElement} */ (document.importNode(form, true)), card);
});

/** @param {HTMLFormElement} form @param {HTMLElement} card */
function open(form, card) {
  const board = boardOf(card);
  const dialog = document.createElement('dialog');
  dialog.className = 'modal modal-sm pl-board-dialog';
  dialog.setAttribute('aria-label', form.querySelector('h2, h3')?.textContent ?? '');
  const error = document.createElement('p');
  Object.assign(error, { className: 'pl-board-error', hidden: true, role: 'alert' });
  form.querySelector('.btn-list')?.before(error);
  dialog.append(form);
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target !== dialog && !target.closest('a.btn')) return;
    event.preventDefault();
    dialog.close();
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const refusal = await send(
      form.action,
      new URLSearchParams(/** @type {any} */ (new FormData(form))),
      textOf(board, 'offline'),
    );
    if (refusal !== null) {
      error.textContent = refusal;
      error.hidden = false;
      return;
    }
    dialog.close();
    board.dispatchEvent(new CustomEvent('pl:refresh', { bubbles: true }));
  });
  dialog.showModal();
}
