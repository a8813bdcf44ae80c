// Asks before rows are deleted: the server says what goes with them. Buttons and links with data-pl-delete lead to a page
// with the question; here it is a dialog, and its button posts what the page's form would.
import { request } from '@plinth/plugin/browser/request';
import { ask } from './dialog.js';
import { toast } from './toast.js';

/** @typedef {{ title: string, lines: string[], button: string, possible: boolean }} Question */

const agreed = new WeakSet();

/**
 * Asks what the server's question at this address is, such as /view/issues/delete?id=1&id=2.
 *
 * @param {string | URL} url @param {{ title?: string }} [options] title: instead of the server's
 * @returns {Promise<boolean>} whether to delete
 */
export async function askDeletion(url, { title } = {}) {
  const { ok, status, json, reason } = await request(url);
  if (!ok) {
    if (status === 401) location.reload();
    else toast(reason, 'danger');
    return false;
  }
  const question = /** @type {Question} */ (json);
  return ask('', {
    title: title || question.title,
    lines: question.lines,
    yes: question.possible ? question.button : null,
    danger: true,
  });
}

document.addEventListener(
  'submit',
  async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (button?.dataset.plDelete === undefined || agreed.delete(form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const url = new URL(button.getAttribute('formaction') ?? form.action, location.href);
    for (const [name, value] of new FormData(form, button)) url.searchParams.append(name, String(value));
    if (!(await askDeletion(url, { title: button.dataset.plDelete }))) return;
    button.formMethod = 'post';
    agreed.add(form);
    form.requestSubmit(button);
  },
  true,
);

document.addEventListener('click', async (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (
    /** @type {Element} */ (event.target).closest('a[data-pl-delete]')
  );
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!(await askDeletion(link.href, { title: link.dataset.plDelete }))) return;
  const url = new URL(link.href);
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url.pathname;
  for (const [name, value] of url.searchParams) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
});
