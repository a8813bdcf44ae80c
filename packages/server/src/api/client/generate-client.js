/** @import { FieldInfo, TableInfo } from '../describe/visible-tables.js' */
/** @import { App } from '../../types.d.ts' */
/** @import { Actor } from '@plinth/plugin' */
import { readFile } from 'node:fs/promises';
import { visibleTables } from '../describe/visible-tables.js';

const SOURCE = new URL('./client-source.ts', import.meta.url);
const REGION = /\/\/ #region tables[\s\S]*?\/\/ #endregion/;

/**
 * A client for somebody's tables as one TypeScript file without dependencies, for browsers and Node.
 *
 * @param {Pick<App, 'data' | 'registry'>} app @param {Actor} actor
 * @returns {Promise<string>}
 */
export async function generateClient(app, actor) {
  const source = await readFile(SOURCE, 'utf8');
  const tables = visibleTables(/** @type {App} */ (app), app.data.catalog(), actor);
  const head = '// Made by `plinth generate-client`: make it anew when tables change.\n\n';
  return head + source.replace(REGION, () => tableTypes(tables));
}

/** @param {readonly TableInfo[]} tables */
function tableTypes(tables) {
  const entries = tables.map(
    ({ name, label, fields }) =>
      `  /** ${comment(label)} */\n  ${name}: {\n    row: {\n${members(fields, false)}    };\n    input: {\n` +
      `${members(
        fields.filter(({ readOnly }) => !readOnly),
        true,
      )}    };\n  };\n`,
  );
  return `/** Row and new row of each table. */\nexport interface Tables {\n${entries.join('')}}`;
}

/** @param {readonly FieldInfo[]} fields @param {boolean} isInput whether what has a default or may be empty can be left out */
function members(fields, isInput) {
  return fields
    .map(({ name, label, schema, required, hasDefault }) => {
      const optional = isInput && (!required || hasDefault) ? '?' : '';
      return `      /** ${comment(label)} */\n      ${name}${optional}: ${typeOf(schema)};\n`;
    })
    .join('');
}

/** @param {Record<string, any>} schema @returns {string} */
function typeOf(schema) {
  if (schema.enum) return schema.enum.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(' | ');
  if (schema.type === undefined) return 'unknown';
  const named = (/** @type {string} */ type) => {
    if (type === 'array') return `(${typeOf(schema.items)})[]`;
    return type === 'integer' ? 'number' : type;
  };
  return [schema.type].flat().map(named).join(' | ');
}

/** Text from the site inside a comment, which it must not end. @param {string} text */
const comment = (text) => text.replace(/[\r\n\u2028\u2029]+/g, ' ').replaceAll('*/', '* /');
