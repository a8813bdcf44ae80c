/** @import { Config, Handler } from '../types.d.ts' */
import path from 'node:path';
import { parseTarget } from './canonical-path.js';

/**
 * Reads the address, once for all that follow.
 *
 * @param {Pick<Config, 'dataDir'>} config @returns {Handler}
 */
export function readAddress({ dataDir }) {
  const temp = path.join(dataDir, 'tmp');
  return (req, res, next) => {
    // The fast path has read it where it began and then declined.
    if (req.path === undefined) req.equip(parseTarget(req.url), res, temp);
    next();
  };
}
