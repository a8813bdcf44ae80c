/** @import { Order } from './read-day.js' */
import { latinDigits } from '@plinth/plugin';
import { readClock } from './read-clock.js';
import { readDay } from './read-day.js';

const LONGEST = 120;
const ZONE_NAME = /\[([A-Za-z0-9_+/-]{1,64})\]$/;
/** +02:00, +0200, +02, Z, UTC, GMT+0200; JavaScript adds the name of the zone in brackets. */
const OFFSET =
  /(?:Z|(?:UTC|GMT)(?:([+-]\d{1,2})(?::?(\d{2}))?)?|([+-]\d{1,2})(?::?(\d{2}))?(?::00)?)(?:\s*\([^()]*\))?$/i;
const BETWEEN = /[T\s,]+/gi;

/**
 * @typedef {{ local: string, fraction: string, offset: number | null, zone: string | null }} ReadMoment
 *   `local`: 2026-12-31T15:30:00.123; `fraction`: all digits of its seconds; `offset`: minutes ahead of Greenwich; `zone`: its name. Both null: the text says none
 */

/**
 * The moment that a text says, with what it says of its zone: "2022-02-15 09:34:33+00", "Tue, 15 Feb 2022 09:34:33 GMT",
 * "15.02.2022, 9:34 Uhr", "20220215T093433Z", "2/15/2022 9:34 AM". A day alone begins at midnight.
 *
 * @param {string} written @param {Order | null} [order] of figures that may be read in several ways
 * @returns {ReadMoment | null}
 */
export function readMoment(written, order = null) {
  const text = latinDigits(written).trim();
  if (text.length > LONGEST) return null;
  const named = ZONE_NAME.exec(text);
  const zone = named?.[1] ?? null;
  const rest = named ? text.slice(0, named.index).trim() : text;
  const plain = localOf(rest, order);
  if (plain) return { ...plain, offset: null, zone };
  const found = OFFSET.exec(rest);
  const local = found && localOf(rest.slice(0, found.index).trim(), order, true);
  if (!local) return null;
  const [, hours = found[3] ?? '+0', minutes = found[4] ?? '0'] = found;
  const sign = hours.startsWith('-') ? -1 : 1;
  const offset = sign * (Math.abs(Number(hours)) * 60 + Number(minutes));
  return Math.abs(offset) > 15 * 60 || Number(minutes) > 59 ? null : { ...local, offset, zone };
}

/** @param {string} text @param {Order | null} order @param {boolean} [withTime] there must be one @returns {Pick<ReadMoment, 'local' | 'fraction'> | null} */
function localOf(text, order, withTime = false) {
  const day = withTime ? null : readDay(text, order);
  if (day) return { local: `${day}T00:00:00.000`, fraction: '' };
  for (const { index, 0: sign } of text.matchAll(BETWEEN)) {
    const time = readClock(text.slice(index + sign.length));
    const before = time && readDay(text.slice(0, index), order);
    if (!time || !before) continue;
    const { clock, fraction } = time;
    return { local: `${before}T${clock}.${fraction.slice(0, 3).padEnd(3, '0')}`, fraction };
  }
  return null;
}
