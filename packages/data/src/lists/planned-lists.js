/** @import { Actor, Formats, Query } from '@plinth/plugin' */

/**
 * A list view as an actor may open it: its statement, and those of its columns that they may read.
 *
 * @typedef {{ query: Query, columns: readonly { field: string, label: string }[], label: string, formats: Formats }} PlannedList
 * @typedef {(actor: Actor, view: string) => PlannedList | null} FindList null: there is no such list for this actor
 */

/**
 * What lists show. Who compiles views says so once, after the data layer is open; without that there are none.
 */
export function createPlannedLists() {
  /** @type {FindList} */
  let find = () => null;
  return {
    /** @param {FindList} finder */
    planBy(finder) {
      find = finder;
    },
    /** @type {FindList} */
    planned: (actor, view) => find(actor, view),
  };
}
