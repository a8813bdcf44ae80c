// A list of options of which a text control chooses one: a combobox of ARIA 1.2. The focus stays in the control, where what is
// typed filters the list, so it needs no typing ahead of its own. Filtering, asking the server, several choices and new ones
// are the owner's: it puts the options that there are now.

/** Options that a page key passes. */
const PAGE = 6;
const state = { lists: 0 };

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Control */

export class ListBox {
  /** Which option Enter takes; -1: none. */
  at = -1;
  /** @type {Control | null} */
  input = null;

  /**
   * @param {HTMLElement} list with role=listbox
   * @param {{ choose: (option: HTMLElement, i: number, event: Event) => void, input?: Control, isMarked?: boolean, hovers?: boolean }} options
   *   isMarked: the option that Enter takes has the class active, since aria-selected says what is chosen already; hovers: so
   *   has the one under the pointer
   */
  constructor(list, { choose, input, isMarked = false, hovers = false }) {
    this.list = list;
    this.choose = choose;
    this.isMarked = isMarked;
    list.role = 'listbox';
    list.id ||= `pl-options-${(state.lists += 1)}`;
    // The focus stays where it is.
    list.addEventListener('mousedown', (event) => event.preventDefault());
    list.addEventListener('click', (event) => {
      const option = this.optionAt(event);
      if (option) choose(option, this.options.indexOf(option), event);
    });
    if (hovers)
      list.addEventListener('pointermove', (event) => {
        const option = this.optionAt(event);
        if (option) this.point(this.options.indexOf(option));
      });
    if (input) this.attach(input);
  }

  /** Those that can be chosen, of all groups. @returns {HTMLElement[]} */
  get options() {
    return [...this.list.querySelectorAll('[role=option]:not([aria-disabled=true])')].map(
      (one) => /** @type {any} */ (one),
    );
  }

  get option() {
    return this.options[this.at] ?? null;
  }

  /** The control that it belongs to now. @param {Control} input */
  attach(input) {
    if (this.input !== input) this.#unpoint();
    this.input = input;
    input.setAttribute('aria-controls', this.list.id);
    input.setAttribute('aria-autocomplete', 'list');
  }

  /**
   * @param {Iterable<Node>} nodes options, or groups of them (see grouped) @param {number} [at] which one Enter takes
   */
  put(nodes, at = 0) {
    this.list.replaceChildren(...nodes);
    this.list.hidden = false;
    this.renewed(at);
  }

  /** Somebody else has filled the list. @param {number} [at] */
  renewed(at = 0) {
    const { options, list } = this;
    for (const [i, option] of options.entries()) {
      option.id ||= `${list.id}-${i}`;
      if (!this.isMarked) option.ariaSelected = 'false';
    }
    this.#expand(options.length > 0);
    this.point(Math.min(at, options.length - 1));
  }

  hide() {
    this.list.hidden = true;
    this.#expand(false);
    this.point(-1);
  }

  /** @param {number} at */
  point(at) {
    const { options } = this;
    this.#mark(options[this.at], false);
    this.at = at;
    const option = options[at];
    if (!option) return this.#unpoint();
    this.#mark(option, true);
    option.scrollIntoView({ block: 'nearest' });
    this.input?.setAttribute('aria-activedescendant', option.id);
  }

  /**
   * Arrows and page keys move, Enter chooses.
   *
   * @param {KeyboardEvent} event @returns {boolean} whether it was one of these; it is done then
   */
  key(event) {
    const { at, option } = this;
    const last = this.options.length - 1;
    const to = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(at + PAGE, last),
      PageUp: Math.max(at - PAGE, 0),
    }[event.key];
    if (event.isComposing || last < 0) return false;
    if (to !== undefined) this.point(to);
    else if (event.key === 'Enter' && option) this.choose(option, at, event);
    else return false;
    event.preventDefault();
    return true;
  }

  /** @param {Event} event @returns {HTMLElement | null} */
  optionAt({ target }) {
    return /** @type {Element} */ (target).closest('[role=option]:not([aria-disabled=true])');
  }

  /** @param {HTMLElement | undefined} option @param {boolean} isActive */
  #mark(option, isActive) {
    if (this.isMarked) option?.classList.toggle('active', isActive);
    else if (option) option.ariaSelected = String(isActive);
  }

  #unpoint() {
    this.input?.removeAttribute('aria-activedescendant');
  }

  /** @param {boolean} isOpen */
  #expand(isOpen) {
    if (this.input?.role === 'combobox') this.input.ariaExpanded = String(isOpen);
  }
}

/** @param {string} [text] @param {string} [className] @param {'li' | 'div'} [tag] li in a list @returns {HTMLElement} */
export const optionOf = (text = '', className = '', tag = 'li') =>
  Object.assign(document.createElement(tag), { role: 'option', className, textContent: text });

/**
 * Options under headings, in the order in which the groups come.
 *
 * @param {readonly HTMLElement[]} options @param {(option: HTMLElement, i: number) => string} groupOf its label
 * @param {string} className of headings
 */
export function grouped(options, groupOf, className) {
  /** @type {Map<string, HTMLElement>} */
  const groups = new Map();
  for (const [i, option] of options.entries()) {
    const label = groupOf(option, i);
    let group = groups.get(label);
    if (!group) {
      const heading = Object.assign(document.createElement('div'), {
        className,
        textContent: label,
        ariaHidden: 'true',
      });
      group = Object.assign(document.createElement('div'), { role: 'group', ariaLabel: label });
      group.append(heading);
      groups.set(label, group);
    }
    group.append(option);
  }
  return groups.values();
}
