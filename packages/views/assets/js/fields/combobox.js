// Turns a select with data-pl-combobox into a combobox of ARIA 1.2: a text control with a list below it. With a URL,
// the list comes from the server, otherwise from the select's options. The hidden select is what the form submits.
import { ListBox, optionOf } from '@plinth/plugin/browser/list-box';
import { request } from '@plinth/plugin/browser/request';

/** @typedef {{ value: string | number, label: string }} Choice */

function enhance() {
  const selects = /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll('select[data-pl-combobox]'));
  for (const select of selects) {
    if (select.plCombobox) continue;
    select.plCombobox = true;
    new Combobox(select);
  }
}

class Combobox {
  /** What the list shows. @type {Choice[]} */
  choices = [];
  /** The request in progress. @type {object | null} */
  asked = null;

  /** @param {HTMLSelectElement} select */
  constructor(select) {
    this.select = select;
    this.box = element('div', { class: 'pl-combobox' });
    this.input = element('input', {
      class: inputClass(select),
      type: 'text',
      id: select.id,
      role: 'combobox',
      autocomplete: 'off',
      'aria-expanded': 'false',
      placeholder: select.dataset.plSearch ?? '',
    });
    for (const name of ['aria-invalid', 'aria-describedby']) {
      const value = select.getAttribute(name);
      if (value !== null) this.input.setAttribute(name, value);
    }
    if (select.required || select.ariaRequired === 'true') this.input.setAttribute('aria-required', 'true');
    this.list = element('ul', { class: 'dropdown-menu pl-combobox-list', hidden: '' });
    const choose = (/** @type {HTMLElement} */ _, /** @type {number} */ i) => this.choose(this.choices[i]);
    this.options = new ListBox(this.list, { input: this.input, choose, isMarked: true });
    const label = document.querySelector(`label[for="${CSS.escape(select.id)}"]`);
    if (label) this.list.setAttribute('aria-label', label.textContent ?? '');
    this.tags = element('ul', { class: 'pl-combobox-tags' });
    select.id = `${select.id}-value`;
    select.hidden = true;
    // A hidden required control would block submission without a message; the server validates instead.
    select.required = false;
    select.before(this.box);
    this.box.append(...(select.multiple ? [this.tags] : []), this.input, this.list);
    this.listen();
    this.showChosen();
  }

  listen() {
    this.input.addEventListener('input', () => this.search(this.input.value));
    this.input.addEventListener('focus', () => this.input.select());
    this.input.addEventListener('click', () => {
      if (this.list.hidden) this.search('');
    });
    this.input.addEventListener('keydown', (event) => this.key(event));
    this.input.addEventListener('blur', () => this.close(true));
    this.select.form?.addEventListener('reset', () => setTimeout(() => this.showChosen()));
  }

  /** @param {string} text */
  async search(text) {
    const asked = (this.asked = {});
    const { plCombobox: address } = this.select.dataset;
    if (!address) return this.show(this.ownChoices(text));
    await new Promise((done) => setTimeout(done, text ? 150 : 0));
    if (asked !== this.asked) return;
    const url = `${address}${address.includes('?') ? '&' : '?'}q=${encodeURIComponent(text)}`;
    const { ok, json } = await request(url);
    // Ignore responses to older requests.
    if (asked !== this.asked || document.activeElement !== this.input) return;
    this.show(ok ? (Array.isArray(json) ? json : (json.choices ?? [])) : this.ownChoices(text));
  }

  /** @param {string} text @returns {Choice[]} */
  ownChoices(text) {
    const wanted = text.trim().toLowerCase();
    return [...this.select.options]
      .filter((option) => option.value && option.text.toLowerCase().includes(wanted))
      .map((option) => ({ value: option.value, label: option.text }));
  }

  /** @param {Choice[]} choices */
  show(choices) {
    const chosen = new Set(this.chosen().map((option) => option.value));
    this.choices = this.select.multiple ? choices.filter(({ value }) => !chosen.has(String(value))) : choices;
    const none = element('li', { role: 'option', 'aria-disabled': 'true', 'aria-selected': 'false' });
    none.textContent = this.select.dataset.plNone ?? '';
    const lines = this.choices.map(({ value, label }) => {
      const line = optionOf(label);
      line.ariaSelected = String(chosen.has(String(value)));
      return line;
    });
    this.options.put(lines.length > 0 ? lines : [none], -1);
    this.input.ariaExpanded = 'true';
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (this.list.hidden && isArrow) {
      event.preventDefault();
      this.search('');
    } else if (!this.list.hidden && this.options.key(event)) return;
    else if (event.key === 'Enter' && !this.list.hidden) {
      event.preventDefault();
      if (this.choices.length === 1) this.choose(this.choices[0]);
    } else if (event.key === 'Escape' && (this.asked || !this.list.hidden)) {
      event.preventDefault();
      event.stopPropagation();
      this.close(true);
    } else if (event.key === 'Backspace' && this.select.multiple && this.input.value === '') {
      const option = this.chosen().at(-1);
      if (option) this.drop(option);
    }
  }

  /** @param {Choice} choice */
  choose({ value, label }) {
    let option = [...this.select.options].find((entry) => entry.value === String(value));
    if (!option) this.select.append((option = new Option(label, String(value))));
    option.selected = true;
    this.changed();
    this.close(false);
  }

  /** @param {HTMLOptionElement} option */
  drop(option) {
    option.selected = false;
    this.changed();
    this.input.focus();
  }

  changed() {
    this.showChosen();
    this.select.dispatchEvent(new Event('input', { bubbles: true }));
    this.select.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /**
   * Clearing the text clears the choice; any other unmatched text is discarded. Tags are not rebuilt: a click on one of
   * their buttons may be what moves the focus, and the button must still exist.
   *
   * @param {boolean} left
   */
  close(left) {
    this.asked = null;
    this.options.hide();
    if (!left) return;
    if (!this.select.multiple && this.input.value === '' && this.select.value !== '') {
      this.select.value = '';
      this.changed();
    } else this.showText();
  }

  chosen() {
    return [...this.select.selectedOptions].filter((option) => option.value !== '');
  }

  showText() {
    this.input.value = this.select.multiple ? '' : (this.chosen()[0]?.text ?? '');
  }

  showChosen() {
    this.showText();
    this.tags.replaceChildren(...this.chosen().map((option) => this.tag(option)));
  }

  /** @param {HTMLOptionElement} option */
  tag(option) {
    const button = element(
      'button',
      { type: 'button', 'aria-label': `${this.select.dataset.plRemove}: ${option.text}` },
      '×',
    );
    button.addEventListener('click', () => this.drop(option));
    const item = element('li', { class: 'badge pl-c-grey' }, option.text);
    item.append(button);
    return item;
  }
}

/** Copies the select's size and validation state. @param {HTMLSelectElement} select */
function inputClass({ classList }) {
  const small = classList.contains('form-select-sm') ? ' form-control-sm' : '';
  return `form-control${small}${classList.contains('is-invalid') ? ' is-invalid' : ''}`;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name @param {Record<string, string>} attributes @param {string} [text]
 * @returns {HTMLElementTagNameMap[K]}
 */
function element(name, attributes, text) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

enhance();
new MutationObserver(enhance).observe(document.body, { childList: true, subtree: true });
