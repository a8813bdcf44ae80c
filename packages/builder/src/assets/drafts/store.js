// The draft on its way to the server: one request at a time, always with the newest draft. What is not saved is kept in the
// browser and sent when the connection is back, even if the tab was closed meanwhile.
import { isSame } from '../../model/flat.js';
import { mergeDrafts } from '../../model/merge.js';

/** @import { Draft } from '../../model/tree.js' */
/** @import { Kept } from '../../kit/kept.js' */

/**
 * saved: the server has everything; saving: something is on its way; kept: the connection is lost, changes are in this
 * browser; refused: the server rejects the draft as it is.
 *
 * @typedef {'saved' | 'saving' | 'kept' | 'refused'} SaveState
 *
 * @typedef {{ status: number, body: any }} Answer status 0: the connection is lost
 * @typedef {{ draft: Draft, base: Draft, version: number }} Unsaved base: what the server had
 *
 * by: a name, if it is known; conflicts: ids of elements that both changed, of which this draft has its own; hadOwn: whether
 * it had changes of its own; isPublished: theirs is what is published
 *
 * @typedef {{ by: string, conflicts: string[], hadOwn: boolean, isPublished: boolean, sides: import('../../model/choose.js').Sides }} Merged
 *
 * @typedef {object} StoreOptions
 * @property {Draft} draft as the server has it @property {number} version
 * @property {string} key of the subject
 * @property {Kept} kept
 * @property {(draft: Draft, version: number) => Promise<Answer>} send
 * @property {(answer: any, draft: Draft) => void} onPainted draft: as saved
 * @property {(state: SaveState, message: string) => void} onState
 * @property {(draft: Draft, change: Merged) => void} onMerged somebody else's changes were merged into the draft
 * @property {(task: () => void, milliseconds: number) => unknown} [later]
 */

/** Waiting times between attempts while the connection is lost, in ms. */
const WAITS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

export class Store {
  /** @type {StoreOptions} */
  #options;
  /** @type {Draft} */
  #draft;
  /** What the server has. @type {Draft} */
  #base;
  #version;
  #isBusy = false;
  /** Whether to ask for a new picture although nothing changed. */
  #isStale = false;
  /** @type {StoreOptions['send'] | null} */
  #submitted = null;
  #attempts = 0;
  #waiting = 0;
  #isHeld = false;

  /** @param {StoreOptions} options */
  constructor(options) {
    this.#options = options;
    this.#draft = options.draft;
    this.#base = options.draft;
    this.#version = options.version;
  }

  get draft() {
    return this.#draft;
  }

  get version() {
    return this.#version;
  }

  get isSaved() {
    return !this.#isBusy && !this.#submitted && isSame(this.#draft, this.#base);
  }

  /** Whether a form waits for its turn. */
  get isSubmitting() {
    return this.#submitted !== null;
  }

  /** Takes up what an earlier tab could not send. @returns {Promise<boolean>} whether there was anything */
  async resume() {
    /** @type {Unsaved | undefined} */
    const unsaved = await this.#options.kept.get(this.#key).catch(() => undefined);
    if (!unsaved || isSame(unsaved.draft, this.#draft)) return false;
    const sides = { base: unsaved.base, mine: unsaved.draft, theirs: this.#base };
    const { draft, conflicts } = mergeDrafts(sides.base, sides.mine, sides.theirs);
    if (unsaved.version !== this.#version) this.#tellMerged(draft, { by: '', conflicts, hadOwn: true, sides });
    this.change(draft);
    return true;
  }

  /** @param {Draft} draft */
  change(draft) {
    this.#draft = draft;
    void this.#keep();
    this.#send();
  }

  /** Asks for a new picture of the same draft: another row, other eyes, another selection. */
  repaint() {
    this.#isStale = true;
    this.#send();
  }

  /** The connection may be back. */
  retry() {
    this.#attempts = 0;
    this.#waiting++;
    this.#send();
  }

  /**
   * Sends the draft with something that the server makes a change of, such as a form of settings. Its answer has the new
   * draft. It waits for its turn; a later one takes its place.
   *
   * @param {StoreOptions['send']} send
   */
  submit(send) {
    this.#submitted = send;
    this.#send();
  }

  /**
   * Sends nothing while the draft is about to end: it is being published or discarded, and the server would call what is
   * sent out of date. What is changed meanwhile is kept in the browser.
   */
  hold() {
    this.#isHeld = true;
  }

  /** The draft goes on: it could not be published or discarded. */
  release() {
    this.#isHeld = false;
    this.#send();
  }

  get #key() {
    return `unsaved:${this.#options.key}`;
  }

  async #keep() {
    const { kept } = this.#options;
    if (isSame(this.#draft, this.#base)) return kept.remove(this.#key).catch(() => {});
    /** @type {Unsaved} */
    const unsaved = { draft: this.#draft, base: this.#base, version: this.#version };
    // Without room in the browser, the draft is still sent.
    return kept.put(this.#key, unsaved).catch(() => {});
  }

  async #send() {
    if (this.#isBusy || this.#isHeld) return;
    const submitted = this.#submitted;
    if (!submitted && !this.#isStale && isSame(this.#draft, this.#base)) return this.#options.onState('saved', '');
    this.#isBusy = true;
    this.#isStale = false;
    this.#submitted = null;
    const draft = this.#draft;
    if (this.#attempts === 0) this.#options.onState('saving', '');
    const send = submitted ?? this.#options.send;
    const answer = await send(draft, this.#version).catch(() => ({ status: 0, body: null }));
    this.#isBusy = false;
    if (answer.status !== 200 && answer.status !== 422) this.#submitted ??= submitted;
    this.#take(answer, draft);
  }

  /** @param {Answer} answer @param {Draft} draft that was sent */
  #take({ status, body }, draft) {
    if (status === 200) return this.#saved(body, draft);
    if (status === 409 && body?.draft) return this.#merge(body);
    this.#isStale = true;
    if (status === 0 || status >= 500 || status === 429) return this.#wait();
    this.#options.onState('refused', body?.message ?? '');
  }

  /** @param {any} body @param {Draft} draft */
  #saved(body, draft) {
    this.#attempts = 0;
    const saved = body.draft ?? draft;
    this.#base = saved;
    this.#version = body.version;
    this.#draft = this.#draft === draft ? saved : mergeDrafts(draft, this.#draft, saved).draft;
    void this.#keep();
    this.#options.onPainted(body, saved);
    this.#send();
  }

  /** @param {{ draft: Draft, version: number, by?: { name?: string } | null }} theirs */
  #merge(theirs) {
    const hadOwn = !isSame(this.#base, this.#draft);
    const sides = { base: this.#base, mine: this.#draft, theirs: theirs.draft };
    const { draft, conflicts } = mergeDrafts(sides.base, sides.mine, sides.theirs);
    this.#base = theirs.draft;
    this.#version = theirs.version;
    this.#draft = draft;
    this.#isStale = true;
    void this.#keep();
    this.#tellMerged(draft, { by: theirs.by?.name ?? '', conflicts, hadOwn, sides });
    this.#send();
  }

  /** @param {Draft} draft @param {Omit<Merged, 'isPublished'>} change */
  #tellMerged(draft, change) {
    // Without a draft, the version is the negative one of what is published.
    this.#options.onMerged(draft, { ...change, isPublished: this.#version <= 0 });
  }

  #wait() {
    this.#options.onState('kept', '');
    const milliseconds = WAITS[Math.min(this.#attempts, WAITS.length - 1)];
    this.#attempts++;
    const turn = ++this.#waiting;
    const later = this.#options.later ?? setTimeout;
    later(() => turn === this.#waiting && this.#send(), milliseconds);
  }
}
