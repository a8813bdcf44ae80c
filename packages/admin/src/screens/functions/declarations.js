/** @import { FieldInfo, TableInfo } from '@plinth/server/api' */
/** @import { Catalog } from '@plinth/plugin' */
/** @import { Request } from '../../types.d.ts' */
import { readFile } from 'node:fs/promises';
import { comment, typeOf, visibleTables } from '@plinth/server/api';

const SOURCE = new URL('./types-source.ts', import.meta.url);
const REGION = /\/\/ #region (\w+)[\s\S]*?\/\/ #endregion/g;

/**
 * What TypeScript must know to check a function in the editor: the types of `plinth` with the tables as the typed client
 * has them, and the code of functions that it may import.
 *
 * @param {Request} req @param {string | null} name of the function; null: a new one
 * @returns {Promise<{ declarations: string, modules: Record<string, string>, packages: string[], rowsOf: string[] }>}
 *   rowsOf: tables whose rows the function judges or calculates from
 */
export async function typesFor({ ctx: { app, author, catalog } }, name) {
  const source = await readFile(SOURCE, 'utf8');
  const regions = /** @type {Record<string, () => string>} */ ({
    tables: () => tableTypes(visibleTables(app, catalog, author)),
    names: () => nameTypes(catalog),
  });
  const own = name ? catalog.function(name) : null;
  const others = catalog.functions.filter((fn) => !fn.package && fn !== own);
  return {
    declarations: source.replace(REGION, (_, region) => regions[region]()),
    modules: Object.fromEntries(others.map((fn) => [`app/${fn.name}`, fn.code])),
    packages: catalog.functions.flatMap((fn) => (fn.package ? [`npm/${fn.package.name}`] : [])),
    rowsOf: own ? tablesThatAsk(catalog, own.name) : [],
  };
}

/** @param {readonly TableInfo[]} tables */
function tableTypes(tables) {
  const entries = tables.map(({ name, fields }) => {
    const values = fields.filter(({ readOnly }) => !readOnly);
    return `  ${name}: {\n    row: {\n${members(fields, rowType, '')}    };\n    input: {\n${members(values, valueType, '?')}    };\n  };\n`;
  });
  return `export interface Tables {\n${entries.join('')}}`;
}

/** @param {readonly FieldInfo[]} fields @param {(schema: Record<string, any>) => string} typed @param {'?' | ''} optional */
const members = (fields, typed, optional) =>
  fields
    .map(({ name, label, schema }) => `      /** ${comment(label)} */\n      ${name}${optional}: ${typed(schema)};\n`)
    .join('');

/** Every field may be empty, so that none says so. @param {Record<string, any>} schema */
function rowType(schema) {
  if (schema.enum) return typeOf({ enum: schema.enum.filter((/** @type {unknown} */ value) => value !== null) });
  if (schema.type === undefined) return 'any';
  return typeOf({ ...schema, type: [schema.type].flat().filter((type) => type !== 'null') });
}

/** What may be written is more than what is read: a number as text, a date as a Date. @param {Record<string, any>} schema */
function valueType(schema) {
  if (schema.enum) return typeOf(schema);
  const [type] = [schema.type].flat();
  if (type === 'integer' || type === 'number' || schema.pattern) return 'number | string';
  if (type === 'boolean') return 'boolean';
  if (schema.format === 'date' || schema.format === 'date-time') return 'string | Date';
  return type === 'string' ? 'string | number' : 'any';
}

/** @param {Catalog} catalog */
function nameTypes({ workflows, secrets, roles }) {
  const union = (/** @type {readonly { name: string }[]} */ named) =>
    named.map(({ name }) => JSON.stringify(name)).join(' | ') || 'string';
  return `export type Workflow = ${union(workflows)};\nexport type Secret = ${union(secrets)};\nexport type Role = ${union(roles)};`;
}

/** @param {Catalog} catalog @param {string} name of a function */
const tablesThatAsk = ({ tables }, name) =>
  tables
    .filter(
      ({ constraints, fields }) =>
        constraints.some((one) => one.kind === 'function' && one.function === name) ||
        fields.some((field) => field.auto === 'function' && field.function === name),
    )
    .map((table) => table.name);
