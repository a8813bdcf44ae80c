// What was done to cells on this page, step by step, so that it can be taken back and done again.

/** @import { Value } from './cell.js' */
/** @import { CellTable } from './table.js' */

/** @typedef {{ id: string, field: string, from: Value, to: Value }[]} Step */

const MOST_STEPS = 200;

export class Undo {
  /** @type {Step[]} */
  done = [];
  /** @type {Step[]} */
  undone = [];

  /** @param {CellTable} on */
  constructor(on) {
    this.on = on;
  }

  /** @param {{ cell: HTMLTableCellElement, from: Value, to: Value }[]} changes */
  remember(changes) {
    const step = changes.flatMap(({ cell, from, to }) => {
      const id = this.on.idOf(cell);
      const field = this.on.columnOf(cell)?.field;
      return id && field ? [{ id, field, from, to }] : [];
    });
    if (step.length === 0) return;
    this.done = [...this.done.slice(1 - MOST_STEPS), step];
    this.undone = [];
  }

  /** @param {boolean} again instead of back */
  step(again) {
    const step = (again ? this.undone : this.done).pop();
    if (!step) return;
    (again ? this.done : this.undone).push(step);
    const changes = step.flatMap(({ id, field, from, to }) => {
      const cell = this.on.cellOf(id, field);
      return cell ? [{ cell, value: again ? to : from }] : [];
    });
    this.on.commit(changes, { isUndo: true });
    const [first] = changes;
    if (first) this.on.keys.go(first.cell);
  }
}
