/** @import { Scope, Type } from '@plinth/expressions' */
/** @import { Translate } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
import { describeScope, typeName } from '@plinth/expressions';
import { say } from '@plinth/plugin';

/**
 * Completions for the browser: names by what is before the dot, each with a description.
 *
 * @param {Request} req @param {Scope} scope
 */
export function completion({ ctx: { t, catalog } }, scope) {
  const { names, fieldsOf, functions } = describeScope(scope);
  /** @param {{ name: string, type: any, label: string }} entry */
  const short = ({ name, type, label }) => ({
    name,
    label: t(label),
    table: type.table ?? null,
    type: typeText(t, catalog, type),
  });
  return {
    names: names.map(short),
    tables: Object.fromEntries(catalog.tables.map(({ name }) => [name, fieldsOf(name).map(short)])),
    functions: functions.map(({ name, help, method, params, result, over }) => ({
      name,
      label: t(help),
      method,
      over,
      type: signature(t, { params, result, over }),
    })),
  };
}

/** @param {Translate} t @param {Scope['catalog']} catalog @param {Type} type @returns {string} */
export function typeText(t, catalog, type) {
  if (type.name === 'row') return `→ ${t(catalog.table(type.table).label)}`;
  if (type.name === 'rows') return t('admin.expression.rowsOf', { table: t(catalog.table(type.table).label) });
  const text = say(typeName(type), t);
  return type.name === 'list' ? `${text} (${typeText(t, catalog, type.of)})` : text;
}

/** (text, whole number) → text @param {Translate} t @param {{ params: string[][], result: string, over: string | null }} of */
function signature(t, { params, result, over }) {
  const named = (/** @type {string} */ type) => (type === 'any' ? '…' : say(typeName(/** @type {any} */ (type)), t));
  const [first = []] = params;
  return `(${[...(over ? ['x'] : []), ...first.map(named)].join(', ')}) → ${named(result)}`;
}
