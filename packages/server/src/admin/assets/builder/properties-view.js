// The form of what is selected. The server makes it and reads it; what is typed stays as it is meanwhile.
import { post } from './requests.js';

/** @import { Editor } from './editor.js' */

/** @param {{ element: HTMLElement, editor: Editor, seen: () => Record<string, any> }} parts */
export function createPropertiesView({ element, editor, seen }) {
  let shownFor = editor.selected.join();
  /** What the form was made of, unless something was typed since. */
  let shown = '';
  for (const name of ['input', 'change']) element.addEventListener(name, () => (shown = ''));
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
      const { row, as, tried } = seen();
      const more = {
        draft: JSON.stringify(draft),
        version: String(version),
        catalog: String(editor.catalog),
        row: row ?? '',
        as: as ?? '',
        tried,
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

  /** @param {string} name of a control */
  function focusAgain(name) {
    const controls = /** @type {NodeListOf<HTMLInputElement>} */ (
      element.querySelectorAll(`[name="${CSS.escape(name)}"]:not([type=hidden])`)
    );
    ([...controls].find(({ checked }) => checked) ?? controls[0])?.focus();
  }

  return {
    /** @param {{ properties: string, draft?: any, redraw?: boolean }} answer redraw: the form says more than was typed */
    show(answer) {
      const { properties, draft, redraw } = answer;
      const focused = /** @type {HTMLInputElement | null} */ (document.activeElement);
      const isTyping = element.contains(focused);
      const now = editor.selected.join();
      const isOther = properties !== shown && (redraw || !(isTyping || draft));
      if (now !== shownFor || isOther) {
        const name = isTyping && now === shownFor ? focused?.name : '';
        shownFor = now;
        if (properties !== shown) element.innerHTML = properties;
        shown = properties;
        if (name) focusAgain(name);
      }
      // What belongs to the form itself is in settings-panel.js.
      element.dispatchEvent(new CustomEvent('bld:answer', { detail: answer }));
    },
    /** The first control, or the one of a setting. @param {string} [setting] */
    focus(setting) {
      const named = setting ? element.querySelector(`[name="node.${setting}"]`) : null;
      const first = named ?? element.querySelector('input:not([type=hidden]), select, textarea');
      /** @type {HTMLElement | null} */ (first)?.focus();
    },
  };
}
