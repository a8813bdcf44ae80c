// What went wrong in a cell, beside it, with what was typed still in the cell; and how many cells are not stored.
import { element, float } from './cell.js';
import { below } from './place.js';

/** @import { Cells } from './cells.js' */
/** @import { Entry } from './saver.js' */

export class Notes {
  /** @param {Cells<any>} on */
  constructor(on) {
    this.on = on;
    this.bubble = element('div', {
      class: 'pl-cell-note',
      role: 'alert',
      id: `pl-note-${Math.random().toString(36).slice(2)}`,
    });
    this.status = element('p', { class: 'visually-hidden', role: 'status' });
    this.bar = element('div', { class: 'pl-cell-bar', role: 'status' });
    on.table.after(this.status);
    this.place = () => this.cell && below(this.bubble, this.cell);
    for (const kind of ['scroll', 'resize']) addEventListener(kind, this.place, true);
    this.bubble.addEventListener('focusout', () => setTimeout(() => this.hideUnlessIn()));
    this.bubble.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Escape') this.cell?.focus();
    });
  }

  /** @type {HTMLElement | null} */
  cell = null;

  /** @param {HTMLElement} cell @param {Entry | null} entry */
  async showFor(cell, entry) {
    if (!entry?.error) return this.hide();
    const { texts } = await this.on.about;
    if (document.activeElement !== cell || !entry.error) return;
    const { message, theirs } = entry.error;
    this.cell = cell;
    const text = element('p');
    text.textContent = message;
    this.bubble.replaceChildren(text);
    if (theirs) {
      const both = element('dl');
      both.append(...term(texts.theirs, theirs.text), ...term(texts.yours, entry.set.text));
      const mine = this.button(texts.keepMine, () => this.on.commit([{ cell, value: entry.set }]), cell);
      const other = this.button(texts.takeTheirs, () => this.on.restore(cell, entry), cell);
      this.bubble.append(both, mine, other);
    }
    if (!this.bubble.isConnected) float(this.bubble, cell);
    cell.setAttribute('aria-describedby', this.bubble.id);
    this.place();
  }

  /** @param {string} label @param {() => void} act @param {HTMLElement} cell */
  button(label, act, cell) {
    const button = element('button', { type: 'button', class: 'btn btn-sm' });
    button.textContent = label;
    button.addEventListener('click', () => {
      act();
      this.hide();
      cell.focus();
    });
    return button;
  }

  hide() {
    this.cell?.removeAttribute('aria-describedby');
    this.cell = null;
    this.bubble.remove();
  }

  hideUnlessIn() {
    const active = document.activeElement;
    if (active !== this.cell && !this.bubble.contains(active)) this.hide();
  }

  /** Tells people who do not see it. @param {string} text */
  say(text) {
    this.status.textContent = text;
  }

  /** Cells that are refused stay listed until each is right or given up. */
  async count() {
    const { saver, table } = this.on;
    const none = () => saver.refusedOnes().length === 0 && this.on.refusedRows().length === 0;
    if (none()) return this.bar.remove();
    const { texts } = await this.on.about;
    if (none()) return;
    const [wrong, rows] = [saver.refusedOnes(), this.on.refusedRows()];
    const text = element('span');
    const parts = [wrong.length > 0 && counted(texts, 'notSaved', wrong.length)];
    if (rows.length > 0) parts.push(counted(texts, 'notAdded', rows.length));
    text.textContent = parts.filter(Boolean).join('. ');
    const go = this.button(texts.showFirst, () => {}, table);
    go.addEventListener('click', () => {
      const cell = wrong.length > 0 ? this.on.cellOf(wrong[0].id, wrong[0].field) : this.on.wrongCell();
      if (cell) this.on.goToCell(cell);
    });
    this.bar.replaceChildren(text, go);
    if (rows.length > 0) this.bar.append(this.button(texts.discard, () => this.on.discardRows(), table));
    if (!this.bar.isConnected) float(this.bar, table);
  }

  /** The server could not be asked, or refused to answer. @param {string} text of the answer */
  async unreachable(text) {
    const { texts } = await this.on.about;
    this.toast(reasonOf(text) || texts.unreachable || '');
  }

  /** @param {string} text @param {string} [kind] */
  toast(text, kind = 'danger') {
    if (text) document.dispatchEvent(new CustomEvent('pl:toast', { detail: { text, kind } }));
  }
}

/** @param {string} name @param {string} text */
function term(name, text) {
  const [title, value] = [element('dt'), element('dd')];
  title.textContent = name;
  value.textContent = text || '–';
  return [title, value];
}

/** @param {Record<string, string>} texts @param {string} key @param {number} count */
export function counted(texts, key, count) {
  const text = count === 1 ? texts[`${key}One`] : texts[`${key}Many`];
  return (text ?? '').replace('{count}', count.toLocaleString(document.documentElement.lang));
}

/** What an error says as JSON, such as that one has to log in. @param {string} text */
function reasonOf(text) {
  try {
    const { detail, title, hint } = JSON.parse(text);
    return [detail ?? title, hint].filter(Boolean).join('. ');
  } catch {
    return '';
  }
}
