// A form with errors: its alert links to each field to correct, and the first of them gets the focus. Without this file
// the alert says how many there are.

showAll();
document.addEventListener('htmx:after:swap', showAll);
document.addEventListener('click', (event) => {
  const link = /** @type {Element} */ (event.target).closest('[data-adm-wrong] a');
  if (!link) return;
  event.preventDefault();
  reveal(controlOf(decodeURIComponent(/** @type {HTMLAnchorElement} */ (link).hash.slice(1))));
});

function showAll() {
  const place = document.querySelector('[data-adm-wrong]');
  const errors = [...document.querySelectorAll('#main [id$="-error"]')].filter(({ textContent }) =>
    textContent?.trim(),
  );
  if (place && !place.hasChildNodes())
    place.append(...errors.flatMap(({ id }, i) => [i ? ', ' : ': ', linkTo(id.slice(0, -'-error'.length))]));
  const first = errors[0] && controlOf(errors[0].id.slice(0, -'-error'.length));
  const alert = /** @type {HTMLElement | null} */ (document.querySelector('[data-adm-focus]'));
  if (first && !first.closest('[inert]')) reveal(first);
  else alert?.focus();
}

/** @param {string} id of a control */
function linkTo(id) {
  return Object.assign(document.createElement('a'), { href: `#${encodeURIComponent(id)}`, textContent: labelOf(id) });
}

/** @param {string} id */
function labelOf(id) {
  const group = document.getElementById(`${id}-error`)?.closest('fieldset');
  const label = document.querySelector(`label[for="${CSS.escape(id)}"]`) ?? group?.querySelector('legend');
  return label?.textContent?.replace(/\*\s*$/, '').trim() || id;
}

/** The control that a message belongs to; the first one of a group. @param {string} id @returns {HTMLElement | null} */
function controlOf(id) {
  const beside = document.getElementById(`${id}-error`);
  return document.getElementById(id) ?? beside?.closest('fieldset')?.querySelector('input, select, textarea') ?? beside;
}

/** @param {HTMLElement | null} control */
function reveal(control) {
  for (let fold = control?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  control?.focus();
  control?.scrollIntoView({ block: 'center' });
}
