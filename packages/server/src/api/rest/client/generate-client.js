/** @import { Offered } from '../describe/offered.js' */
/** @import { FieldInfo, TableInfo } from '../describe/visible-tables.js' */
/** @import { App } from '../../../types.d.ts' */
/** @import { Actor, Values } from '@plinth/plugin' */
import { readFile } from 'node:fs/promises';
import { isUnlimited } from '@plinth/data';
import { offeredTo } from '../describe/offered.js';
import { visibleTables } from '../describe/visible-tables.js';
import { readEndpoints } from '../endpoints.js';
import { OPTIONS } from '../rows/read-query.js';
import { comment, typeOf } from './type-text.js';

const SOURCE = new URL('./client-source.ts', import.meta.url);
const REGION = /\/\/ #region (\w+)[\s\S]*?\/\/ #endregion/g;

/**
 * A client for the tables that a caller may use, as one TypeScript file without dependencies, for browsers and Node.
 *
 * @param {Pick<App, 'data' | 'registry'>} app @param {Actor} actor
 * @returns {Promise<string>}
 */
export async function generateClient(app, actor) {
  const [source, endpoints] = await Promise.all([readFile(SOURCE, 'utf8'), readEndpoints()]);
  const tables = visibleTables(/** @type {App} */ (app), app.data.catalog(), actor);
  const caller = { isAdmin: isUnlimited(actor), signedIn: true, operations: actor.scope?.operations ?? null };
  const regions = /** @type {Record<string, () => string>} */ ({
    tables: () => tableTypes(tables),
    endpoints: () => endpointTypes(offeredTo(endpoints, tables, caller)),
    options: () => `const OPTIONS = new Set(${JSON.stringify(OPTIONS)});`,
  });
  const head = '// Made by `plinth generate-client`: make it anew when tables change.\n\n';
  return head + source.replace(REGION, (_, name) => regions[name]());
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

/** Endpoints without a table that accept and return JSON. @param {readonly Offered[]} offered */
function endpointTypes(offered) {
  const shared = offered.filter(({ table, endpoint }) => !table && !endpoint.isUnlisted);
  const lines = shared.flatMap(({ endpoint }) => {
    const { method, path, summary, input = {}, output } = endpoint;
    const [{ content }] = Object.values(/** @type {Record<number, Values>} */ (output));
    if (input.content || (content && !content['application/json'])) return [];
    const parts = [
      ...(path.includes(':id') ? ['id: string'] : []),
      ...(input.query
        ? [`query?: ${typeOf({ type: 'object', properties: input.query, additionalProperties: false })}`]
        : []),
      ...(input.body ? [`body${input.isOptional ? '?' : ''}: ${typeOf(input.body)}`] : []),
    ];
    const answer = content ? typeOf(content['application/json'].schema) : 'void';
    return [`  /** ${summary} */\n  '${method} ${path}': { input: { ${parts.join('; ')} }; answer: ${answer} };\n`];
  });
  return `/** What other endpoints take and answer, by method and path. */\nexport interface Endpoints {\n${lines.join('')}}`;
}

/**
 * @param {readonly FieldInfo[]} fields
 * @param {boolean} isInput whether properties with a default or that may be empty are optional
 */
function members(fields, isInput) {
  return fields
    .map(({ name, label, schema, required, hasDefault }) => {
      const optional = isInput && (!required || hasDefault) ? '?' : '';
      return `      /** ${comment(label)} */\n      ${name}${optional}: ${typeOf(schema)};\n`;
    })
    .join('');
}
