// The draft of a workflow in the browser: its steps for undo, what is selected, and what the browser keeps until it is saved.
import { openKept } from '../kit/kept.js';
import { findStep } from './document.js';

/** @import { Draft, Kinds } from './document.js' */

/** How many steps can be undone. */
const MOST_UNDO = 200;

/**
 * `change`: the draft has changed; `select`: another step is selected; `checked`: the server has checked the draft;
 * `saved`: the draft was saved, or equals the saved one.
 */
export class Store extends EventTarget {
  /** @type {{ draft: Draft, selected: string | null }[]} */
  #past = [];
  /** @type {{ draft: Draft, selected: string | null }[]} */
  #future = [];
  /** @type {import('../kit/kept.js').Kept | null} */
  #kept = null;
  /** @type {Draft} as it is stored */
  #stored;
  #joins = '';
  /** The first error of each step. @type {Record<string, string>} */
  #wrong = {};

  /** @param {any} state from the server */
  constructor(state) {
    super();
    this.state = state;
    /** @type {Kinds} */
    this.kinds = state.kinds;
    /** @type {Draft} */
    this.draft = state.draft;
    this.#stored = state.draft;
    /** @type {Record<string, string>} */
    this.errors = state.errors;
    this.#wrong = state.wrong;
    /** Steps that have just been added and are still being filled in: missing settings are no error yet. @type {Set<string>} */
    this.fresh = new Set();
    this.words = state.words;
    this.message = state.message;
    /** @type {string | null} */
    this.selected = null;
    /** New names of variables by their stored ones. @type {Record<string, string>} */
    this.renamed = {};
    this.expect = state.expect;
  }

  /** Takes up what was not saved on the last visit. @returns {Promise<boolean>} whether there was something */
  async open() {
    this.#kept = await openKept();
    const kept = await this.#kept.get(this.#key).catch(() => null);
    if (!kept?.draft || JSON.stringify(kept.draft) === JSON.stringify(this.draft)) return false;
    this.#past.push({ draft: this.draft, selected: null });
    this.draft = kept.draft;
    this.renamed = kept.renamed ?? {};
    // Saving notices if somebody else has saved in between.
    this.expect = kept.expect;
    this.#tell('change');
    return true;
  }

  get #key() {
    return `workflow:${this.state.id}`;
  }
  get isChanged() {
    return this.draft !== this.#stored && JSON.stringify(this.draft) !== JSON.stringify(this.#stored);
  }
  get canUndo() {
    return this.#past.length > 0;
  }
  get canRedo() {
    return this.#future.length > 0;
  }

  /** The first error of each step, once it was left or saving was tried. @type {Record<string, string>} */
  get wrong() {
    return Object.fromEntries(Object.entries(this.#wrong).filter(([id]) => !this.fresh.has(id)));
  }

  /** Treats a step as filled in once it is left; without an id, all steps. @param {string | null} [id] */
  settle(id) {
    const had = id === undefined ? this.fresh.size > 0 : id !== null && this.fresh.has(id);
    if (id === undefined) this.fresh.clear();
    else if (id !== null) this.fresh.delete(id);
    if (had) this.#tell('checked');
  }

  /** @param {string} name @param {Record<string, string | number>} [values] */
  text(name, values = {}) {
    return (this.state.texts[name] ?? name).replace(
      /\{(\w+)\}/g,
      (/** @type {string} */ whole, /** @type {string} */ key) => (key in values ? String(values[key]) : whole),
    );
  }

  /**
   * @param {Draft} draft @param {{ select?: string | null, joins?: string }} [how] joins: a change of the same kind right
   *   before is undone together with this one
   */
  change(draft, { select = this.selected, joins = '' } = {}) {
    if (draft === this.draft) return;
    if (!joins || joins !== this.#joins) {
      this.#past.push({ draft: this.draft, selected: this.selected });
      if (this.#past.length > MOST_UNDO) this.#past.shift();
    }
    this.#joins = joins;
    this.#future = [];
    this.#go(draft, select);
  }

  undo() {
    return this.#step(this.#past, this.#future);
  }
  redo() {
    return this.#step(this.#future, this.#past);
  }

  /** @param {string | null} id */
  select(id) {
    if (id === this.selected) return;
    this.#joins = '';
    const before = this.selected;
    this.selected = id;
    this.#tell('select');
    this.settle(before);
  }

  /** Takes the result of the server's check. @param {{ errors: Record<string, string>, wrong: Record<string, string>, words: Record<string, string>, message: string }} told */
  told({ errors, wrong, words, message }) {
    this.errors = errors;
    this.#wrong = wrong;
    this.message = message;
    this.words = { ...this.words, ...words };
    this.#tell('checked');
  }

  /** @param {Draft} draft what was saved @param {number} expect */
  saved(draft, expect) {
    this.#stored = draft;
    this.expect = expect;
    this.renamed = {};
    this.#keep();
    this.#tell('saved');
  }

  /** Forgets unsaved changes. */
  async discard() {
    this.draft = this.#stored;
    await this.#kept?.remove(this.#key).catch(() => {});
  }

  /** @param {{ draft: Draft, selected: string | null }[]} from @param {{ draft: Draft, selected: string | null }[]} to */
  #step(from, to) {
    const step = from.pop();
    if (!step) return false;
    to.push({ draft: this.draft, selected: this.selected });
    this.#joins = '';
    this.#go(step.draft, step.selected);
    return true;
  }

  /** @param {Draft} draft @param {string | null} select */
  #go(draft, select) {
    this.draft = draft;
    const isThere = select === null || select === '' || findStep(draft, this.kinds, select) !== null;
    const before = this.selected;
    this.selected = isThere ? select : null;
    this.#keep();
    this.#tell('change');
    if (this.selected === before) return;
    this.#tell('select');
    this.settle(before);
  }

  #keep() {
    const { draft, renamed, expect } = this;
    const done = this.isChanged
      ? this.#kept?.put(this.#key, { draft, renamed, expect })
      : this.#kept?.remove(this.#key);
    done?.catch(() => {});
  }

  /** @param {string} name */
  #tell(name) {
    this.dispatchEvent(new Event(name));
  }
}
