/** @import { Config, Handler } from '../../types.d.ts' */
import path from 'node:path';
import { parseTarget } from './canonical-path.js';

/** Parses the URL once, for all middleware that follows. @param {Pick<Config, 'dataDir'>} config @returns {Handler} */
export function readAddress({ dataDir }) {
  const temp = path.join(dataDir, 'tmp');
  return (req, res, next) => {
    // The fast path has parsed it already if it declined the request late.
    if (req.path === undefined) req.equip(parseTarget(req.url), res, temp);
    next();
  };
}
