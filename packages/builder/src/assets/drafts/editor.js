// The draft, the selection and the history. Everything on the screen follows its events.
import { withOwnIds } from '../../model/ids.js';
import { acceptsBy } from '../../model/places.js';
import { Store } from './store.js';
import { findNode } from '../../model/tree.js';
import { History } from './undo.js';

/** @import { Draft, Node } from '../../model/tree.js' */
/** @import { ElementInfo } from '../../model/places.js' */
/** @import { Kept } from '../../kit/kept.js' */
/** @import { Answer, SaveState } from './store.js' */

/**
 * @typedef {ElementInfo & { label: string, icon: string, offered: boolean, fresh: Node,
 *   settings: { name: string, type: string, required: boolean }[] }} Element
 *
 * @typedef {object} State what the server sent with the page
 * @property {string} kind @property {string} name @property {string} label @property {string} url @property {Draft} draft
 * @property {number} version @property {Element[]} elements @property {Record<string, string>} texts
 * @property {{ name: string, label: string }[]} fields @property {any[]} palette @property {{ name: string, label: string }[]} tables @property {any} columns of a list @property {Problem[]} problems
 * @property {number} catalog version of all metadata
 * @property {Record<string, string>} hints what tells nodes of a kind apart, by id @property {Record<string, string>} icons
 *
 * @typedef {{ state: SaveState, message: string }} Saving
 */

const TEXTS = new Set(['text', 'longtext', 'markdown']);

/** @typedef {{ node: string, message: string, url?: string }} Problem node: empty for the whole */

/** Events: change (the draft), select, offers (what can be inserted), painted (detail: the answer), saving (detail: Saving), merged. */
export class Editor extends EventTarget {
  /** @type {Store} */
  #store;
  /** @type {History} */
  #history;
  /** @type {string[]} */
  #selected = [];
  #kept;
  #key;
  #catalog;

  /**
   * @param {State} state
   * @param {{ kept: Kept, history: import('./undo.js').KeptHistory | null,
   *   send: (draft: Draft, version: number, selected: string[]) => Promise<Answer> }} parts
   */
  constructor(state, { kept, history, send }) {
    super();
    this.state = state;
    this.elements = new Map(state.elements.map((element) => [element.name, element]));
    this.accepts = acceptsBy(state.elements);
    this.#kept = kept;
    this.#catalog = state.catalog;
    this.#key = `${state.kind}:${state.name}`;
    this.#store = new Store({
      draft: state.draft,
      version: state.version,
      key: this.#key,
      kept,
      send: (draft, version) => send(draft, version, this.#selected),
      onPainted: (answer, draft) => this.#painted(answer, draft),
      onState: (saving, message) => this.#tell('saving', { state: saving, message }),
      onMerged: (draft, change) => {
        this.#foreign(draft);
        this.#tell('merged', change);
      },
    });
    this.#history = new History(state.draft, history);
  }

  /** Takes up what an earlier tab left. */
  async start() {
    await this.#store.resume();
    const draft = withOwnIds(this.draft);
    if (draft !== this.draft) this.#store.change(draft);
    this.#foreign(this.draft);
  }

  get draft() {
    return this.#store.draft;
  }

  /** The version of the metadata that the last picture was made with. */
  get catalog() {
    return this.#catalog;
  }

  get version() {
    return this.#store.version;
  }

  get isSaved() {
    return this.#store.isSaved;
  }

  get isSubmitting() {
    return this.#store.isSubmitting;
  }

  get selected() {
    return this.#selected;
  }

  get history() {
    return this.#history;
  }

  /** The one selected node, the first of several. */
  get node() {
    return findNode(this.draft, this.#selected[0])?.node ?? null;
  }

  /**
   * A step of the user.
   *
   * @param {Draft} draft @param {{ label: string, select?: string[], joins?: boolean }} about label: for "Undo move";
   *   joins: continues the last step
   * @returns {boolean} whether anything changed
   */
  change(draft, { label, select = this.#selected, joins = false }) {
    if (draft === this.draft) return false;
    this.#history.add(draft, { label, selected: [this.#selected, select], joins });
    this.#go(draft, select);
    return true;
  }

  /** @returns {string | null} what was undone */
  undo() {
    return this.#travel(this.#history.undo());
  }

  /** @returns {string | null} what was repeated */
  redo() {
    return this.#travel(this.#history.redo());
  }

  /** @param {readonly string[]} ids */
  select(ids) {
    const next = ids.filter((id) => findNode(this.draft, id));
    if (next.join() === this.#selected.join()) return;
    this.#selected = next;
    this.#tell('select', null);
    this.#store.repaint();
  }

  /** @param {Parameters<Store['submit']>[0]} send */
  submit(send) {
    this.#store.submit(send);
  }

  repaint() {
    this.#store.repaint();
  }

  /**
   * Ends the draft by a request, and ignores its own events in the meantime.
   *
   * @template {{ status: number }} T @param {() => Promise<T>} request @returns {Promise<T>} with status 200, the draft is gone
   */
  async end(request) {
    this.#store.hold();
    const answer = await request();
    if (answer.status !== 200) this.#store.release();
    return answer;
  }

  /** The page was left and is shown again, as the browser kept it. */
  revive() {
    this.#store.release();
  }

  /** @param {string} id @returns {Element | undefined} */
  elementOf(id) {
    return this.elements.get(findNode(this.draft, id)?.node.type ?? '');
  }

  /** What a node is called: its kind, and its title if it has one. @param {Node | null | undefined} node */
  nameOf(node) {
    if (!node) return '';
    const label = this.elements.get(node.type)?.label ?? node.type;
    const hint = this.hintOf(node);
    return hint ? `${label}: ${hint}` : label;
  }

  /** Its title, or the label of its field. @param {Node} node */
  hintOf({ type, settings = {} }) {
    // A field's label is where its label stands.
    const texts = (this.elements.get(type)?.settings ?? []).filter((one) => TEXTS.has(one.type));
    const named = ['title', 'label', 'text']
      .filter((name) => texts.some((one) => one.name === name))
      .map((name) => settings[name])
      .find((one) => typeof one === 'string' && one.trim());
    const hint = named ?? this.state.fields.find(({ name }) => name === settings.field)?.label ?? '';
    const isMarkdown = texts.some((one) => one.type === 'markdown');
    const words = isMarkdown ? String(hint).replaceAll(/[[#*_`>\]\s]+/g, ' ') : String(hint);
    return words.trim().slice(0, 40);
  }

  /** @param {string} key @param {Record<string, string | number>} [values] */
  text(key, values = {}) {
    const text = this.state.texts[key] ?? key;
    return text.replaceAll(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
  }

  /** @param {{ draft: Draft, label: string, selected: string[] } | null} step */
  #travel(step) {
    if (!step) return null;
    this.#go(step.draft, step.selected);
    return step.label;
  }

  /** @param {Draft} draft @param {readonly string[]} select */
  #go(draft, select) {
    this.#selected = select.filter((id) => findNode(draft, id));
    this.#store.change(draft);
    this.#tell('change', null);
    this.#tell('select', null);
    this.#keep();
  }

  /** @param {any} answer @param {Draft} draft as saved */
  #painted(answer, draft) {
    this.#catalog = answer.catalog;
    if (answer.offers) this.#offer(answer.offers);
    if (answer.draft && answer.draft === draft) {
      const now = this.draft;
      const label = this.text('settings');
      this.#history.add(now, { label, selected: [this.#selected, this.#selected], joins: answer.joins ?? false });
      this.#keep();
      this.#tell('change', null);
    }
    this.#tell('painted', answer);
  }

  /** Fields, views and pieces are other ones now. @param {{ fields: any[], palette: any[], columns: unknown, tables: any[] }} offers */
  #offer({ fields, palette, columns, tables }) {
    const { state } = this;
    state.fields = fields;
    state.tables = tables;
    // Those who have them keep the same objects.
    state.palette.splice(0, Infinity, ...palette);
    if (state.columns && columns) Object.assign(state.columns, columns);
    this.#tell('offers', null);
  }

  /** @param {Draft} draft */
  #foreign(draft) {
    this.#history.foreign(draft);
    this.#selected = this.#selected.filter((id) => findNode(draft, id));
    this.#keep();
    this.#tell('change', null);
  }

  #keep() {
    this.#kept.put(`history:${this.#key}`, this.#history.kept).catch(() => {});
  }

  /** @param {string} name @param {unknown} detail */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
