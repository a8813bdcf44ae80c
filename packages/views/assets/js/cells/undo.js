// What was done to cells on this page, step by step, so that it can be taken back and done again.

/** @import { Value } from './cell.js' */
/** @import { Cells } from './cells.js' */

/** @typedef {{ id: string, field: string, from: Value, to: Value }[]} Step */

const MOST_STEPS = 200;

export class Undo {
  /** @type {Step[]} */
  done = [];
  /** @type {Step[]} */
  undone = [];
  /** What the server made of these steps: changes that it can undo, the last one last. @type {string[]} */
  changes = [];
  /** Whether what is on its way was taken back here. */
  takesBack = false;

  /** @param {Cells<any>} on */
  constructor(on) {
    this.on = on;
  }

  /** @param {{ cell: HTMLElement, from: Value, to: Value }[]} changes */
  remember(changes) {
    const step = changes.flatMap(({ cell, from, to }) => {
      const id = this.on.idOf(cell);
      const field = this.on.columnOf(cell)?.field;
      return id && field ? [{ id, field, from, to }] : [];
    });
    if (step.length === 0) return;
    this.takesBack = false;
    this.done = [...this.done.slice(1 - MOST_STEPS), step];
    this.undone = [];
  }

  /**
   * The server has written something. Its message has a button to undo it; what was taken back here needs none.
   *
   * @param {string} undo @param {string} message
   */
  onChanged(undo, message) {
    if (this.takesBack) {
      const detail = { undo: this.changes.pop() ?? '' };
      return void document.dispatchEvent(new CustomEvent('pl:undone', { detail }));
    }
    this.changes.push(undo);
    document.dispatchEvent(new CustomEvent('pl:toast', { detail: { text: message, kind: 'success', undo } }));
  }

  /** New rows are not among the steps. @param {string} undo @param {string} message */
  onAdded(undo, message) {
    document.dispatchEvent(new CustomEvent('pl:toast', { detail: { text: message, kind: 'success', undo } }));
  }

  /** @param {boolean} again instead of back @returns {boolean} whether there was a step */
  step(again) {
    const step = (again ? this.undone : this.done).pop();
    if (!step) return false;
    this.takesBack = !again;
    (again ? this.done : this.undone).push(step);
    const changes = step.flatMap(({ id, field, from, to }) => {
      const cell = this.on.cellOf(id, field);
      return cell ? [{ cell, value: again ? to : from }] : [];
    });
    this.on.commit(changes, { isUndo: true });
    const [first] = changes;
    if (first) this.on.goToCell(first.cell);
    return true;
  }
}
