/** @import { FormattingRule, Rendered, RowModel } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { AppError, formatted, FORMATTING_STYLES, html, isAmong, readersAt } from '@plinth/plugin';
import { expressionIn } from './expression-in.js';

/** @typedef {{ rule: FormattingRule, holds: (m: RowModel) => boolean }} Compiled */

/**
 * A field under its rules of conditional formatting: the first that holds colours it. A rule that uses something the
 * reader may not read doesn't apply to them.
 *
 * @param {Scope} scope @param {readonly FormattingRule[]} rules @param {(m: RowModel) => any} render
 * @returns {Rendered}
 */
export function formattedField(scope, rules, render) {
  const compiled = rules.flatMap((rule) => compileRule(scope, rule) ?? []);
  if (compiled.length === 0) return render;
  scope.compilation.found.styles.add(FORMATTING_STYLES);
  return (m) => {
    const shown = render(m);
    const found = m.row && compiled.find(({ holds }) => holds(m));
    return found ? formatted(found.rule, html`${shown}`) : shown;
  };
}

/** A broken rule is a problem of its field, not of every view. @param {Scope} scope @param {FormattingRule} rule @returns {Compiled | null} */
function compileRule(scope, rule) {
  const { catalog } = scope.compilation;
  try {
    const { evaluate, expression } = expressionIn(scope, rule.when, { result: ['bool'] });
    const readers = expression.names.flatMap(({ table, name }) => readersAt(catalog, catalog.table(table), name));
    return { rule, holds: (m) => isAmong(m.env.actor, readers) && evaluate(m) === true };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
