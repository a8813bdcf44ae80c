/** @import { Handler } from '../../types.d.ts' */
import { notFound } from './canonical-path.js';

/** A path has one spelling: users are redirected to it, programs get an error. @type {Handler} */
export function oneSpelling(req, res, next) {
  if (req.isCanonical) return next();
  if (isApi(req) || (req.method !== 'GET' && req.method !== 'HEAD')) throw notFound();
  res.redirect(req.url, { status: 301 });
}

/** @param {import('../../types.d.ts').Request} req */
const isApi = (req) => req.path.startsWith('/api/');
