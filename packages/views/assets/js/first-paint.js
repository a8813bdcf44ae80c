// What must stand at the first paint: the chosen mode, the account's name, questions before forms are sent. So it is a plain
// script, not a module.
(() => {
  const root = document.documentElement;

  // --- light or dark
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const read = () => {
    try {
      return localStorage.getItem('plinth_mode');
    } catch {
      return null; // storage may be forbidden; the system's setting applies then
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

  // --- a question before a form is sent, even by htmx: in a dialog once there is shell.js
  const confirmed = new WeakSet();
  document.addEventListener(
    'submit',
    (event) => {
      const { submitter } = event;
      const form = /** @type {HTMLFormElement} */ (event.target);
      const question = submitter?.dataset.confirm ?? form.dataset.confirm;
      if (!question || confirmed.delete(form)) return;
      const { plAsk } = globalThis;
      if (!plAsk && confirm(question)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      plAsk?.(question).then((yes) => {
        if (!yes) return;
        confirmed.add(form);
        form.requestSubmit(submitter);
      });
    },
    true,
  );

  // --- account name: the page is the same for all its readers, so the name comes from a cookie
  /** @param {string} key */
  const cookie = (key) => {
    const found = document.cookie.split('; ').find((part) => part.startsWith(`${key}=`));
    try {
      return found ? decodeURIComponent(found.slice(key.length + 1)) : '';
    } catch {
      return '';
    }
  };
  const readAccount = () => {
    const name = cookie('plinth_name');
    const words = name.trim().split(/\s+/);
    const initials = (words[0]?.[0] ?? '') + (words.length > 1 ? words[words.length - 1][0] : '');
    const [colour, picture] = cookie('plinth_face').split(' ');
    return { name, initials, colour, picture };
  };
  let account = readAccount();

  /** @param {Element} place */
  function showFace(place) {
    const { initials, colour, picture } = account;
    if (place.textContent !== initials) place.textContent = initials;
    if (colour) place.classList.add(`pl-c-${colour}`);
    if (!picture) return;
    const image = Object.assign(new Image(), { src: `/pictures/${picture}`, alt: '', className: place.className });
    place.replaceWith(image);
  }

  // --- while the page is parsed
  /** Whether the parser may still add to it. @param {Element} place */
  const isOpen = (place) => {
    /** @type {Node} */
    let last = root;
    while (last.lastChild) last = last.lastChild;
    return document.readyState === 'loading' && place.contains(last);
  };
  const fill = () => {
    const places = /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll('[data-pl-mode], [data-pl-name], [data-pl-initials]')
    );
    for (const place of places) {
      if (isOpen(place)) continue;
      if ('plMode' in place.dataset) place.hidden = false;
      else if (!account.name) continue;
      else if ('plInitials' in place.dataset) showFace(place);
      else if (place.textContent !== account.name) place.textContent = account.name;
    }
  };
  const parsed = new MutationObserver(fill);
  parsed.observe(root, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', () => {
    parsed.disconnect();
    fill();
  });

  // --- the server has told the name, or the page comes back from the browser's memory
  const again = () => {
    account = readAccount();
    fill();
  };
  document.addEventListener('plinth:account', again);
  addEventListener('pageshow', (event) => event.persisted && again());
})();
