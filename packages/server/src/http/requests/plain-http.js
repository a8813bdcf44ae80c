/** @import { App, Request } from '../../types.d.ts' */

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;

/**
 * The host name under which a user on another machine uses the site without https: their input can be read in transit,
 * and their cookie is not marked as secure. Null with https, and on this machine.
 *
 * @param {App} app @param {Pick<Request, 'headers'>} req
 * @returns {string | null}
 */
export function plainHttpHost({ secure }, { headers: { host = '' } }) {
  if (secure || !URL.canParse(`http://${host}`)) return null;
  const { hostname } = new URL(`http://${host}`);
  return LOOPBACK.test(hostname) ? null : hostname;
}
