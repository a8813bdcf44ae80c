// Filters that apply at once: the form is sent a moment after the last change, unless htmx swaps the page itself.
const WAIT = 400;
const timers = new WeakMap();

document.addEventListener('input', (event) => {
  const control = /** @type {HTMLInputElement} */ (event.target);
  const { form } = control;
  // What is typed to look for a choice is no condition yet.
  if (!control.name || !form?.matches('[data-pl-filter-live]')) return;
  clearTimeout(timers.get(form));
  // Dates are typed too, part by part: the year 0002 is nobody's wish.
  const chosen = control.matches('select, [type="checkbox"], [type="radio"]');
  timers.set(
    form,
    setTimeout(() => form.requestSubmit(), chosen ? 0 : WAIT),
  );
});

// The page that comes back knows nothing of what is folded open here.
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

// Empty conditions would only make the address longer.
document.addEventListener('formdata', (event) => {
  if (!(/** @type {Element} */ (event.target).matches('[data-pl-filter]'))) return;
  for (const [name, value] of [...event.formData]) if (value === '') event.formData.delete(name);
});
