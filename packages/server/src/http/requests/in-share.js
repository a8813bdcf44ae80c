/** @import { App, Request, Response } from '../../types.d.ts' */
/** @import { Person, Place } from '@plinth/data' */
import { LARGE_BYTES, personOf } from '@plinth/data';

/**
 * Whose share a request counts against, until its response is closed: a user's, or that of a visitor's network.
 *
 * @param {Request} req @param {Response} res @returns {Person}
 */
export function inNameOf(req, res) {
  if (res.person) return res.person;
  res.on('close', endShare);
  return (res.person = personOf(req.ctx.actor, req.ctx.address));
}

/**
 * Does the rest of a request as work of its person, when it is their turn. What it needs of the database, of functions and so
 * on counts against that person's share.
 *
 * @template T
 * @param {App} app @param {Request} req @param {Response} res @param {() => T} work
 * @returns {T | Promise<T | Awaited<T>>}
 * @throws {import('@plinth/plugin').AppError} SHARE_USED (429), SERVER_BUSY (503), both with Retry-After
 */
export function inShare({ data: { fairness } }, req, res, work) {
  const person = inNameOf(req, res);
  // Handed on by the fast path.
  if (res.place) return fairness.as(person, work);
  const begin = (/** @type {Place} */ place) => {
    res.place = place;
    person.began = performance.now();
    person.mayLeave = req.method === 'GET' || req.method === 'HEAD';
    // Its client has left meanwhile.
    if (res.closed) endShare.call(res);
    return fairness.as(person, work);
  };
  const room = fairness.roomFor(person);
  const place = room ? null : fairness.requests.takeNow(person);
  if (place) return begin(place);
  const take = () => fairness.requests.take(person).then(begin);
  return room ? room.then(take) : take();
}

/**
 * Waits until it is the turn of whoever wants a file of all rows of a list. The place is given back when the response is closed.
 *
 * @param {App} app @param {Request} req @param {Response} res
 * @throws {import('@plinth/plugin').AppError} SHARE_USED (429), SERVER_BUSY (503)
 */
export async function waitToExport({ data: { fairness } }, req, res) {
  const place = await fairness.exports.take(inNameOf(req, res));
  keep(res, () => fairness.exports.give(place));
}

/**
 * Waits until there is room in memory for a large body. It is given back when the response is closed.
 *
 * @param {Request} req @param {Response} res @param {number} bytes
 * @returns {Promise<void> | null} null: it is not large
 * @throws {import('@plinth/plugin').AppError} SHARE_USED (429), SERVER_BUSY (503)
 */
export function roomForBody(req, res, bytes) {
  if (bytes <= LARGE_BYTES) return null;
  const { bytes: turns } = res.runtime.data.fairness;
  const size = Math.min(bytes, turns.largest);
  return turns.take(inNameOf(req, res), size).then((/** @type {Place} */ place) => keepBytes(res, place, size));
}

/** Counts a large answer until it is sent: it is there, but nothing more is read for this person meanwhile. @param {Response} res @param {number} bytes */
export function countAnswer(res, bytes) {
  const { person, runtime } = res;
  if (bytes <= LARGE_BYTES || !person || res.closed) return;
  const { bytes: turns } = runtime.data.fairness;
  const size = Math.min(bytes, turns.largest);
  keepBytes(res, turns.add(person, size), size);
}

/** @param {Response} res @param {Place} place @param {number} size */
function keepBytes(res, place, size) {
  const { person, runtime } = res;
  if (person) person.bytes += size;
  keep(res, () => runtime.data.fairness.bytes.give(place, size));
}

/** What is given back when the response is closed: all by one listener, since Node warns of more than ten. @param {Response} res @param {() => void} give */
function keep(res, give) {
  if (res.closed) give();
  else (res.kept ??= []).push(give);
}

/** Nothing of it is computed any more. @param {Response} res */
export function givePlace(res) {
  const { place, person, runtime } = res;
  res.place = null;
  if (place && person) runtime.data.fairness.requests.give(place, 1, performance.now() - person.began);
}

/** @this {Response} */
function endShare() {
  const { person, kept } = this;
  this.kept = null;
  givePlace(this);
  if (kept) for (const give of kept) give();
  person?.over();
}
