// A piece's parameters, tried on the canvas: the values are kept in this browser and are no part of the draft.
import { isSame } from '../../model/flat.js';
import { post } from '../../kit/requests.js';

/** @import { Editor } from '../drafts/editor.js' */
/** @import { Kept } from '../../kit/kept.js' */

const PREFIX = 'try.';

/**
 * @typedef {object} TriedValues
 * @property {string} text of the form, empty as long as nothing is tried
 * @property {(answer: { wrongTried: string[] }) => void} show
 */

/**
 * @param {{ editor: Editor, kept: Kept, button: HTMLElement | null }} parts button: null where there is nothing to try
 * @returns {Promise<TriedValues>}
 */
export async function createTriedValues({ editor, kept, button }) {
  if (!button) return { text: '', show() {} };
  const key = `tried:${editor.state.kind}:${editor.state.name}`;
  const text = await kept.get(key).catch(() => '');
  return new Panel({
    editor,
    button,
    text: typeof text === 'string' ? text : '',
    keep: (next) => (next ? kept.put(key, next) : kept.remove(key)),
  });
}

/** @implements {TriedValues} */
class Panel {
  #editor;
  #button;
  #keep;
  #text;
  #panel = one('tried');
  #form = /** @type {HTMLFormElement} */ (this.#panel.querySelector('form'));
  /** The parameters that the form was made for. @type {unknown} */
  #made = null;

  /** @param {{ editor: Editor, button: HTMLElement, text: string, keep: (text: string) => Promise<void> }} parts */
  constructor({ editor, button, text, keep }) {
    this.#editor = editor;
    this.#button = button;
    this.#text = text;
    this.#keep = keep;
    this.#mark();
    button.addEventListener('click', () => this.#open(Boolean(this.#panel.hidden)));
    one('tried-close').addEventListener('click', () => this.#open(false));
    one('tried-reset').addEventListener('click', () => {
      this.#take('');
      void this.#load();
    });
    this.#panel.addEventListener('keydown', (event) => {
      // The builder's own keys are not meant here.
      event.stopPropagation();
      if (event.key === 'Escape') this.#open(false);
    });
    this.#form.addEventListener('submit', (event) => event.preventDefault());
    for (const kind of ['input', 'change'])
      this.#form.addEventListener(kind, ({ target }) => {
        const next = typedIn(this.#form, this.#text, /** @type {HTMLInputElement} */ (target).name);
        if (next !== this.#text) this.#take(next);
      });
  }

  get text() {
    return this.#text;
  }

  /** @param {{ wrongTried: string[] }} answer */
  show({ wrongTried }) {
    const wrong = one('tried-wrong');
    wrong.textContent = wrongTried.join('. ');
    wrong.hidden = wrongTried.length === 0;
    if (!this.#panel.hidden && !isSame(this.#made, this.#editor.draft.general.params)) void this.#load();
  }

  /** @param {boolean} isOpen */
  #open(isOpen) {
    this.#panel.hidden = !isOpen;
    this.#button.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) return focusOn(this.#button);
    /** @type {HTMLElement | null} */ (this.#button.closest(':popover-open'))?.hidePopover();
    this.#panel.focus();
    void this.#load();
  }

  async #load() {
    const { draft, state } = this.#editor;
    const { params } = draft.general;
    this.#made = params;
    const answered = await post(`${state.url}/tried`, { draft, tried: this.#text });
    if (this.#made !== params) return;
    if (answered.status !== 200) {
      // Asked for again with the next picture.
      this.#made = null;
      return;
    }
    // The set of controls has changed; the values of those that stay have not.
    const detail = { html: answered.answer.form };
    one('tried-form').dispatchEvent(new CustomEvent('pl:repaint', { bubbles: true, cancelable: true, detail }));
  }

  /** @param {string} text */
  #take(text) {
    this.#text = text;
    this.#mark();
    this.#keep(text).catch(() => {});
    this.#editor.repaint();
  }

  #mark() {
    this.#button.classList.toggle('active', this.#text !== '');
  }
}

/** On a small screen, the button is in a menu, which is closed. @param {HTMLElement} button */
function focusOn(button) {
  const isShown = button.checkVisibility();
  const menu = /** @type {HTMLElement | null} */ (document.querySelector('.bld-more-options'));
  (isShown ? button : menu)?.focus();
}

/**
 * What was changed in the form, now or before.
 *
 * @param {HTMLFormElement} form @param {string} before @param {string} changed name of a control
 */
function typedIn(form, before, changed) {
  const parameter = (/** @type {string} */ name) =>
    name.slice(PREFIX.length).split('../../../../admin/src/assets/builder')[0];
  const touched = new Set(new URLSearchParams(before).getAll('touched'));
  if (changed.startsWith(PREFIX)) touched.add(parameter(changed));
  const values = [...new FormData(form)].filter(([name]) => touched.has(parameter(name)));
  const entries = values.map(([name, value]) => [name, String(value)]);
  return new URLSearchParams([...entries, ...[...touched].map((name) => ['touched', name])]).toString();
}

/** @param {string} name @returns {HTMLElement} */
const one = (name) => /** @type {HTMLElement} */ (document.querySelector(`[data-bld-${name}]`));
