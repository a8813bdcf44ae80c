// Runs before the first paint, so it is a plain script: the chosen mode must be set before anything is drawn.
(() => {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const read = () => {
    try {
      return localStorage.getItem('plinth_mode');
    } catch {
      return null; // storage may be forbidden; the system's wish holds then
    }
  };
  const show = () => {
    const mode = root.getAttribute('data-bs-theme');
    root.toggleAttribute('data-pl-dark', mode ? mode === 'dark' : dark.matches);
  };

  const chosen = read();
  if (chosen === 'light' || chosen === 'dark') root.setAttribute('data-bs-theme', chosen);
  show();
  dark.addEventListener('change', show);

  document.addEventListener('DOMContentLoaded', () => {
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-pl-mode]'));
    for (const button of buttons) button.hidden = false;
  });
  document.addEventListener('click', (event) => {
    if (!(/** @type {Element} */ (event.target).closest('[data-pl-mode]'))) return;
    const next = root.hasAttribute('data-pl-dark') ? 'light' : 'dark';
    root.setAttribute('data-bs-theme', next);
    show();
    try {
      localStorage.setItem('plinth_mode', next);
    } catch {
      // applies to this page only
    }
  });
})();
