// Setting a field of the selected rows, in a dialog. The control of the field brings along what it wants, and what is refused is
// said in the dialog, with all that was entered.
import { request } from '@plinth/plugin/browser/request';
import { formOn, repaint, sendForm } from '@plinth/plugin/browser/send-form';
import { bringAlong } from '../bring-along.js';
import { dialog } from '../dialog.js';
import './repaint.js';

/** @param {URL} url with the rows */
export async function openChange(url) {
  const form = await formAt(url);
  if (!form) return location.assign(url);
  const box = dialog({ title: form.dataset.title ?? '', content: form });
  form.addEventListener('change', async ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.name !== 'field') return;
    url.searchParams.set('field', target.value);
    const next = await formAt(url);
    if (!box.open) return;
    if (next) show(form, next);
    else location.assign(url);
  });
  form.addEventListener('click', (click) => {
    if (!(click.target instanceof Element) || !click.target.closest('a[data-pl-cancel]')) return;
    click.preventDefault();
    box.close();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void sendForm(form, {
      button: event.submitter,
      done(reply) {
        if (!reply.redirected || reply.status >= 400) return false;
        // The list says what was done.
        location.assign(reply.url);
        return true;
      },
      again: ({ page }) => formIn(page),
      show: (next) => show(form, next),
    });
  });
  /** @type {HTMLElement | null} */ (form.querySelector('[name=field]'))?.focus();
}

/** @param {HTMLFormElement} form @param {HTMLFormElement} next */
function show(form, next) {
  form.enctype = next.enctype;
  const title = form.closest('dialog')?.querySelector('.modal-title');
  if (title) title.textContent = next.dataset.title ?? '';
  repaint(form, next);
  tell(form.querySelector('select[name=how]'));
}

// --- clearing the field: its button says so, instead of a question afterwards
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement && target.name === 'how') tell(target);
});

/** @param {HTMLSelectElement | null} how */
function tell(how) {
  const form = how?.form?.closest('[data-pl-rows]');
  const button = /** @type {HTMLElement | null | undefined} */ (form?.querySelector('button[data-clear]'));
  if (!how || !form || !button) return;
  button.dataset.change ??= button.textContent ?? '';
  const clears = how.value === 'clear';
  button.textContent = (clears ? button.dataset.clear : button.dataset.change) ?? '';
  button.classList.toggle('btn-danger', clears);
  button.classList.toggle('btn-primary', !clears);
  for (const control of form.querySelectorAll('.pl-rows-value'))
    /** @type {HTMLElement} */ (control).hidden = clears;
}

document.addEventListener('formdata', ({ target, formData }) => {
  const isHere = target instanceof HTMLFormElement && target.matches('[data-pl-rows]');
  if (isHere && target.querySelector('button.btn-danger[data-clear]')) formData.set('sure', '1');
});

/** @param {URL} url @returns {Promise<HTMLFormElement | null>} */
async function formAt(url) {
  const { ok, page } = await request(url, { accept: 'html' });
  return ok ? formIn(page) : null;
}

/** @param {Document} page @returns {HTMLFormElement | null} */
function formIn(page) {
  bringAlong(page);
  return formOn(page, (form) => form.matches('[data-pl-rows]'));
}

// --- related rows by name, where there are too many for a list of options
document.addEventListener('input', async ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.dataset.plNames || !target.list) return;
  const typed = target.value;
  const { ok, json } = await request(`${target.dataset.plNames}&q=${encodeURIComponent(typed)}`);
  if (!ok || target.value !== typed) return;
  const choices = /** @type {{ label: string }[]} */ (json);
  target.list.replaceChildren(...choices.map(({ label }) => new Option(label, label)));
});
