import { does, renderAdmin, routed } from '../../frame/index.js';
import { builderModel, namesOf, readBuilt, written } from '../../expressions/builder.js';
import { completion } from '../../expressions/completion.js';
import { isCondition, readWhere, scopeOf } from '../../expressions/places.js';
import { sampleRows, tryExpression } from '../../expressions/try-expression.js';

/** @import { Form, Request, Response } from '../../types.d.ts' */

/** Requests of assets/expressions.js while somebody writes an expression, on any screen. Nothing here changes data. */
export const screen = {
  path: '/expressions',
  title: 'admin.expression.one',
  help: 'reference/expressions',
  routes: routed({ 'GET /names': names, 'POST /try': does(tryOut), 'POST /build': does(build) }),
};

/** @param {Request} req @param {Response} res */
async function names(req, res) {
  const { app, t } = req.ctx;
  const where = readWhere(req.query);
  const scope = scopeOf(req, where);
  const keys = ['build', 'tryWith', 'offered'];
  res.json({
    ...completion(req, scope),
    builds: isCondition(scope) && Boolean(scope.table),
    rows: await sampleRows(app, req, where.table),
    texts: Object.fromEntries(keys.map((name) => [name, t(`admin.expression.${name}`)])),
  });
}

/** @param {Request} req @param {Form} form */
async function tryOut(req, form) {
  const asked = { source: form.get('source') ?? '', row: form.get('row') || null };
  return renderAdmin(req, 'expressions/result', await tryExpression(req.ctx.app, req, readWhere(form), asked));
}

/** @param {Request} req @param {Form} form @param {Response} res */
async function build(req, form, res) {
  const { app } = req.ctx;
  const scope = scopeOf(req, readWhere(form));
  const built = readBuilt(form, namesOf(scope));
  if (form.get('op') === 'write') return res.json({ source: written(built, namesOf(scope)) });
  return renderAdmin(req, 'expressions/builder', await builderModel(app, req, scope, built));
}
