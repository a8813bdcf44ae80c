// Rules of access: the sample row and person answer while a rule is typed. Without this file the buttons of the form do
// the same.

const WAIT = 350;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
let asked = 0;

document.addEventListener('change', ({ target }) => {
  const control = /** @type {HTMLSelectElement} */ (target);
  if (control.dataset.admRule) void judge(/** @type {any} */ (control));
  if (!('admLevel' in control.dataset)) return;
  /** @type {HTMLElement | null | undefined} */ (control.form?.querySelector('[data-adm-refresh]'))?.click();
});
document.addEventListener('input', ({ target }) => {
  const area = /** @type {HTMLTextAreaElement} */ (target);
  if (!area.dataset?.admRule) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => judge(area), WAIT);
});

/** Asks what the rule says of the sample row. @param {HTMLTextAreaElement} area */
async function judge(area) {
  const form = area.form;
  const verdict = document.getElementById(area.dataset.admRule ?? '');
  if (!form || !verdict) return;
  const turn = ++asked;
  const body = new URLSearchParams({ rule: area.value });
  for (const name of ['sample.row', 'sample.user'])
    body.set(name, /** @type {HTMLSelectElement} */ (form.elements.namedItem(name)).value);
  const response = await fetch(form.dataset.admRules ?? '', { method: 'POST', body });
  const text = await response.text();
  if (turn !== asked || !response.ok) return;
  // Made by our own template, which escapes what it prints.
  verdict.innerHTML = text;
  area.classList.toggle('is-invalid', verdict.querySelector('.invalid-feedback') !== null);
}
