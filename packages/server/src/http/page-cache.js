/** @import { App, Handler, Request, Response } from '../types.d.ts' */
import { createAheadOfProof } from '../delivered/ahead-of-proof.js';
import { wantsOtherEyes } from './viewing-as.js';

/** @param {App} app @returns {Handler} */
export function aheadOfProof(app) {
  const ahead = createAheadOfProof(app);
  return async (req, res, next) => {
    if (req.isCanonical && !wantsOtherEyes(req) && (await ahead(req, res))) return;
    next();
  };
}

/** @param {App} app @returns {Handler} */
export function pageCache(app) {
  return async (req, res, next) => {
    if (!(await shareOrKeep(app.pages, req, res, req.isCanonical))) next();
  };
}

/**
 * Whether it was answered with what was made for others who asked at the same time; if not, its own answer may be kept.
 *
 * @param {App['pages']} pages @param {Request} req @param {Response} res @param {boolean} isCanonical
 */
async function shareOrKeep(pages, req, res, isCanonical) {
  if (!pages || !mayBeKept(req)) return false;
  if (isCanonical && (await pages.share(req, res, req.ctx))) return true;
  req.keeping = pages.begin(req, res, req.ctx);
  return false;
}

/** What somebody sees with the eyes of another is made for him alone. @param {Request} req */
const mayBeKept = (req) => (req.method === 'GET' || req.method === 'HEAD') && !isApi(req) && !req.ctx.viewingAs;

/** @param {Request} req */
const isApi = (req) => req.path.startsWith('/api/');
