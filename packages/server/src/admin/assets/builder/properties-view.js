// The form of what is selected. The server makes it and reads it; what is typed stays as it is meanwhile.
import { post } from './requests.js';

/** @import { Editor } from './editor.js' */

/** @param {{ element: HTMLElement, editor: Editor, seen: () => Record<string, any> }} parts */
export function createPropertiesView({ element, editor, seen }) {
  let shownFor = editor.selected.join();
  element.addEventListener('change', ({ target }) => {
    const form = /** @type {HTMLElement} */ (target).closest('form');
    if (form) send(form);
  });
  element.addEventListener('submit', (event) => event.preventDefault());

  /** @param {HTMLFormElement} form */
  function send(form) {
    const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const { panel = '', node = '' } = form.dataset;
    editor.submit(async (draft, version) => {
      const { row, as } = seen();
      const more = {
        draft: JSON.stringify(draft),
        version: String(version),
        row: row ?? '',
        as: as ?? '',
        panel,
        node,
      };
      const { status, answer } = await post(
        `${editor.state.url}/properties`,
        new URLSearchParams([...typed, ...Object.entries(more)]),
      );
      return { status, body: answer };
    });
  }

  return {
    /** @param {{ properties: string, draft?: any }} answer */
    show({ properties, draft }) {
      const isTyping = element.contains(document.activeElement);
      const now = editor.selected.join();
      if ((isTyping || draft) && now === shownFor) return;
      shownFor = now;
      element.innerHTML = properties;
    },
    /** The first control, or the one of a setting. @param {string} [setting] */
    focus(setting) {
      const named = setting ? element.querySelector(`[name="node.${setting}"]`) : null;
      const first = named ?? element.querySelector('input:not([type=hidden]), select, textarea');
      /** @type {HTMLElement | null} */ (first)?.focus();
    },
  };
}
