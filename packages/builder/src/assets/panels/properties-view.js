// The settings of the selection. The server prints and reads the form; typed text stays in the meantime.
import { post } from '../../kit/requests.js';

/** @import { Editor } from '../drafts/editor.js' */

/** @param {{ element: HTMLElement, editor: Editor, seen: () => Record<string, unknown> }} parts */
export function createPropertiesView({ element, editor, seen }) {
  let shownFor = editor.selected.join();
  /** What the form was made of, unless something was typed since. */
  let shown = '';
  /** Whether the server wants the form to be shown again while a newer change was still on its way. */
  let isOwed = false;
  /** What to focus once the form of the selection is there; null: nothing. @type {{ setting?: string } | null} */
  let wanted = null;
  /** Whether a text is typed that is sent once its control is left. */
  let isHalfTyped = false;
  for (const name of ['input', 'change', 'focusout'])
    element.addEventListener(name, () => {
      if (name !== 'focusout') shown = '';
      isHalfTyped = name === 'input';
    });
  element.addEventListener('change', ({ target }) => {
    const form = /** @type {HTMLElement} */ (target).closest('form');
    if (form) send(form, { editor, seen });
  });
  element.addEventListener('submit', (event) => event.preventDefault());

  /** @param {string} name of a control */
  function focusAgain(name) {
    const controls = /** @type {NodeListOf<HTMLInputElement>} */ (
      element.querySelectorAll(`[name="${CSS.escape(name)}"]:not([type=hidden])`)
    );
    ([...controls].find(({ checked }) => checked) ?? controls[0])?.focus();
  }

  /** @param {string} [setting] */
  function focusOn(setting) {
    const named = setting ? element.querySelector(`[name="node.${setting}"]`) : null;
    const first = named ?? element.querySelector('input:not([type=hidden]), select, textarea');
    /** @type {HTMLElement | null} */ (first)?.focus();
  }

  return {
    /** @param {{ properties: string, draft?: unknown, redraw?: boolean }} answer redraw: the form says more than was typed */
    show(answer) {
      const { properties, draft, redraw } = answer;
      const focused = /** @type {HTMLInputElement | null} */ (document.activeElement);
      const isTyping = element.contains(focused);
      const now = editor.selected.join();
      const isSame = now === shownFor;
      isOwed = isSame && (isOwed || Boolean(redraw));
      // What was changed since would be lost with the form; the answer to it comes next.
      const isOld = isSame && (isHalfTyped || editor.isSubmitting);
      const isOther = properties !== shown && !isOld && (isOwed || !(isTyping || draft));
      if (!isSame || isOther) {
        const name = isTyping && isSame ? focused?.name : '';
        shownFor = now;
        isOwed = false;
        if (properties !== shown) {
          if (isSame) element.dispatchEvent(repaintWith(properties, Boolean(draft)));
          else element.innerHTML = properties;
        }
        shown = properties;
        if (name && !element.contains(document.activeElement)) focusAgain(name);
      }
      if (wanted && !isSame) focusOn(wanted.setting);
      wanted = null;
      // What belongs to the form itself is in settings-panel.js.
      element.dispatchEvent(new CustomEvent('bld:answer', { detail: answer }));
    },
    /** The first control, or the one of a setting. @param {string} [setting] */
    focus(setting) {
      // The form of what was selected before would take the focus with it.
      if (editor.selected.join() === shownFor) focusOn(setting);
      else wanted = { setting };
    },
  };
}

/** @param {string} html @param {boolean} isNew */
const repaintWith = (html, isNew) =>
  new CustomEvent('pl:repaint', { bubbles: true, cancelable: true, detail: { html, isNew } });

/** @param {HTMLFormElement} form @param {{ editor: Editor, seen: () => Record<string, any> }} parts */
function send(form, { editor, seen }) {
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
