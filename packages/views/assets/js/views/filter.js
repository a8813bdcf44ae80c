// Filters that apply at once: the form is sent a moment after the last change, unless htmx swaps the page itself.
const WAIT = 400;
const timers = new WeakMap();

document.addEventListener('input', (event) => {
  const control = /** @type {HTMLInputElement} */ (event.target);
  const { form } = control;
  // Text typed to search for a choice is not a condition yet.
  if (!control.name || !form?.matches('[data-pl-filter-live]')) return;
  clearTimeout(timers.get(form));
  // Dates are typed part by part: ignore incomplete years such as 0002.
  const chosen = control.matches('select, [type="checkbox"], [type="radio"]');
  timers.set(
    form,
    setTimeout(() => form.requestSubmit(), chosen ? 0 : WAIT),
  );
});

// The new page doesn't know which sections are open here.
const open = new Set();
document.addEventListener(
  'toggle',
  ({ target }) => {
    const isKept = target instanceof HTMLDetailsElement && target.matches('[data-pl-keep-open]');
    if (isKept) open[target.open ? 'add' : 'delete'](target.id);
  },
  true,
);
document.addEventListener('htmx:after:swap', () => {
  for (const id of open) document.getElementById(id)?.setAttribute('open', '');
});

// Empty conditions would only make the URL longer.
document.addEventListener('formdata', (event) => {
  if (!(/** @type {Element} */ (event.target).matches('[data-pl-filter]'))) return;
  for (const [name, value] of [...event.formData]) if (value === '') event.formData.delete(name);
});
