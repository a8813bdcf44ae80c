// Saves the draft as one change. If somebody else has saved first, it lists their changes.
import { post } from '../kit/requests.js';
import { made } from './view.js';

/** @import { Store } from './store.js' */

export class Saving {
  #isSaving = false;

  /** @param {HTMLElement} root @param {Store} store @param {{ announce: (text: string) => void, flush: () => Promise<void> }} parts */
  constructor(root, store, parts) {
    const find = (/** @type {string} */ name) => root.querySelector(`[data-wf-${name}]`);
    this.store = store;
    this.parts = parts;
    this.alert = /** @type {HTMLElement} */ (find('alert'));
    this.status = /** @type {HTMLElement} */ (find('status'));
    this.button = /** @type {HTMLButtonElement} */ (find('do=save'));
    this.dialog = /** @type {HTMLDialogElement} */ (find('conflict'));
    for (const name of ['change', 'checked', 'saved']) store.addEventListener(name, () => this.#show());
    addEventListener('beforeunload', (event) => store.isChanged && event.preventDefault());
    this.#show();
  }

  async save() {
    if (this.#isSaving) return;
    this.#isSaving = true;
    this.store.settle();
    this.#show();
    try {
      await this.parts.flush();
      if (this.store.isChanged) await this.#send();
    } catch {
      this.#refuse(this.store.text('notSaved'));
    } finally {
      this.#isSaving = false;
      this.#show();
    }
  }

  #show() {
    const { store } = this;
    const count = Object.keys(store.wrong).length;
    const state = this.#isSaving ? 'saving' : store.isChanged ? 'unsaved' : 'saved';
    this.status.dataset.state = state;
    this.button.disabled = this.#isSaving || !store.isChanged;
    this.status.textContent =
      count > 0 ? store.text(count === 1 ? 'problem' : 'problems', { count }) : store.text(state);
    this.status.classList.toggle('is-wrong', count > 0);
  }

  /** @returns {Promise<void>} */
  async #send() {
    const { store } = this;
    const { draft, expect, renamed } = store;
    const body = { draft: JSON.stringify(draft), renamed: JSON.stringify(renamed), expect: String(expect) };
    const { status, answer } = await post(`${store.state.url}/save`, new URLSearchParams(body));
    if (status === 200) {
      this.alert.hidden = true;
      store.saved(draft, answer.expect);
      return this.parts.announce(store.text('saved'));
    }
    if (answer.code === 'EDIT_CONFLICT') return this.#askWhose(answer);
    this.#refuse(answer.message || store.text('notSaved'));
  }

  /** @param {string} message */
  #refuse(message) {
    this.alert.textContent = message;
    this.alert.hidden = false;
    this.parts.announce(message);
  }

  /** @param {{ message: string, changed: { key: string, by: string | null }[], theirs: number }} answer */
  async #askWhose({ message, changed, theirs }) {
    const { dialog, store } = this;
    const list = made('ul', '');
    for (const { by, key } of changed) list.append(made('li', '', [key, by].filter(Boolean).join(' – ')));
    /** @type {HTMLElement} */ (dialog.querySelector('[data-wf-conflict-text]')).textContent = message;
    /** @type {HTMLElement} */ (dialog.querySelector('[data-wf-conflict-changes]')).replaceChildren(list);
    dialog.returnValue = '';
    dialog.showModal();
    await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
    if (dialog.returnValue === 'mine') {
      store.expect = theirs;
      await this.#send();
    } else if (dialog.returnValue === 'theirs') {
      await store.discard();
      location.reload();
    }
  }
}
