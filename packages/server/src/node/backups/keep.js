import { addDays, dayIn } from '@plinth/plugin';

/** @typedef {{ last: number, daily: number, weekly: number, monthly: number }} Rules */

/**
 * Which backups to keep: the newest ones, and the newest of each of the last days, weeks (from Monday) and months that have
 * one. One that failed counts for none of these and stays only among the newest.
 *
 * @template {{ id: string, startedAt: string, error: string | null }} B
 * @param {readonly B[]} backups the newest first
 * @param {Rules} rules
 * @param {string} [timeZone] of the site, in which the days are
 * @returns {{ keep: B[], remove: B[] }}
 */
export function chooseKept(backups, rules, timeZone = 'UTC') {
  const good = backups.filter(({ error }) => error === null);
  const kept = new Set(good.slice(0, rules.last).map(({ id }) => id));
  const oldest = good.slice(0, rules.last).at(-1)?.startedAt ?? '';
  for (const { id, error, startedAt } of backups) if (error !== null && startedAt > oldest) kept.add(id);
  for (const [count, periodOf] of [
    [rules.daily, dayOf],
    [rules.weekly, weekOf],
    [rules.monthly, monthOf],
  ]) {
    const periods = new Set();
    for (const backup of good) {
      const period = /** @type {(day: string) => string} */ (periodOf)(dayIn(backup.startedAt, timeZone));
      if (periods.has(period)) continue;
      if (periods.size >= Number(count)) break;
      periods.add(period);
      kept.add(backup.id);
    }
  }
  return { keep: backups.filter(({ id }) => kept.has(id)), remove: backups.filter(({ id }) => !kept.has(id)) };
}

/** @param {string} day */
const dayOf = (day) => day;

/** @param {string} day */
const monthOf = (day) => day.slice(0, 7);

/** The Monday of its week. @param {string} day */
function weekOf(day) {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -weekday) ?? day;
}
