// Rows of a list, cards of a board and events of a calendar open in a panel beside it; with Ctrl, on another tab, and
// without scripts, as pages. What the page of the row brings along, its modules and style sheets, is loaded with it. What is
// saved in the panel is shown in it, and in the view once the panel is closed. The row's form takes its place, until it is
// saved or given up. Rows of a list in a panel open in another one above it.
import { request } from '@plinth/plugin/browser/request';
import { sendForm } from '@plinth/plugin/browser/send-form';
import { bringAlong } from '../bring-along.js';
import { ask, dialog, make, questionOf } from '../dialog.js';
import { showFlash, toast } from '../toast.js';
import { rowOf, ROWS } from './rows.js';

/** @import { Reply } from '@plinth/plugin/browser/request' */

/** @typedef {{ box: HTMLDialogElement, body: HTMLElement, href: string, shown: string, changed: boolean, opener: Element | null,
 *   below: Panel | null, depth: number, rows: string | null, added: Added | null }} Panel href: what it was opened for; shown: the
 *   form in its place, or the same; below: the one that it covers; depth: 1 for the lowest; rows: of the list that it was opened
 *   from, see rows.js; added: is told of the row that its form adds, and the panel is done
 * @typedef {{ takes(form: HTMLFormElement, button: HTMLElement | null): Promise<boolean>, closed(): void }} Added */

const CONTROLS = 'form :is(input:not([type="hidden"]), select, textarea)';
/** leaving: the address goes back because the panel was closed. @type {{ now: Panel | null, asked: string | null, leaving: boolean }} */
const state = { now: null, asked: null, leaving: false };

// In the capture phase: rows.js opens them as pages.
document.addEventListener(
  'click',
  (event) => {
    const { ctrlKey, metaKey, shiftKey, altKey } = event;
    if (ctrlKey || metaKey || shiftKey || altKey) return;
    const link = linkIn(event);
    if (link) {
      event.preventDefault();
      event.stopPropagation();
      return void openPanel(link.href, link.place.dataset.plPanel ?? '', link.from);
    }
    const row = linkedRow(event) ?? (String(getSelection()) ? null : rowOf(event));
    const table = row?.closest('table');
    if (!row?.dataset.href || !table?.dataset.plPanel) return;
    event.preventDefault();
    event.stopPropagation();
    void openPanel(row.dataset.href, table.dataset.plPanel);
  },
  true,
);

/** A link of those that a view names, by a selector. @param {Event} event */
function linkIn({ target, defaultPrevented }) {
  const at = /** @type {Element} */ (target);
  const place = /** @type {HTMLElement | null} */ (at.closest('[data-pl-panel-links]'));
  const from = place && at.closest(`a${place.dataset.plPanelLinks}`);
  const href = from?.getAttribute('href');
  return place && from && href && !defaultPrevented ? { place, from, href } : null;
}

/** The row whose link was clicked. @param {Event} event @returns {HTMLElement | null} */
function linkedRow({ target }) {
  const link = /** @type {Element} */ (target).closest('a.pl-row-link');
  const row = /** @type {HTMLElement | null} */ (link?.closest('tr[data-href]') ?? null);
  return row && link?.getAttribute('href') === row.dataset.href ? row : null;
}

/**
 * Opens a page of ours in a panel, or as a page if that can't be done. The browser's back button closes it.
 *
 * @param {string} href @param {string} label of the link to the page @param {Element | null} [opener] gets the focus again
 * @param {Added | null} [added]
 */
export async function openPanel(href, label, opener = null, added = null) {
  state.asked = href;
  const page = await load(href);
  if (state.asked !== href) return;
  state.asked = null;
  if (!page) return location.assign(href);
  const body = make('div');
  const link = make('a', 'btn btn-sm', label);
  link.href = href;
  const box = dialog({ title: page.title, content: body, className: 'modal pl-panel' });
  // What is being added has no page yet.
  if (!added) box.querySelector('.btn-close')?.before(link);
  box.dataset.href = href;
  // Messages are seen above it.
  const toasts = document.querySelector('.pl-toasts');
  if (toasts) box.append(toasts);
  const below = state.now;
  const depth = (below?.depth ?? 0) + 1;
  const rows = sessionStorage.getItem(ROWS);
  const panel = { box, body, href, shown: href, changed: false, opener, below, depth, rows, added };
  state.now = panel;
  history.pushState({ plPanel: panel.depth }, '');
  fill(panel, page);
  formIn(body)?.focus();
  box.addEventListener('close', () => {
    if (toasts) (below?.box ?? document.body).append(toasts);
    void closed(panel);
  });
  box.addEventListener('keydown', closeMenu);
  box.addEventListener('pl:go', (event) => {
    link.href = /** @type {CustomEvent} */ (event).detail.href;
    void goOn(panel, link.getAttribute('href') ?? '');
  });
}

/** @typedef {{ title: string, main: HTMLElement, doc: Document, url: string }} LoadedPage */

/** @param {string} href @returns {Promise<LoadedPage | null>} null: it is no page of ours, or can't be had */
const load = async (href) => read(await request(href, { accept: 'html' }));

/** The session is over, or the row is gone or out of reach. */
const REFUSALS = new Set([401, 403, 404]);

/** @param {Reply} reply @returns {LoadedPage | null} null: it is no page of ours */
function read({ status, page: doc, url }) {
  if (status === 0 || status >= 500 || REFUSALS.has(status)) return null;
  const main = doc.querySelector('main');
  const title = doc.querySelector('h1')?.textContent?.trim() || doc.title;
  return main && { title, main, doc, url };
}

/**
 * The first control of a form that was opened to be filled in, not of one that follows a row, such as for a comment.
 *
 * @param {HTMLElement} body @returns {HTMLElement | null}
 */
function formIn(body) {
  const first = body.querySelector('.pl-view');
  return first?.matches('.pl-view-edit') ? first.querySelector(CONTROLS) : null;
}

/** @param {Panel} panel @param {{ main: HTMLElement, doc: Document }} page */
function fill({ body }, { main, doc }) {
  main.querySelector('h1')?.remove();
  const actions = doc.querySelector('.pl-head-actions');
  body.replaceChildren(...(actions ? [actions] : []), ...main.childNodes);
  bringAlong(doc);
  globalThis.htmx?.process(body);
  document.dispatchEvent(new CustomEvent('htmx:after:swap', { detail: {} }));
}

/** @param {Panel} panel */
async function closed({ href, changed, opener, below, depth, added }) {
  state.now = below;
  if (below?.rows) sessionStorage.setItem(ROWS, below.rows);
  added?.closed();
  if (history.state?.plPanel === depth) {
    state.leaving = true;
    history.back();
  }
  const found = () =>
    opener?.isConnected
      ? opener
      : document.querySelector(
          `:is(tr[data-href="${CSS.escape(href)}"] a.pl-row-link, [data-pl-panel-links] a[href="${CSS.escape(href)}"])`,
        );
  const focus = () => {
    if (document.activeElement === document.body)
      /** @type {HTMLElement | null} */ (found())?.focus({ preventScroll: true });
  };
  focus();
  // Going back takes the focus away.
  globalThis.navigation?.addEventListener('navigatesuccess', focus, { once: true });
  if (!changed) return;
  showFlash();
  if (below) await renew(below);
  else {
    const { refreshViews } = await import('./refresh.js');
    await refreshViews(() => true);
  }
  focus();
}

/** A panel after what covered it changed something. What is being typed in it stays. @param {Panel} panel */
async function renew(panel) {
  panel.changed = true;
  const texts = panel.body.querySelectorAll('textarea');
  const isTyped = formIn(panel.body) || [...texts].some(({ value, defaultValue }) => value !== defaultValue);
  const page = isTyped ? null : await load(panel.href);
  if (page && panel.box.isConnected) fill(panel, page);
}

document.addEventListener('click', (event) => {
  const { now } = state;
  const link = /** @type {HTMLAnchorElement | null} */ (
    /** @type {Element} */ (event.target).closest?.('a:is([data-pl-cancel], [data-pl-edits])')
  );
  if (!now || !link || !now.body.contains(link) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const isForm = link.dataset.plEdits !== undefined;
  const isOver = now.shown !== now.href;
  if (!isForm && !isOver && !now.opener) return;
  event.preventDefault();
  if (isForm) void put(now, link.href);
  else if (isOver) void giveUp(now);
  else now.box.dispatchEvent(new Event('cancel', { cancelable: true }));
});

/** Shows another page in a panel: the form of its row, or the row again. @param {Panel} panel @param {string} href */
async function put(panel, href) {
  state.asked = href;
  const page = await load(href);
  if (state.asked !== href || !panel.box.isConnected) return;
  state.asked = null;
  if (!page && href !== panel.href) return location.assign(href);
  // The row is gone, with its form.
  if (!page) return panel.box.close();
  panel.shown = href;
  const heading = panel.box.querySelector('.modal-title');
  if (heading) heading.textContent = page.title;
  fill(panel, page);
  /** @type {HTMLElement | null} */ (
    formIn(panel.body) ?? panel.body.querySelector('a[data-pl-edits]') ?? panel.box.querySelector('.btn-close')
  )?.focus();
}

/** Another row of the list, after a question if something was typed. @param {Panel} panel @param {string} href */
async function goOn(panel, href) {
  const question = questionOf(panel.box);
  if (question !== null && !(await ask(question))) return;
  panel.href = href;
  panel.box.dataset.href = href;
  await put(panel, href);
}

/** Back to the row, after a question if something was typed. @param {Panel} panel */
async function giveUp(panel) {
  const question = questionOf(panel.box);
  if (question === null || (await ask(question))) await put(panel, panel.href);
}

// A value was changed where it stands.
document.addEventListener('pl:stored', ({ target }) => {
  if (state.now?.body.contains(/** @type {Node} */ (target))) state.now.changed = true;
});

addEventListener('popstate', () => {
  const { now } = state;
  if (!now || history.state?.plPanel >= now.depth) return;
  // As with Escape, a form with changes is asked about first.
  now.box.dispatchEvent(new Event('cancel', { cancelable: true }));
  if (now.box.open) history.pushState({ plPanel: now.depth }, '');
});
// The page behind it is as it was.
document.addEventListener('htmx:before:history:restore', (event) => {
  if (!state.leaving && !state.now) return;
  state.leaving = false;
  event.preventDefault();
});

/** Escape closes an open menu first. @param {KeyboardEvent} event */
function closeMenu(event) {
  const menu = event.key === 'Escape' && state.now?.box.querySelector('details:is(.dropdown, [data-pl-menu])[open]');
  if (menu) event.preventDefault();
}

// On the window, so that forms which save themselves, and questions before, come first.
addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const panel = state.now;
  if (!panel?.body.contains(form) || event.defaultPrevented || form.method !== 'post' || form.target) return;
  // What it asks has a page of its own until ask.js is there.
  if (event.submitter?.dataset.plAsk !== undefined) return;
  event.preventDefault();
  if (panel.added && !form.inert) void addRow(panel, form, event.submitter);
  else void send(panel, form, event.submitter);
});

/** What is refused is sent as always, to be shown. @param {Panel} panel @param {HTMLFormElement} form @param {HTMLElement | null} button */
async function addRow(panel, form, button) {
  if (await panel.added?.takes(form, button)) panel.box.close();
  else await send(panel, form, button);
}

/** @param {Panel} panel @param {HTMLFormElement} form @param {HTMLElement | null} button */
const send = (panel, form, button) =>
  sendForm(form, {
    button,
    action: button?.getAttribute('formaction') ?? undefined,
    done: (reply) => taken(panel, form, reply),
    // What was typed stays, to be sent again or copied.
    say: (reason) => toast(reason, 'danger'),
  });

/** @param {Panel} panel @param {HTMLFormElement} form @param {Reply} reply @returns {boolean} */
function taken(panel, form, reply) {
  const { status, redirected } = reply;
  // After a redirect, the form itself was saved.
  if (status >= 500 || (!redirected && REFUSALS.has(status))) return false;
  if (!panel.box.isConnected) return true;
  panel.changed = true;
  form.inert = false;
  // The browser saves a file, or shows it.
  if (redirected && !reply.type.startsWith('text/html')) location.assign(reply.url);
  else showAnswer(panel, read(reply));
  return true;
}

/** @param {Panel} panel @param {LoadedPage | null} page */
function showAnswer(panel, page) {
  // Where it leads away from the row, the whole page follows.
  if (!page) return location.reload();
  const place = (/** @type {string} */ url) => new URL(url, location.href).pathname;
  // A form that a button opened is done; where a row was opened from a list, the whole page follows.
  if (place(page.url) !== place(panel.shown)) {
    if (panel.shown !== panel.href) return void put(panel, panel.href);
    return panel.opener ? panel.box.close() : location.assign(page.url);
  }
  fill(panel, page);
  const wrong = panel.body.querySelector('[aria-invalid="true"]:not([hidden])');
  /** @type {HTMLElement} */ (wrong ?? panel.box.querySelector('.btn-close')).focus();
}

// Paging through a list in the panel must not change the address of the page behind it.
document.addEventListener('htmx:before:history:update', (event) => {
  const { sourceElement } = /** @type {CustomEvent} */ (event).detail;
  if (state.now?.box.contains(sourceElement)) event.preventDefault();
});
