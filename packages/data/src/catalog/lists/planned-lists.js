/** @import { Actor, Formats, PictureSize, Query, Select, Row } from '@plinth/plugin' */

/**
 * A list view as an actor may open it: its statement, and those of its columns that they may read.
 *
 * @typedef {{ query: Query, columns: readonly { field: string, label: string, pictures?: PictureSize | null }[], label: string, formats: Formats }} PlannedList
 * @typedef {(actor: Actor, view: string) => PlannedList | null} FindList null: there is no such list for this actor
 */
/**
 * A part of a detail view; `shown` tells by the columns of `conditions` whether the view shows it for the row.
 *
 * @typedef {({ group: 'start' | 'end' } | { heading: string, leads: boolean } | { field: string, label: string, isHeading: boolean, leads: boolean, pictures?: PictureSize | null } |
 *   { list: Omit<PlannedList, 'formats'> }) & { shown: (row: Row | null) => boolean }} DetailPart leads: what
 *   the whole is about
 */
/**
 * A detail view as an actor may open it: the statement of its row, and its parts that they may read.
 *
 * @typedef {{ table: string, query: Query | null, conditions: readonly Select[], parts: readonly DetailPart[], label: string,
 *   formats: Formats }} PlannedDetail query: null: no row is chosen
 * @typedef {(actor: Actor, view: string, id: string | number | null) => PlannedDetail | null} FindDetail null: there is no
 *   such detail view for this actor
 */

/**
 * What lists and detail views show. Who compiles views says so once, after the data layer is open; without that there are
 * none.
 */
export function createPlannedLists() {
  /** @type {{ list: FindList, detail: FindDetail }} */
  let find = { list: () => null, detail: () => null };
  return {
    /** @param {{ list: FindList, detail: FindDetail }} finders */
    planBy(finders) {
      find = finders;
    },
    /** @type {FindList} */
    planned: (actor, view) => find.list(actor, view),
    /** @type {FindDetail} */
    plannedDetail: (actor, view, id) => find.detail(actor, view, id),
  };
}
