// The settings of the selection: finds settings, resets them, and shows errors beside them. The builder sends it
// after each change and answers with an event; typed text stays as it is.

const panel = /** @type {HTMLElement} */ (document.querySelector('[data-bld-props]'));
/** Groups that were folded, for every element. @type {Set<string>} */
const folded = new Set();
/** Sections that were opened. @type {Set<string>} */
const opened = new Set();
let sought = '';

new MutationObserver((changes) => {
  if (changes.some(({ target }) => target === panel)) ready();
}).observe(panel, { childList: true });
// Before the builder collects the form.
panel.addEventListener('change', noteTouched, true);
panel.addEventListener('input', ({ target }) => {
  const input = /** @type {HTMLInputElement} */ (target);
  if ('bldSearch' in input.dataset) seek(input);
});
panel.addEventListener(
  'change',
  (event) => {
    if ('bldSearch' in /** @type {HTMLElement} */ (event.target).dataset) event.stopPropagation();
  },
  true,
);
panel.addEventListener('click', ({ target }) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest('[data-bld-reset]'));
  if (button) reset(button);
});
panel.addEventListener('toggle', ({ target }) => noteFold(/** @type {HTMLDetailsElement} */ (target)), true);
panel.addEventListener('bld:answer', (event) => {
  const { errors } = /** @type {CustomEvent} */ (event).detail;
  if (errors) showErrors(errors);
});
ready();

/** A form that has just come. */
function ready() {
  document.dispatchEvent(new Event('pl:settings'));
  for (const group of groups()) if (folded.has(group.dataset.bldGroup ?? '')) group.open = false;
  for (const more of all('details.adm-more')) if (opened.has(keyOf(more))) /** @type {any} */ (more).open = true;
  for (const input of all('[data-bld-search]')) {
    /** @type {HTMLInputElement} */ (input).value = sought;
    seek(/** @type {HTMLInputElement} */ (input));
  }
}

/** With several elements selected, only touched settings are changed. @param {Event} event */
function noteTouched({ target }) {
  const control = /** @type {HTMLInputElement} */ (target);
  const touched = /** @type {HTMLInputElement | null} */ (control.form?.querySelector('[name=touched]'));
  if (touched && control.name)
    touched.value = [...new Set([...touched.value.split(' '), control.name])].join(' ').trim();
  const button = /** @type {HTMLElement | null | undefined} */ (
    control.closest('[data-bld-setting]')?.querySelector('[data-bld-reset]')
  );
  if (button) button.hidden = false;
}

/** @param {HTMLElement} button */
function reset(button) {
  const input = /** @type {HTMLInputElement} */ (button.closest('form')?.querySelector('[name=reset]'));
  input.value = button.dataset.bldReset ?? '';
  const more = button.closest('.adm-more');
  if (more) opened.add(keyOf(more));
  const shownAgain = () => {
    const name = CSS.escape(button.dataset.bldReset ?? '');
    const again = panel.querySelector(`[name="${name}"], [data-bld-setting="${name}"] input`);
    /** @type {HTMLElement | null} */ (again)?.focus();
  };
  panel.addEventListener('bld:answer', () => setTimeout(shownAgain), { once: true });
  input.dispatchEvent(new Event('change', { bubbles: true }));
  const { value } = input;
  // Sent by now; the next change is only itself.
  input.value = '';
  input.dataset.was = value;
}

/** Settings whose name or help has the words. @param {HTMLInputElement} input */
function seek(input) {
  const form = /** @type {HTMLElement} */ (input.closest('form'));
  sought = input.value;
  const words = sought.trim().toLocaleLowerCase();
  let any = false;
  for (const setting of form.querySelectorAll('[data-bld-setting]')) {
    const label = setting.querySelector('label, legend, table')?.textContent ?? '';
    const help = setting.querySelector('.form-hint')?.textContent ?? '';
    const isFound = `${label} ${help}`.toLocaleLowerCase().includes(words);
    setting.classList.toggle('bld-not-found', !isFound);
    any ||= isFound;
  }
  for (const group of form.querySelectorAll('[data-bld-group], :scope > .adm-more')) {
    const isEmpty = !group.querySelector('[data-bld-setting]:not(.bld-not-found)');
    group.classList.toggle('bld-not-found', isEmpty);
    if (words && !isEmpty) /** @type {HTMLDetailsElement} */ (group).open = true;
  }
  const nothing = /** @type {HTMLElement | null} */ (form.querySelector('[data-bld-nothing]'));
  if (nothing) nothing.hidden = any;
}

/** @param {HTMLDetailsElement} details */
function noteFold(details) {
  const { bldGroup } = details.dataset ?? {};
  // A search opens groups; don't remember that as a choice of the user.
  if (bldGroup && sought === '') folded[details.open ? 'delete' : 'add'](bldGroup);
  else if (sought === '' && details.matches?.('.adm-more')) opened[details.open ? 'add' : 'delete'](keyOf(details));
}

/** @param {Element} details */
function keyOf(details) {
  return details.querySelector('summary')?.textContent ?? '';
}

/** Messages by control, beside each. @param {Record<string, string>} errors */
function showErrors(errors) {
  for (const old of all('[data-bld-error]')) old.remove();
  for (const control of all('[aria-invalid]')) {
    control.removeAttribute('aria-invalid');
    control.closest('.pl-field')?.querySelector(':scope > .invalid-feedback')?.remove();
  }
  for (const [name, message] of Object.entries(errors)) {
    const control = panel.querySelector(`[name="${CSS.escape(name)}"]:not([type=hidden])`);
    const place = control?.closest('.pl-field, table') ?? control;
    if (!control || !place) continue;
    const said = document.createElement('div');
    said.className = 'invalid-feedback d-block';
    said.id = `error-${name}`;
    said.dataset.bldError = '';
    said.role = 'alert';
    said.textContent = message;
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-errormessage', said.id);
    if (place.matches('table')) place.after(said);
    else place.append(said);
  }
}

/** @param {string} selector */
function all(selector) {
  return /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll(selector));
}

function groups() {
  return /** @type {NodeListOf<HTMLDetailsElement>} */ (panel.querySelectorAll('[data-bld-group]'));
}
