// The toolbar of the text that is edited on the page. It replaces the toolbar of the selection.

/** @typedef {import('./text-session.js').TextSession} TextSession */

/**
 * @param {HTMLElement} bar
 * @param {{ session: TextSession, end: (isKept: boolean) => void, signal: AbortSignal }} parts
 */
export function openTextTools(bar, { session, end, signal }) {
  const block = /** @type {HTMLSelectElement} */ (bar.querySelector('[data-text-block]'));
  const link = linkForm(bar, { session, signal });
  bar.hidden = false;
  bar.toggleAttribute('data-as-source', !session.isMarkdown);

  /** @param {string} name */
  function run(name) {
    if (name === 'link') return link.open();
    link.close();
    session.run(name);
  }

  // A press must not take the focus from the text.
  bar.addEventListener('mousedown', (event) => buttonAt(event) && event.preventDefault(), { signal });
  bar.addEventListener(
    'click',
    (event) => {
      const { text, textEnd } = buttonAt(event)?.dataset ?? {};
      if (text) run(text);
      else if (textEnd) end(textEnd === 'keep');
    },
    { signal },
  );
  block.addEventListener('change', () => session.setHeading(Number(block.value)), { signal });
  bar.addEventListener(
    'keydown',
    (event) => {
      event.stopPropagation();
      if (event.key !== 'Escape') return;
      link.close();
      session.focus();
    },
    { signal },
  );
  signal.addEventListener('abort', () => (bar.hidden = true));
  return {
    run,
    show: () => (block.value = String(session.heading)),
    focus: () => /** @type {HTMLElement} */ (session.isMarkdown ? block : bar.querySelector('[data-text-end]')).focus(),
  };
}

/**
 * Asks where a link leads.
 *
 * @param {HTMLElement} bar @param {{ session: TextSession, signal: AbortSignal }} parts
 */
function linkForm(bar, { session, signal }) {
  const form = /** @type {HTMLFormElement} */ (bar.querySelector('[data-text-link-form]'));
  const unlink = /** @type {HTMLElement} */ (form.querySelector('[data-text-unlink]'));
  const address = /** @type {HTMLInputElement} */ (form.querySelector('input'));
  const close = () => (form.hidden = true);
  /** @param {string} text */
  const set = (text) => {
    close();
    session.setLink(text);
  };
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      set(withScheme(address.value.trim()));
    },
    { signal },
  );
  unlink.addEventListener('click', () => set(''), { signal });
  close();
  return {
    close,
    open() {
      form.hidden = false;
      unlink.hidden = !session.link;
      address.value = session.link?.address ?? '';
      address.focus();
      address.select();
    },
  };
}

/** @param {Event} event */
const buttonAt = ({ target }) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest('button'));

/** "example.com" means the site of this name. @param {string} address */
const withScheme = (address) => (/^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(address) ? `https://${address}` : address);
