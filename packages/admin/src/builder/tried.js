import { html, pieceSchema } from '@plinth/plugin';
import { createForm } from '@plinth/server/http';
import { checked, readSettings, settingsControls } from '../frame/index.js';
import { findNode } from '../layout/operations.js';

/** @import { Html, Piece, Values, Row } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Draft } from '../layout/draft.js' */
/** @import { Edited } from '../layout/object-screen.js' */

// Values for a piece's parameters, to see it on the canvas as a use would show it. They are no part of the draft: the
// browser keeps them, as the text of the form, with the names of those that were changed.

const PREFIX = 'try.';

/**
 * What was typed, as values by parameter. Wrong ones are left out and named.
 *
 * @param {Request} req @param {Edited} edited @param {Draft} draft @param {string} text of the form
 * @returns {{ values: Values, wrong: string[] }}
 */
export function triedValues(req, edited, draft, text) {
  /** @type {{ values: Record<string, unknown>, wrong: string[] }} */
  const found = { values: {}, wrong: [] };
  const { t } = req.ctx;
  const { schema, typed } = typedIn(req, edited, draft, text);
  for (const setting of schema.filter(({ name }) => name in typed)) {
    const { values, errors } = checked([setting], { [setting.name]: typed[setting.name] }, t);
    const messages = Object.values(errors);
    if (messages.length > 0) found.wrong.push(`${t(setting.label ?? setting.name)}: ${messages[0]}`);
    else Object.assign(found.values, values);
  }
  return found;
}

/**
 * A control for each parameter: with what was typed, else with the piece's own value.
 *
 * @param {Request} req @param {Edited} edited @param {Draft} draft @param {string} text of the form @returns {Html}
 */
export function triedForm(req, edited, draft, text) {
  const { schema, typed, own } = typedIn(req, edited, draft, text);
  const { t } = req.ctx;
  if (schema.length === 0) return html`<p class="bld-hint mb-0">${t('admin.pieces.tryNone')}</p>`;
  return settingsControls(req, schema, { ...own, ...typed }, { prefix: PREFIX, table: edited.subject.table });
}

/**
 * @param {Request} req @param {Edited} edited @param {Draft} draft @param {string} text
 * @returns {{ schema: import('@plinth/plugin').Setting[], typed: Values, own: Row }} own: the
 *   piece's own values
 */
function typedIn(req, { subject, bodyOf }, draft, text) {
  if (subject.kind !== 'piece') return { schema: [], typed: {}, own: {} };
  const { params, layout } = /** @type {Piece} */ (bodyOf(draft));
  const schema = pieceSchema({ params, layout }, req.ctx.app.registry);
  const form = createForm([...new URLSearchParams(text)], []);
  const touched = new Set(form.all('touched'));
  const asked = schema.filter(({ name }) => touched.has(name));
  const own = params.map(({ name, node, setting }) => [name, findNode(layout, node)?.node.settings?.[setting]]);
  return {
    schema,
    typed: readSettings(req, asked, form, { prefix: PREFIX, table: subject.table }),
    own: Object.fromEntries(own.filter(([, value]) => value !== undefined)),
  };
}
