/** @import { Diff } from './types.d.ts' */
import { nameIn } from './names.js';
import { commonTables, lock } from './pairs.js';
import { alter, renameTable } from './steps.js';

/** Renames tables, columns and join tables, even if they swap names. @param {Diff} diff */
export function renameAll(diff) {
  const { old, now } = diff;
  const tables = changed(old.tables, now.tables);
  const joins = changed(old.joins, now.joins);
  for (const { id } of tables) lock(diff, id);
  run([...tables, ...joins], (from, to) => {
    renameTable(diff, from, to);
  });
  for (const pair of commonTables(diff)) {
    const columns = changed(pair.old.columns, pair.now.columns);
    if (columns.length > 0) lock(diff, pair.old.id);
    run(columns, (from, to) => {
      alter(diff, nameIn(now, pair.now.id), (table) => table.renameColumn(from, to));
    });
  }
}

/** @param {Map<string, { id: string, name: string }>} old @param {Map<string, { id: string, name: string }>} now */
function changed(old, now) {
  return [...old.values()].flatMap(({ id, name: from }) => {
    const to = now.get(id)?.name;
    return to !== undefined && to !== from ? [{ id, from, to }] : [];
  });
}

/**
 * Through a temporary name if the new name is still taken.
 *
 * @param {{ id: string, from: string, to: string }[]} renames @param {(from: string, to: string) => void} rename
 */
function run(renames, rename) {
  const taken = new Set(renames.map(({ from }) => from));
  const crossing = renames.filter(({ to }) => taken.has(to));
  const parked = new Set(crossing.map(({ id }) => id));
  for (const { id, from } of crossing) rename(from, `moving_${id}`);
  for (const { id, from, to } of renames) rename(parked.has(id) ? `moving_${id}` : from, to);
}
