// Choices that people add from a combobox. They are new with what the form saves: their texts travel in the control that is
// there for browsers without scripts.

export class NewChoices {
  /** @type {HTMLInputElement | null} */
  #input;

  /** @param {HTMLSelectElement} select */
  constructor(select) {
    const input = document.getElementById(`${select.id}-add`);
    this.#input = input instanceof HTMLInputElement && input.dataset.plAdds ? input : null;
    if (this.#input) this.#input.hidden = true;
  }

  /** @returns {HTMLInputElement[]} one a text */
  get #all() {
    const form = this.#input?.form ?? this.#input?.parentElement;
    const named = form?.querySelectorAll(`input[name="${CSS.escape(this.#input?.name ?? '')}"]`) ?? [];
    return /** @type {HTMLInputElement[]} */ ([...named]);
  }

  get texts() {
    return this.#all.map(({ value }) => value.trim()).filter((text) => text !== '');
  }

  /** What is offered for a text. @param {string} text @returns {string | null} null: nobody may add it */
  offer(text) {
    return this.#input ? (this.#input.dataset.plAdds ?? '').replace('{text}', () => text) : null;
  }

  /** The longest text. */
  get most() {
    return this.#input?.maxLength ?? 0;
  }

  /** @param {string} text */
  add(text) {
    this.#set([...this.texts, text]);
  }

  /** @param {string} text */
  drop(text) {
    this.#set(this.texts.filter((one) => one !== text));
  }

  clear() {
    this.#set([]);
  }

  /** @param {string[]} texts */
  #set([first = '', ...more]) {
    const input = this.#input;
    if (!input) return;
    for (const other of this.#all) if (other !== input) other.remove();
    input.value = first;
    for (const value of more) {
      const other = Object.assign(document.createElement('input'), { type: 'hidden', name: input.name, value });
      input.after(other);
    }
  }
}
