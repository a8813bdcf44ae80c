// Controls for numbers and dates. What they do is loaded with the first form to fill in, or when a filter is used; a form
// that is sent before waits for it.
const SELECTORS = { number: 'input[data-pl-number]', date: 'input[data-pl-date]' };

for (const [name, selector] of Object.entries(SELECTORS)) {
  let isThere = false;
  const load = () => import(`./${name}-control.js`).then(() => (isThere = true));
  if (document.querySelector(`form[method=post] ${selector}`)) load();
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(selector)) load();
  });
  document.addEventListener(
    'submit',
    (event) => {
      const form = /** @type {HTMLFormElement} */ (event.target);
      if (isThere || !form.querySelector(selector)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      load().then(() => form.requestSubmit(event.submitter));
    },
    true,
  );
}
