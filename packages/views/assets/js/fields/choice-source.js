// Where a combobox has its choices from: those on the page, those that the server finds, and those chosen last.
import { newest, request } from '@plinth/plugin/browser/request';
import { choicesIn, fitting } from './choice-lines.js';
import { recentOf, remember } from './recent-choices.js';

/** @import { Choice } from './choice-lines.js' */

/** How long somebody goes on typing before the server is asked, in ms. */
const PAUSE = 150;
/** Fewer are taken in at a glance, in the order that they have. */
const MANY = 8;

export class ChoiceSource {
  /** Chosen last, of those that may still be seen. @type {Choice[]} */
  recent = [];
  #isRecentKnown = false;
  #ask = newest();

  /** @param {HTMLSelectElement} select */
  constructor(select) {
    this.select = select;
    this.address = select.dataset.plCombobox ?? '';
    /** Whether the server may find more than the page has. */
    this.asks = this.address !== '' && select.dataset.plWhole === undefined;
    /** Under what those chosen last are kept; the table of the rows may be hidden. */
    this.field =
      select.dataset.plRecents === undefined ? null : new URLSearchParams(this.address.split('?')[1]).get('field');
  }

  get own() {
    return choicesIn(this.select);
  }

  /** Whether typing helps. */
  get isLong() {
    return this.asks || this.select.options.length > MANY;
  }

  /** What the page has for a text. @param {string} text */
  here(text) {
    return fitting(this.own, text);
  }

  /** What the server finds for it. @param {string} text @returns {Promise<Choice[] | null>} null: there is a newer question, or no answer */
  async find(text) {
    const reply = await this.#ask(this.#url({ q: text }), { pause: PAUSE });
    return reply?.ok ? choicesOf(reply.json) : null;
  }

  /** Whether those chosen last are still to be asked for. */
  get waits() {
    return this.asks && !this.#isRecentKnown && this.#missing().length > 0;
  }

  /** Those chosen last that are not on the page. */
  async findRecent() {
    this.#isRecentKnown = true;
    this.recent = await this.byKeys(this.#missing());
  }

  /** @param {string[]} keys @returns {Promise<Choice[]>} in no order; those that the reader may see */
  async byKeys(keys) {
    if (this.address === '') return [];
    const { ok, json } = await request(this.#url({ keys: keys.join(',') }));
    return ok ? choicesOf(json).filter(({ value }) => keys.includes(String(value))) : [];
  }

  /** Those chosen last, of a long list. @returns {Choice[]} */
  lately() {
    if (!this.isLong) return [];
    const known = new Map([...this.own, ...this.recent].map((choice) => [String(choice.value), choice]));
    return recentOf(this.field).flatMap((key) => known.get(key) ?? []);
  }

  /** @param {string} key */
  chosen(key) {
    remember(this.field, key);
  }

  #missing() {
    const there = new Set(this.own.map(({ value }) => String(value)));
    return recentOf(this.field).filter((key) => !there.has(key));
  }

  /** @param {Record<string, string>} query */
  #url(query) {
    return `${this.address}${this.address.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`;
  }
}

/** @param {any} json @returns {Choice[]} */
const choicesOf = (json) => (Array.isArray(json) ? json : (json?.choices ?? []));
