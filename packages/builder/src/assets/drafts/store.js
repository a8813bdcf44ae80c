// The draft on its way to the server: one request at a time, always with the newest draft. What is not saved is kept in the
// browser and sent when the connection is back, even if the tab was closed meanwhile.
import { Saver } from '@plinth/plugin/browser/saver';
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

export class Store {
  /** @type {StoreOptions} */
  #options;
  /** @type {Draft} */
  #draft;
  /** What the server has. @type {Draft} */
  #base;
  #version;
  /** Whether to ask for a new picture although nothing changed. */
  #isStale = false;
  /** @type {StoreOptions['send'] | null} */
  #submitted = null;
  /** @type {Saver<{ draft: Draft, submitted: StoreOptions['send'] | null }, Answer>} */
  #saver;

  /** @param {StoreOptions} options */
  constructor(options) {
    this.#options = options;
    this.#draft = options.draft;
    this.#base = options.draft;
    this.#version = options.version;
    this.#saver = new Saver({
      next: () => this.#next(),
      send: (what) => this.#send(what),
      taken: (answer, { draft }) => this.#take(answer, draft),
      onState: (state) => options.onState(state === 'lost' ? 'kept' : state, ''),
      later: options.later,
    });
  }

  get draft() {
    return this.#draft;
  }

  get version() {
    return this.#version;
  }

  get isSaved() {
    return !this.#saver.isBusy && !this.#submitted && isSame(this.#draft, this.#base);
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
    void this.#saver.flush();
  }

  /** Asks for a new picture of the same draft: another row, other eyes, another selection. */
  repaint() {
    this.#isStale = true;
    void this.#saver.flush();
  }

  /**
   * Sends the draft with something that the server makes a change of, such as a form of settings. Its answer has the new
   * draft. It waits for its turn; a later one takes its place.
   *
   * @param {StoreOptions['send']} send
   */
  submit(send) {
    this.#submitted = send;
    void this.#saver.flush();
  }

  /**
   * Sends nothing while the draft is about to end: it is being published or discarded, and the server would call what is
   * sent out of date. What is changed meanwhile is kept in the browser.
   */
  hold() {
    this.#saver.hold(true);
  }

  /** The draft goes on: it could not be published or discarded. */
  release() {
    this.#saver.hold(false);
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

  #next() {
    const submitted = this.#submitted;
    if (!submitted && !this.#isStale && isSame(this.#draft, this.#base)) return null;
    this.#isStale = false;
    this.#submitted = null;
    return { draft: this.#draft, submitted };
  }

  /** @param {{ draft: Draft, submitted: StoreOptions['send'] | null }} what @returns {Promise<Answer>} */
  async #send({ draft, submitted }) {
    const send = submitted ?? this.#options.send;
    const answer = await send(draft, this.#version).catch(() => ({ status: 0, body: null }));
    const { status, body } = answer;
    if (status !== 200 && status !== 422) this.#submitted ??= submitted;
    if (status !== 200 && !(status === 409 && body?.draft)) this.#isStale = true;
    return answer;
  }

  /** @param {Answer} answer @param {Draft} draft that was sent @returns {boolean} whether more may be sent */
  #take({ status, body }, draft) {
    if (status === 200) this.#saved(body, draft);
    else if (status === 409 && body?.draft) this.#merge(body);
    else {
      this.#options.onState('refused', body?.message ?? '');
      return false;
    }
    return true;
  }

  /** @param {any} body @param {Draft} draft */
  #saved(body, draft) {
    const saved = body.draft ?? draft;
    this.#base = saved;
    this.#version = body.version;
    this.#draft = this.#draft === draft ? saved : mergeDrafts(draft, this.#draft, saved).draft;
    void this.#keep();
    this.#options.onPainted(body, saved);
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
  }

  /** @param {Draft} draft @param {Omit<Merged, 'isPublished'>} change */
  #tellMerged(draft, change) {
    // Without a draft, the version is the negative one of what is published.
    this.#options.onMerged(draft, { ...change, isPublished: this.#version <= 0 });
  }
}
