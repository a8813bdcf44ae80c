// What can be done with steps, by keys, buttons and drags alike.
import {
  MOST_DEPTH,
  MOST_STEPS,
  copiesOf,
  depthOf,
  everyStep,
  findStep,
  insertSteps,
  lanesOf,
  listAt,
  moveStep,
  newStep,
  removeStep,
} from './document.js';

/** @import { Draft, Place, Step } from './document.js' */
/** @import { Store } from './store.js' */

const MOST_TEXT = 1_000_000;

/** Each says what it did, and returns whether it did anything. */
export class Commands {
  /** @param {Store} store @param {(text: string) => void} announce */
  constructor(store, announce) {
    this.store = store;
    this.announce = announce;
    this.kinds = store.kinds;
  }

  /** Where something new goes: after the selected step, otherwise at the end. @returns {{ place: Place, index: number }} */
  get target() {
    const at = this.#found();
    if (at) return { place: at.place, index: at.index + 1 };
    return { place: { owner: null, path: 'steps' }, index: this.store.draft.steps.length };
  }

  /** @param {{ place: Place, index: number }} at @param {string} kind @param {Record<string, any>} [settings] */
  add({ place, index }, kind, settings) {
    const { draft } = this.store;
    const step = newStep(draft, this.kinds, kind, settings);
    this.store.fresh.add(step.id);
    return this.#done(insertSteps(draft, this.kinds, place, index, [step]), step.id, 'added', step);
  }

  remove() {
    const at = this.#found();
    if (!at) return false;
    const list = listAt(this.store.draft, this.kinds, at.place) ?? [];
    const next = list[at.index + 1] ?? list[at.index - 1] ?? this.#found(at.parents.at(-1))?.step;
    return this.#done(removeStep(this.store.draft, this.kinds, at.step.id), next?.id ?? null, 'removed', at.step);
  }

  duplicate() {
    const at = this.#found();
    if (!at) return false;
    const [copy] = copiesOf(this.store.draft, this.kinds, [at.step]);
    const draft = insertSteps(this.store.draft, this.kinds, at.place, at.index + 1, [copy]);
    return this.#done(draft, copy.id, 'duplicated', at.step);
  }

  /** @param {string} id @param {Place} place @param {number} index */
  move(id, place, index) {
    const at = this.#found(id);
    return Boolean(at) && this.#done(moveStep(this.store.draft, this.kinds, id, place, index), id, 'moved', at?.step);
  }

  /** Up and down, at the end of a list out of it. @param {-1 | 1} by */
  shift(by) {
    const at = this.#found();
    if (!at) return false;
    const list = listAt(this.store.draft, this.kinds, at.place) ?? [];
    const to = by < 0 ? at.index - 1 : at.index + 2;
    if (to >= 0 && to <= list.length) return this.move(at.step.id, at.place, to);
    const parent = this.#found(at.parents.at(-1) ?? '');
    return Boolean(parent) && this.move(at.step.id, parent.place, parent.index + (by < 0 ? 0 : 1));
  }

  /** Into the step before, or out of the one around. @param {-1 | 1} by */
  nest(by) {
    const at = this.#found();
    if (!at) return false;
    if (by < 0) {
      const parent = this.#found(at.parents.at(-1) ?? '');
      return Boolean(parent) && this.move(at.step.id, parent.place, parent.index + 1);
    }
    const before = listAt(this.store.draft, this.kinds, at.place)?.[at.index - 1];
    const lane = before && lanesOf(before, this.kinds).find(({ list }) => list.name !== 'undo');
    return lane !== undefined && this.move(at.step.id, lane.place, lane.steps.length);
  }

  /** @param {-1 | 1 | 'first' | 'last'} to */
  walk(to) {
    const steps = [...everyStep(this.store.draft, this.kinds)];
    const i = steps.findIndex(({ step }) => step.id === this.store.selected);
    const next = to === 'first' || i < 0 ? 0 : to === 'last' ? steps.length - 1 : i + to;
    if (steps[next]) this.store.select(steps[next].step.id);
  }

  /** To the lane beside, into a step, or out of it. @param {-1 | 1} by */
  across(by) {
    const at = this.#found();
    if (!at) return;
    const inside = lanesOf(at.step, this.kinds).find(({ steps }) => steps.length > 0);
    if (by > 0 && inside) return this.store.select(inside.steps[0].id);
    const parent = this.#found(at.parents.at(-1) ?? '');
    if (!parent) return;
    const lanes = lanesOf(parent.step, this.kinds);
    const i = lanes.findIndex((lane) => lane.place.path === at.place.path);
    const beside = (by > 0 ? lanes.slice(i + 1) : lanes.slice(0, i).reverse()).find(({ steps }) => steps.length > 0);
    if (beside) this.store.select(beside.steps[0].id);
    else if (by < 0) this.store.select(parent.step.id);
  }

  /** The selected step as text for the clipboard. @param {boolean} isCut @returns {string | null} */
  copy(isCut) {
    const at = this.#found();
    if (!at) return null;
    this.#say('copied', at.step);
    if (isCut) this.remove();
    return JSON.stringify({ plinth: 'steps', format: 1, steps: [at.step] });
  }

  /** @param {string} text from the clipboard, which may come from anywhere: saving checks it like all else */
  paste(text) {
    const steps = pasted(text).filter((step) => Object.hasOwn(this.kinds, step.kind));
    if (steps.length === 0) return this.announce(this.store.text('pasteWrong'));
    const { place, index } = this.target;
    const copies = copiesOf(this.store.draft, this.kinds, steps);
    const draft = insertSteps(this.store.draft, this.kinds, place, index, copies);
    this.#done(draft, copies[0].id, 'pasted', copies[0]);
  }

  undo() {
    this.announce(this.store.text(this.store.undo() ? 'undone' : 'none'));
  }

  redo() {
    this.announce(this.store.text(this.store.redo() ? 'redone' : 'none'));
  }

  /** @param {string | null} [id] */
  #found(id = this.store.selected) {
    return /** @type {any} */ (findStep(this.store.draft, this.kinds, id));
  }

  /** @param {Draft} draft @param {string | null} select @param {string} said @param {Step} step */
  #done(draft, select, said, step) {
    if (draft === this.store.draft) return false;
    const depth = Math.max(0, ...[...draft.steps, ...draft.onError].map((one) => depthOf(one, this.kinds)));
    const tooMuch =
      depth > MOST_DEPTH + 1
        ? { tooDeep: MOST_DEPTH }
        : countOf(draft, this.kinds) > MOST_STEPS
          ? { tooMany: MOST_STEPS }
          : {};
    for (const [name, most] of Object.entries(tooMuch)) {
      this.announce(this.store.text(name, { most }));
      return false;
    }
    this.store.change(draft, { select });
    this.#say(said, step);
    return true;
  }

  /** @param {string} said @param {Step} step */
  #say(said, step) {
    this.announce(this.store.text(said, { name: step.label || this.kinds[step.kind]?.label || step.kind }));
  }
}

/** @param {Draft} draft @param {import('./document.js').Kinds} kinds */
const countOf = (draft, kinds) => [...everyStep(draft, kinds)].length;

/** @param {string} text @returns {Step[]} */
function pasted(text) {
  if (text.length > MOST_TEXT) return [];
  try {
    const { plinth, steps } = JSON.parse(text);
    const isStep = (/** @type {any} */ one) => typeof one?.id === 'string' && typeof one.kind === 'string';
    return plinth === 'steps' && Array.isArray(steps) ? steps.filter(isStep) : [];
  } catch {
    return [];
  }
}
