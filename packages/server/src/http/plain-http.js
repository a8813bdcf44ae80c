/** @import { App, Request } from '../types.d.ts' */

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;

/**
 * The host by which somebody on another machine uses the site without https on our side: what he types can be read on
 * the way, and his cookie is not marked as secure. Null where all is well, also on the machine itself.
 *
 * @param {App} app @param {Pick<Request, 'headers'>} req
 * @returns {string | null}
 */
export function plainHttpHost({ secure }, { headers: { host = '' } }) {
  if (secure || !URL.canParse(`http://${host}`)) return null;
  const { hostname } = new URL(`http://${host}`);
  return LOOPBACK.test(hostname) ? null : hostname;
}
