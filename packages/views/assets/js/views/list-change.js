// Setting a field of the selected rows, in a dialog. The control of the field brings along what it wants.
import { bringAlong } from '../bring-along.js';
import { dialog } from '../dialog.js';

/** @param {URL} url with the rows */
export async function openChange(url) {
  const form = await formAt(url);
  if (!form) return location.assign(url);
  const box = dialog({ title: form.dataset.title ?? '', content: form });
  box.addEventListener('change', async ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.name !== 'field') return;
    url.searchParams.set('field', target.value);
    const next = await formAt(url);
    if (!next) return location.assign(url);
    box.querySelector('form')?.replaceWith(next);
    /** @type {HTMLElement | null} */ (next.querySelector('[name=field]'))?.focus();
  });
  box.addEventListener('click', (click) => {
    if (!(click.target instanceof Element) || !click.target.closest('a[data-pl-cancel]')) return;
    click.preventDefault();
    box.close();
  });
  /** @type {HTMLElement | null} */ (form.querySelector('[name=field]'))?.focus();
}

// --- clearing the field: its button says so, instead of a question afterwards
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || target.name !== 'how') return;
  const button = /** @type {HTMLElement | null | undefined} */ (target.form?.querySelector('button[data-clear]'));
  const form = target.form?.closest('[data-pl-rows]');
  if (!form || !button) return;
  button.dataset.change ??= button.textContent ?? '';
  const clears = target.value === 'clear';
  button.textContent = (clears ? button.dataset.clear : button.dataset.change) ?? '';
  button.classList.toggle('btn-danger', clears);
  button.classList.toggle('btn-primary', !clears);
  for (const control of form.querySelectorAll('.pl-rows-value'))
    /** @type {HTMLElement} */ (control).hidden = clears;
});

document.addEventListener('formdata', ({ target, formData }) => {
  const isHere = target instanceof HTMLFormElement && target.matches('[data-pl-rows]');
  if (isHere && target.querySelector('button.btn-danger[data-clear]')) formData.set('sure', '1');
});

/** @param {URL} url @returns {Promise<HTMLFormElement | null>} */
async function formAt(url) {
  const answer = await fetch(url, { headers: { Accept: 'text/html' } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return null;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  bringAlong(page);
  // A parsed page takes what is meant for browsers without scripts for real.
  for (const other of page.querySelectorAll('form noscript')) other.remove();
  return page.querySelector('form[data-pl-rows]');
}

// --- related rows by name, where there are too many for a list of options
document.addEventListener('input', async ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.dataset.plNames || !target.list) return;
  const typed = target.value;
  const answer = await fetch(`${target.dataset.plNames}&q=${encodeURIComponent(typed)}`, {
    headers: { Accept: 'application/json' },
  }).catch(() => null);
  if (!answer?.ok || answer.redirected || target.value !== typed) return;
  const choices = /** @type {{ label: string }[]} */ (await answer.json());
  target.list.replaceChildren(...choices.map(({ label }) => new Option(label, label)));
});
