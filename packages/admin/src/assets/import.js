// Progress of an import while its response is awaited, and a way to stop it. Without JavaScript the form just waits.
import { request } from '@plinth/plugin/browser/request';

const EVERY_MS = 700;

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-adm-import]'))) {
  const panel = /** @type {HTMLElement} */ (form.querySelector('[data-adm-running]'));
  form.addEventListener('submit', (event) => {
    // Sent twice, its rows would be imported twice.
    if (panel.hidden) follow(form, panel);
    else event.preventDefault();
  });
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLElement && target.matches('[data-adm-recheck]')) recheck(form, target);
  });
  form.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-adm-use]') : null;
    const type = button?.closest('[data-column]')?.querySelector('select');
    if (!(button instanceof HTMLElement) || !type) return;
    type.value = button.dataset.admUse ?? '';
    recheck(form, type);
  });
  // Chosen before this script was there.
  for (const control of /** @type {NodeListOf<HTMLSelectElement>} */ (
    form.querySelectorAll('select[data-adm-recheck]')
  )) {
    const usual = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    if (control.selectedIndex !== Math.max(usual, 0)) recheck(form, control);
  }
  if (form.hasAttribute('data-adm-auto')) form.requestSubmit();
}

/**
 * Another type of a column: its cells are counted anew, in the whole file. The rest of the form is left as it is.
 *
 * @param {HTMLFormElement} form @param {HTMLElement} control in the column
 */
async function recheck(form, control) {
  const column = /** @type {HTMLElement | null} */ (control.closest('[data-column]'));
  if (!column) return;
  const turn = String(Number(column.dataset.turn ?? 0) + 1);
  column.dataset.turn = turn;
  column.setAttribute('aria-busy', 'true');
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const held = body.toString();
  body.set('check', '1');
  const { page } = await request(form.action, { body, accept: 'html' });
  const fresh = page.querySelector(`[data-column="${column.dataset.column}"]`);
  // A later choice is on its way, or what was asked can't be answered: the press says so.
  if (column.dataset.turn !== turn) return;
  column.removeAttribute('aria-busy');
  if (!fresh) return;
  // What was typed meanwhile may be in this column.
  if (held !== new URLSearchParams(/** @type {any} */ (new FormData(form))).toString()) return recheck(form, control);
  column.dispatchEvent(new CustomEvent('pl:repaint', { bubbles: true, detail: { html: fresh.innerHTML } }));
}

/** @param {HTMLFormElement} form @param {HTMLElement} panel */
function follow(form, panel) {
  const says = /** @type {HTMLElement} */ (panel.querySelector('[data-adm-says]'));
  const stop = /** @type {HTMLButtonElement} */ (panel.querySelector('button'));
  const address = form.dataset.admImport ?? '';
  panel.hidden = false;
  panel.scrollIntoView({ block: 'nearest' });
  const timer = setInterval(async () => {
    const { ok, json } = await request(`${address}/progress`);
    if (ok && json.text && !stop.disabled) says.textContent = json.text;
  }, EVERY_MS);
  stop.addEventListener('click', () => {
    stop.disabled = true;
    says.textContent = stop.dataset.says ?? '';
    request(`${address}/cancel`, { method: 'POST' }).then(({ status }) => {
      if (status === 0) stop.disabled = false;
    });
  });
  // Somebody returns to this page from the browser's history.
  addEventListener('pagehide', () => {
    clearInterval(timer);
    panel.hidden = true;
    stop.disabled = false;
  });
}
