// Unlimited undo and redo, kept in the browser. Steps hold only what they changed.
import { applyDifference, differenceOf, isNone } from '../../model/difference.js';
import { mergeDrafts } from '../../model/merge.js';

/** @import { Difference } from '../../model/difference.js' */
/** @import { Draft } from '../../model/tree.js' */

/**
 * `foreign`: made by somebody else. It is part of the sequence, so that each step finds the state that it was made on, but
 * undo passes over it.
 *
 * @typedef {{ difference: Difference, label: string, foreign: boolean, selected: [string[], string[]] }} Step selected:
 *   before and after
 * @typedef {{ steps: Step[], at: number, last: Draft }} KeptHistory at: how many steps are done; last: the draft after them
 */

export class History {
  /** @type {Step[]} */
  #steps = [];
  #at = 0;
  /** @type {Draft} */
  #now;

  /** @param {Draft} draft as it is now @param {KeptHistory | null} [kept] of an earlier visit */
  constructor(draft, kept = null) {
    this.#now = draft;
    if (!kept) return;
    this.#steps = kept.steps;
    this.#at = kept.at;
    this.#now = kept.last;
    this.foreign(draft);
  }

  /** @returns {KeptHistory} */
  get kept() {
    return { steps: this.#steps, at: this.#at, last: this.#now };
  }

  get canUndo() {
    return this.#steps.slice(0, this.#at).some((step) => !step.foreign);
  }

  get canRedo() {
    return this.#at < this.#steps.length;
  }

  /**
   * Adds a step of the user, after which nothing can be redone.
   *
   * @param {Draft} draft after it @param {{ label: string, selected: Step['selected'], joins?: boolean }} about
   *   joins: it continues the last step, as typing does
   */
  add(draft, { label, selected, joins = false }) {
    const last = this.#steps[this.#at - 1];
    const from = joins && last && !last.foreign ? applyDifference(this.#now, last.difference, 0) : null;
    const difference = differenceOf(from ?? this.#now, draft);
    this.#steps.length = from ? this.#at - 1 : this.#at;
    if (!isNone(difference)) {
      const before = from && last ? last.selected[0] : selected[0];
      this.#steps.push({ difference, label, foreign: false, selected: [before, selected[1]] });
    }
    this.#at = this.#steps.length;
    this.#now = draft;
  }

  /** The draft became this one by somebody else. Steps that were undone stay possible. @param {Draft} draft */
  foreign(draft) {
    const difference = differenceOf(this.#now, draft);
    if (isNone(difference)) return;
    const undone = this.#steps.slice(this.#at);
    this.#steps.length = this.#at;
    this.#steps.push({ difference, label: '', foreign: true, selected: [[], []] });
    this.#at = this.#steps.length;
    this.#rebase(undone, this.#now, draft);
    this.#now = draft;
  }

  /** @returns {{ draft: Draft, label: string, selected: string[] } | null} */
  undo() {
    const index = this.#steps.slice(0, this.#at).findLastIndex((step) => !step.foreign);
    const step = this.#steps[index];
    if (!step) return null;
    let after = this.#now;
    for (let i = this.#at - 1; i > index; i--) after = applyDifference(after, this.#steps[i].difference, 0);
    const before = applyDifference(after, step.difference, 0);
    const { draft } = mergeDrafts(after, this.#now, before);
    const foreign = differenceOf(before, draft);
    const redo = { ...step, difference: differenceOf(draft, this.#now) };
    const passed = isNone(foreign) ? [] : [{ ...step, difference: foreign, label: '', foreign: true }];
    this.#steps.splice(index, this.#at - index, ...passed, redo);
    this.#at = index + passed.length;
    this.#now = draft;
    return { draft, label: step.label, selected: step.selected[0] };
  }

  /** @returns {{ draft: Draft, label: string, selected: string[] } | null} */
  redo() {
    const step = this.#steps[this.#at];
    if (!step) return null;
    this.#now = applyDifference(this.#now, step.difference, 1);
    this.#at++;
    return { draft: this.#now, label: step.label, selected: step.selected[1] };
  }

  /**
   * Undone steps, rebuilt on top of somebody else's change.
   *
   * @param {Step[]} undone @param {Draft} from the state that the first was made on @param {Draft} onto
   */
  #rebase(undone, from, onto) {
    let [was, now] = [from, onto];
    for (const step of undone) {
      const wasNext = applyDifference(was, step.difference, 1);
      const { draft } = mergeDrafts(was, now, wasNext);
      const difference = differenceOf(now, draft);
      if (!isNone(difference)) this.#steps.push({ ...step, difference });
      [was, now] = [wasNext, draft];
    }
  }
}
