/** @import { Catalog } from '@plinth/plugin' */
/** @import { Tell } from '../../catalog/types.d.ts' */
import { sql } from '../../postgres/sql/index.js';
import { storedJson } from '../../postgres/sql/stored-json.js';

/**
 * Events of Plinth itself, such as a login, start the triggers with this source. Without one, no statement is sent.
 *
 * @param {{ db: { query: (query: any) => Promise<any> }, catalog: () => Catalog }} context
 */
export function createHappened({ db, catalog }) {
  /** @type {(() => void)[]} */
  const listeners = [];

  /** @type {Tell} */
  async function tell(source, event, { cause = null, on = db, only = () => true } = {}) {
    const triggers = catalog().triggers.filter((one) => one.enabled && one.source === source && only(one));
    if (triggers.length === 0) return;
    const ids = triggers.map(({ id }) => id);
    await on.query(sql`
      select plinth.start_trigger(id, ${source}, null, ${storedJson({ time: new Date().toISOString(), ...event })}::jsonb,
                                  ${cause}::uuid, now())
        from unnest(${ids}::uuid[]) id`);
    for (const listener of listeners) listener();
  }

  return {
    tell,
    /** @param {() => void} listener called when there may be runs, which other transactions see a moment later */
    onTold: (listener) => void listeners.push(listener),
  };
}
