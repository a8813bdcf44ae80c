import { isAdmin } from '@plinth/plugin';
import { createStreamSlots, EventStream } from '@plinth/server/api';
import { confirmerOf } from '@plinth/server/http';

/** @import { Actor } from '@plinth/plugin' */
/** @import { App, Request, Response } from '../types.d.ts' */
/** @typedef {{ schema: string, table: string, key: readonly (string | null)[] | null }} Change */
/** @typedef {{ tab: string, user: string, name: string, selected: string[] }} Present */
/** @typedef {Parameters<Parameters<NonNullable<App['data']['stream']>['subscribe']>[0]>[0]} ChangeEvent */

/**
 * One open builder. `told`: the last event, so that nothing is said twice; `telling`: until what was due before is said, so that
 * what is older does not come last.
 *
 * @typedef {{ object: string, tab: string, stream: EventStream, confirm: () => Promise<Actor | null>, told: string,
 *   telling: Promise<void> }} Listener
 */

/** Between two signs of life of an open builder, in ms; proxies close silent connections after a minute. */
const BEAT = 25_000;
/** Changes close together are told once. In ms. */
const GATHER = 40;

/**
 * Tells open builders who else has the same view open, what they have selected, and which versions draft and metadata have. Every
 * process hears of it by the change stream; nothing is asked for in between.
 */
export class LiveBuilders {
  #app;
  #slots = createStreamSlots({ mostInAll: 500, mostOfUser: 30 });
  /** @type {Set<Listener>} */
  #listeners = new Set();
  /** Objects about which something is to be told. @type {Set<string>} */
  #due = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  #gathering;
  /** @type {NodeJS.Timeout | undefined} */
  #beating;
  /** @type {(() => void)[]} */
  #leave = [];

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    app.retired.addEventListener('abort', () => {
      for (const { stream } of this.#listeners) stream.end('restart');
    });
  }

  /** @param {Request} req @param {Response} res @param {{ object: string, tab: string }} here */
  async open(req, res, { object, tab }) {
    const { actor, address } = req.ctx;
    const { drafts } = this.#app.data;
    const slot = this.#slots.take({ userId: actor.userId, address });
    const to = new EventStream(/** @type {any} */ ({ slot }));
    const confirm = confirmerOf(this.#app, req);
    const listener = { object, tab, stream: to, confirm, told: '', telling: Promise.resolve() };
    try {
      await drafts.presence.note(actor, object, { tab, selected: [] });
      req.isStream = true;
      to.open(res, () => this.#forget(listener, slot));
    } catch (error) {
      this.#slots.leave(slot);
      throw error;
    }
    this.#listeners.add(listener);
    if (this.#leave.length === 0) this.#listen();
    this.#beating ??= setInterval(() => this.#beat(), BEAT).unref();
    await this.#tell(listener);
  }

  #listen() {
    const { stream, onCatalog } = this.#app.data;
    const off = stream?.subscribe((/** @type {ChangeEvent} */ event) => this.#hear(event));
    // A field that is gone is missed in every draft that shows it.
    this.#leave = [...(off ? [off] : []), onCatalog(() => this.#tellSoon(() => true))];
  }

  /** @param {ChangeEvent} event */
  #hear(event) {
    const all = event.kind === 'reset';
    /** @type {readonly Change[]} */
    const changes = all ? [] : event.changes;
    const about = changes.filter(({ schema, table }) => schema === 'plinth' && table === 'draft_presence');
    this.#tellSoon((object) => all || about.some(({ key }) => key === null || key[0] === object));
  }

  /** @param {(object: string) => boolean} isDue */
  #tellSoon(isDue) {
    for (const { object } of this.#listeners) if (isDue(object)) this.#due.add(object);
    if (this.#due.size === 0 || this.#gathering) return;
    this.#gathering = setTimeout(() => this.#tellDue(), GATHER);
  }

  #tellDue() {
    this.#gathering = undefined;
    const due = new Set(this.#due);
    this.#due.clear();
    for (const one of this.#listeners) if (due.has(one.object)) void this.#tell(one);
  }

  /** @param {Listener} listener */
  #tell(listener) {
    listener.telling = listener.telling.then(() => this.#say(listener));
    return listener.telling;
  }

  /** With the rights that they have now. Never rejects. @param {Listener} listener */
  async #say(listener) {
    const { object, tab, stream } = listener;
    try {
      const actor = await listener.confirm();
      if (!actor || !isAdmin(actor)) return stream.end('login');
      const { people, version } = await this.#app.data.drafts.presence.list(actor, object);
      const others = people.filter((/** @type {Present} */ one) => one.tab !== tab);
      const text = JSON.stringify({ people: others, version, catalog: this.#app.data.catalog().version });
      if (text === listener.told) return;
      listener.told = text;
      stream.send(Buffer.from(`event: presence\ndata: ${text}\n\n`));
    } catch (error) {
      this.#app.log.warn('the builder could not be told who is there', { error: String(error) });
    }
  }

  #beat() {
    for (const { stream, object, tab } of this.#listeners) {
      stream.send(Buffer.from(': here\n\n'));
      this.#app.data.drafts.presence.renew(object, tab).catch(() => {});
    }
  }

  /** @param {Listener} listener @param {import('@plinth/server/api').StreamSlot} slot */
  #forget(listener, slot) {
    this.#listeners.delete(listener);
    this.#slots.leave(slot);
    this.#app.data.drafts.presence.leave(listener.object, listener.tab).catch(() => {});
    if (this.#listeners.size > 0) return;
    clearInterval(this.#beating);
    for (const off of this.#leave) off();
    this.#leave = [];
    this.#beating = undefined;
  }
}
