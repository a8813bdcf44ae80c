// Number controls. What they do is loaded with the first form to fill in, or when a filter is used.
const SELECTOR = 'input[data-pl-number]';
const load = () => import('./number-control.js');

if (document.querySelector(`form[method=post] ${SELECTOR}`)) load();
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && target.matches(SELECTOR)) load();
});
