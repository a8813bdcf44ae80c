import { createRouter } from '../../../http/router.js';
import { builderModel, namesOf, readBuilt, written } from '../../expressions/builder.js';
import { completion } from '../../expressions/completion.js';
import { isCondition, readWhere, scopeOf } from '../../expressions/places.js';
import { sampleRows, tryExpression } from '../../expressions/try-expression.js';
import { renderAdmin } from '../../page.js';

/** @import { App, Routes } from '../../../types.d.ts' */

export const screen = { path: '/expressions', title: 'admin.expression.one', routes };

/**
 * What assets/expressions.js asks for while somebody writes an expression, wherever that is. Nothing here changes
 * anything.
 *
 * @param {App} app @returns {Routes}
 */
function routes(app) {
  const router = createRouter();
  router.get('/names', async (req, res) => {
    const { t, catalog } = req.ctx;
    const where = readWhere(req.query);
    const scope = scopeOf(catalog, where);
    const texts = Object.fromEntries(
      ['build', 'tryWith', 'offered'].map((name) => [name, t(`admin.expression.${name}`)]),
    );
    res.json({
      ...completion(req, scope),
      builds: isCondition(scope) && Boolean(scope.table),
      rows: await sampleRows(app, req, where.table),
      texts,
    });
  });
  router.post('/try', async (req, res) => {
    const form = await req.form();
    const tried = await tryExpression(app, req, readWhere(form), {
      source: form.get('source') ?? '',
      row: form.get('row') || null,
    });
    res.html(renderAdmin(app, req, 'expressions/result', tried));
  });
  router.post('/build', async (req, res) => {
    const form = await req.form();
    const scope = scopeOf(req.ctx.catalog, readWhere(form));
    const built = readBuilt(form, namesOf(scope));
    if (form.get('op') === 'write') return res.json({ source: written(built, namesOf(scope)) });
    return res.html(renderAdmin(app, req, 'expressions/builder', await builderModel(app, req, scope, built)));
  });
  return router;
}
