/** @import { Actor } from '@plinth/plugin' */
import { network } from './client-network.js';

/** @typedef {'user' | 'visitor' | 'system'} PersonKind */

/**
 * Whose share something counts against. What goes on after the answer to a request (a timer, a run that was woken) is
 * work of the system that this person started: it waits its turn as well, but nobody is there to be refused.
 */
export class Person {
  isOver = false;
  /** Whether it stands for everybody together, who may have all places. */
  isAll = false;
  /** When its work began, by performance.now(). */
  began = 0;
  /** Connections that the request holds: what it needs in addition must not wait for itself. */
  held = 0;
  /** Whether nothing is lost if what waits is dropped when the request ends: it only reads, or has not begun. */
  mayLeave = true;
  /** Bytes of its body and its answer in memory, if they are large. */
  bytes = 0;
  /** How much of it waits in a queue. */
  waits = 0;
  /** @type {Set<() => void> | null} */
  #waiting = null;

  /** @param {string} id @param {PersonKind} kind */
  constructor(id, kind) {
    this.id = id;
    this.kind = kind;
  }

  get key() {
    return this.isOver ? `after ${this.id}` : this.id;
  }

  /** Whether nobody is told if it does not get what it asks for. */
  get isPatient() {
    return this.isOver || this.kind === 'system';
  }

  /** The request has ended: whatever of it still waits in a queue leaves. */
  over() {
    if (this.isOver) return;
    this.isOver = true;
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) for (const leave of waiting) leave();
  }

  /** @param {() => void} leave called when the request ends */
  onOver(leave) {
    (this.#waiting ??= new Set()).add(leave);
  }

  /** @param {() => void} leave */
  offOver(leave) {
    this.#waiting?.delete(leave);
  }
}

/** A user, wherever they are logged in and with whatever token; a visitor is their network. @param {Actor} actor @param {string} address */
export function personOf({ userId }, address) {
  return userId === null ? new Person(`visitor ${network(address)}`, 'visitor') : new Person(userId, 'user');
}

/** Work of the system for somebody: a run of a workflow or a trigger. @param {string | null} starter a user's id */
export const systemFor = (starter) => new Person(`system ${starter ?? ''}`, 'system');
