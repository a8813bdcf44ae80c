// What views share whose things are moved, by pointer, keys or a form, such as boards and calendars: a drop is shown at once and
// stored one after the other; what the server refuses goes back to where it was, with the reason; screen readers are told.
// A view is not renewed while something is being moved in it.
import { followPointer, isDragging } from './drag.js';
import { move } from './morph.js';
import { request } from './request.js';
import { sendForm } from './send-form.js';

/** @import { Gesture, Point } from './drag.js' */

/**
 * @template S where a thing is, to put it back
 * @typedef {object} Things
 * @property {string} root selector of the view, whose data-act is where drops are stored, and data-texts what is said: hint,
 *   pickedUp, dropped, back, refused, offline; a child with aria-live says it
 * @property {string} prefix of classes: pl-board for .pl-board-title, a.pl-board-move, .pl-board-moveform
 * @property {(element: Element) => HTMLElement | null} thingAt one that may be moved
 * @property {(thing: HTMLElement) => string} titleOf
 * @property {(thing: HTMLElement) => string} placeOf where it is now, in words
 * @property {(thing: HTMLElement) => S} spotOf
 * @property {(thing: HTMLElement, spot: S) => void} putBack
 * @property {(thing: HTMLElement, key: KeyboardEvent) => void} step moves it by a key
 * @property {(thing: HTMLElement, from: S) => URLSearchParams[]} changes what is to be stored, one after the other; none: it is where
 *   it was
 * @property {(section: HTMLElement, detail: any) => void} renew the view is about to become detail.next, see pl:refresh:before
 * @property {(thing: HTMLElement, key: KeyboardEvent) => void} [pass] a key while nothing is held
 * @property {(thing: HTMLElement) => () => void} [stored] when a drop is made; what it returns, once it is stored
 */

/** @template S */
export class Moving {
  /** What is moved by keys. @type {{ thing: HTMLElement, from: S } | null} */
  #held = null;
  #queue = Promise.resolve();
  #waiting = 0;
  #storedAt = 0;
  #missed = false;

  /** @param {Things<S>} things */
  constructor(things) {
    this.things = things;
    document.addEventListener('keydown', (event) => this.#key(event));
    // Whoever clicks elsewhere, or leaves by Tab, has let go.
    document.addEventListener('pointerdown', () => this.#letGo(false));
    document.addEventListener('click', (event) => this.#openForm(event));
    document.addEventListener('pl:refresh:before', (event) => this.#renew(/** @type {CustomEvent} */ (event)));
    for (const kind of ['pointerup', 'pointercancel', 'keyup']) document.addEventListener(kind, () => this.#catchUp());
  }

  /**
   * @param {PointerEvent} event that has pressed a thing @param {HTMLElement} thing
   * @param {Pick<Gesture, 'frame' | 'cursor'> & { start?: (point: Point) => void, stop?: () => void, waits?: boolean,
   *   className?: string }} own className: of the page meanwhile, which may have many elements styled again
   */
  drag(event, thing, { start, frame, stop, waits, cursor = 'grabbing', className }) {
    const { things } = this;
    const from = things.spotOf(thing);
    const root = document.documentElement;
    const end = () => {
      stop?.();
      thing.classList.remove('is-dragged');
      if (className) root.classList.remove(className);
    };
    const gesture = {
      start: (/** @type {Point} */ point) => {
        start?.(point);
        thing.classList.add('is-dragged');
        if (className) root.classList.add(className);
        this.#tell(thing, 'pickedUp');
      },
      frame,
      cursor,
      end: () => {
        end();
        if (!this.#drop(thing, from)) things.putBack(thing, from);
      },
      cancel: () => {
        end();
        this.#back(thing, from);
      },
    };
    followPointer(event, gesture, { waits });
  }

  /** Tells screen readers of each thing how it is moved. @param {ParentNode} within */
  describe(within) {
    const { root, prefix } = this.things;
    for (const view of within.querySelectorAll(root)) {
      const id = `${view.closest('section[data-view]')?.id ?? prefix}-hint`;
      if (!view.querySelector(`#${CSS.escape(id)}`)) {
        const hint = document.createElement('p');
        Object.assign(hint, { id, hidden: true, textContent: textOf(view, 'hint') });
        view.append(hint);
      }
      for (const title of view.querySelectorAll(`.${prefix}-title`))
        if (this.things.thingAt(title)) title.setAttribute('aria-describedby', id);
    }
  }

  /** @param {Element} element @returns {HTMLElement | null} */
  #rootOf(element) {
    return element.closest(this.things.root);
  }

  /** @param {HTMLElement} thing @param {string} name of a text */
  #tell(thing, name) {
    const { titleOf, placeOf } = this.things;
    say(thing, textOf(thing, name, { title: titleOf(thing), place: placeOf(thing) }));
  }

  /** @param {HTMLElement} thing @param {S} from @returns {boolean} whether it is elsewhere now */
  #drop(thing, from) {
    const changes = this.things.changes(thing, from);
    if (changes.length > 0) this.#tell(thing, 'dropped');
    for (const body of changes) this.#store(thing, from, body);
    return changes.length > 0;
  }

  /** @param {HTMLElement} thing @param {S} from @param {URLSearchParams} body */
  #store(thing, from, body) {
    const root = /** @type {HTMLElement} */ (this.#rootOf(thing));
    const stored = this.things.stored?.(thing);
    body.set('node', 'move');
    body.set('return', location.pathname + location.search);
    this.#waiting += 1;
    this.#queue = this.#queue.then(async () => {
      const refusal = await act(root.dataset.act ?? '', body, textOf(root, 'offline'));
      this.#waiting -= 1;
      this.#storedAt = performance.now();
      if (refusal === null) stored?.();
      else this.#refused(thing, from, refusal);
      if (this.#waiting === 0) refresh(root);
    });
  }

  /** @param {HTMLElement} thing @param {S} from @param {string} reason */
  #refused(thing, from, reason) {
    if (!thing.isConnected) return;
    const text = textOf(thing, 'refused', { title: this.things.titleOf(thing), reason });
    this.things.putBack(thing, from);
    say(thing, text);
    toast({ text, kind: 'danger' });
  }

  /** @param {HTMLElement} thing @param {S} from */
  #back(thing, from) {
    this.things.putBack(thing, from);
    this.#tell(thing, 'back');
  }

  /** Space picks up, Space or Enter drops, Escape puts back. @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {Element} */ (event.target);
    const { things } = this;
    if (this.#held) return this.#carry(event, this.#held.thing);
    const thing = target.matches?.(`.${things.prefix}-title`) ? things.thingAt(target) : null;
    if (!thing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== ' ') return things.pass?.(thing, event);
    event.preventDefault();
    this.#held = { thing, from: things.spotOf(thing) };
    thing.classList.add('is-held');
    this.#tell(thing, 'pickedUp');
  }

  /** @param {KeyboardEvent} event @param {HTMLElement} thing */
  #carry(event, thing) {
    const { key } = event;
    if (!thing.isConnected) this.#held = null;
    else if (key === 'Tab') this.#letGo(false);
    else if (/^( |Enter|Escape|Arrow.*|Home|End)$/.test(key)) {
      event.preventDefault();
      if (key === 'Escape' || key === ' ' || key === 'Enter') return this.#letGo(key !== 'Escape');
      this.things.step(thing, event);
      thing.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      say(thing, this.things.placeOf(thing));
    }
  }

  /** @param {boolean} drops */
  #letGo(drops) {
    if (!this.#held) return;
    const { thing, from } = this.#held;
    this.#held = null;
    thing.classList.remove('is-held');
    if (!drops || !this.#drop(thing, from)) this.#back(thing, from);
  }

  /** @param {CustomEvent} event */
  #renew(event) {
    const section = /** @type {HTMLElement} */ (event.target);
    if (!section.querySelector(this.things.root)) return;
    // A page that was requested before lacks a drop.
    const isBehind = this.#waiting > 0 || event.detail.since < this.#storedAt;
    if (isDragging() || this.#held || isBehind) {
      this.#missed = true;
      return event.preventDefault();
    }
    this.describe(event.detail.next);
    this.things.renew(section, event.detail);
  }

  #catchUp() {
    if (!this.#missed || isDragging() || this.#held) return;
    this.#missed = false;
    document.dispatchEvent(new CustomEvent('pl:refresh'));
  }

  /** The form that moves a thing without dragging, in a dialog. @param {MouseEvent} event */
  async #openForm(event) {
    const { prefix, thingAt } = this.things;
    const link = /** @type {HTMLAnchorElement | null} */ (
      /** @type {Element} */ (event.target).closest(`a.${prefix}-move`)
    );
    const thing = link && thingAt(link);
    if (!link || !thing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { ok, page } = await request(link.href, { accept: 'html' });
    const form = ok ? page.querySelector(`.${prefix}-moveform`) : null;
    if (!form) return location.assign(link.href);
    const root = /** @type {HTMLElement} */ (this.#rootOf(thing));
    openDialog(/** @type {HTMLFormElement} */ (document.importNode(form, true)), root, prefix);
  }
}

/**
 * A text of the view around an element, from its data-texts.
 *
 * @param {Element} element @param {string} name @param {Record<string, unknown>} [values]
 */
export function textOf(element, name, values = {}) {
  const view = /** @type {HTMLElement | null} */ (element.closest('[data-texts]'));
  const texts = JSON.parse(view?.dataset.texts ?? '{}');
  return String(texts[name] ?? '').replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? ''));
}

/** Tells screen readers. @param {Element} element in a view @param {string} text */
export function say(element, text) {
  const live = element.closest('[data-texts]')?.querySelector(':scope > [aria-live]');
  if (live) live.textContent = text;
}

/**
 * Does something once, and offers to undo it.
 *
 * @param {string} url @param {FormData | URLSearchParams} body @param {string} lost what is said where there is no connection
 * @returns {Promise<string | null>} why it was refused
 */
export async function act(url, body, lost) {
  const { ok, json, reason } = await request(url, { body, once: true, lost });
  if (ok) offerUndo(json);
  return ok ? null : reason;
}

/** @param {{ message?: string, undo?: string } | null} json */
function offerUndo(json) {
  if (json?.undo) toast({ text: json.message ?? '', kind: 'success', undo: json.undo });
}

/**
 * Moves an element and keeps the focus in it.
 *
 * @param {HTMLElement} thing @param {Element} list @param {Element | null} before null, or no longer there: at its end
 */
export function put(thing, list, before) {
  const focused = thing.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
  const next = before?.parentElement === list ? before : null;
  move(list, thing, next);
  if (focused && document.activeElement !== focused) focused.focus({ preventScroll: true });
}

/** The view asks for its page again. @param {Element} view */
export const refresh = (view) => view.dispatchEvent(new CustomEvent('pl:refresh', { bubbles: true }));

/** @param {{ text: string, kind: string, undo?: string }} detail */
const toast = (detail) => document.dispatchEvent(new CustomEvent('pl:toast', { detail }));

/** @param {HTMLFormElement} form @param {HTMLElement} root @param {string} prefix */
function openDialog(form, root, prefix) {
  const dialog = document.createElement('dialog');
  dialog.className = `modal modal-sm ${prefix}-dialog`;
  dialog.setAttribute('aria-label', form.querySelector('h2, h3')?.textContent ?? '');
  dialog.append(form);
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target !== dialog && !target.closest('a.btn')) return;
    event.preventDefault();
    dialog.close();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void sendForm(form, {
      accept: 'json',
      lost: textOf(root, 'offline'),
      done({ ok, json }) {
        if (!ok) return false;
        offerUndo(json);
        dialog.close();
        refresh(root);
        return true;
      },
    });
  });
  dialog.showModal();
}
