/** @import { Request, Response, UserInfo } from '../../types.d.ts' */
import { avatarColour } from '@plinth/plugin';
import { findCookie } from './cookies.js';

const NAME = 'plinth_name';
const FACE = 'plinth_face';

/** @param {UserInfo} user */
const cookiesOf = ({ id, name, email, picture }) =>
  Object.entries({ [NAME]: name || email, [FACE]: `${avatarColour(id)} ${picture ?? ''} ${String(id).slice(-8)}` });

/**
 * Tells the shell's script the user's name, colour, picture and the end of their number, since pages themselves contain
 * nothing personal.
 *
 * @param {Response} res @param {UserInfo} user @param {number} maxAge in seconds
 */
export function tellFace(res, user, maxAge) {
  for (const [cookie, value] of cookiesOf(user)) res.cookie(cookie, value, { maxAge, httpOnly: false });
}

/** The same, if the browser knows it differently: changed by an admin or on another device. @param {Request} req @param {Response} res */
export function refreshFace(req, res) {
  const { user, session, viewingAs } = req.ctx;
  if (!user || !session || viewingAs) return;
  const header = req.headers.cookie ?? '';
  if (cookiesOf(user).some(([cookie, value]) => findCookie(header, cookie) !== value))
    tellFace(res, user, session.seconds);
}

/** @param {Response} res */
export function clearFace(res) {
  for (const cookie of [NAME, FACE]) res.cookie(cookie, '', { maxAge: 0, httpOnly: false });
}
