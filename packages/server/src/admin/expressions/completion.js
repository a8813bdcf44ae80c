/** @import { Scope } from '@plinth/expressions' */
/** @import { Request } from '../../types.d.ts' */
import { describeScope } from '@plinth/expressions';
import { html, raw } from '@plinth/plugin';

/**
 * What the browser completes in expressions: names by what stands before the dot.
 *
 * @param {Request} req @param {ReturnType<typeof describeScope>} scope
 */
export function completion({ ctx: { t, catalog } }, { names, fieldsOf, functions }) {
  /** @param {{ name: string, type: any, label: string }} entry */
  const short = ({ name, type, label }) => ({ name, label: t(label), table: type.table ?? null, type: type.name });
  return {
    names: names.map(short),
    tables: Object.fromEntries(catalog.tables.map(({ name }) => [name, fieldsOf(name).map(short)])),
    functions: functions.map(({ name, help, method }) => ({ name, label: t(help), method })),
  };
}

/** The same as data in the page, for assets/rules.js. @param {Request} req @param {Scope} scope */
export function completionData(req, scope) {
  const json = JSON.stringify(completion(req, describeScope(scope))).replaceAll('<', '\\u003c');
  return html`<script type="application/json" data-adm-names>${raw(json)}</script>`;
}

/** Attributes of a control that holds an expression. */
export const EXPRESSION_ATTRS = Object.freeze({
  ...{ rows: 2, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' },
  'data-adm-rule': 'none',
});
