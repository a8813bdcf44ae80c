// Buttons whose action leaves the page as it is: their form is sent here, and the answer opens a panel or renews views.
// Without this module the page is loaded.
import { request } from '@plinth/plugin/browser/request';
import { toast } from '../toast.js';
import { text } from '../dialog.js';
import { openPanel } from './panel.js';
import { refreshViews } from './refresh.js';

// On the window, so that questions before it come first.
addEventListener('submit', (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const form = /** @type {HTMLFormElement} */ (event.target);
  // What is in a panel is loaded anew by the panel.
  if (event.defaultPrevented || !button?.dataset.plAct || button.closest('dialog')) return;
  event.preventDefault();
  void act(form, button);
});

/** @param {HTMLFormElement} form @param {HTMLButtonElement} button */
async function act(form, button) {
  if (button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, button)));
  body.set('inPlace', '1');
  const { ok, status, json, reason } = await request(form.action, { body, once: true });
  if (status === 401) location.reload();
  else if (ok) await show(json, button).catch(() => toast(text('Failed'), 'danger'));
  else toast(reason, 'danger');
  button.removeAttribute('aria-busy');
}

/** @param {{ message: string, undo?: string, url: string, leads: boolean, panel: boolean, refresh: string[] }} answer @param {HTMLElement} button */
async function show({ message, undo, url, leads, panel, refresh }, button) {
  if (leads) return location.assign(url);
  if (message) toast(message, 'success', { undo });
  if (refresh.length > 0) {
    const own = button.closest('section[data-view]');
    const isAll = refresh.includes('') && !own;
    await refreshViews((section) => {
      const isOwn = refresh.includes('') && section === own;
      return isAll || isOwn || refresh.includes(section.dataset.view ?? '');
    });
  }
  if (panel) await openPanel(url, button.dataset.plAct ?? '', button);
}
