/** @import { Tool, ToolContext } from './types.d.ts' */
import { AppError, errorText } from '@plinth/plugin';
import { CODES, RpcError } from './json-rpc.js';
import { createRow, deleteRow, getRow, listRows, updateRow } from './tools/rows.js';
import { describeTable, listTables } from './tools/tables.js';
import { applyEdit, listEdits, previewEdit, undoRevision } from './tools/edits.js';
import { listViews, readView, runViewAction } from './tools/views.js';

/** @type {readonly Tool[]} */
const tools = [
  ...[listTables, describeTable, listRows, getRow, createRow, updateRow, deleteRow],
  ...[listViews, readView, runViewAction, listEdits, previewEdit, applyEdit, undoRevision],
];

/** The tools that the caller can use. @param {ToolContext} context */
export function offeredTools(context) {
  return tools
    .filter((tool) => tool.isOffered(context))
    .map(({ name, title, description, input, annotations }) => ({
      ...{ name, title, description, annotations },
      inputSchema: { type: 'object', additionalProperties: false, ...input(context) },
    }));
}

/**
 * Runs a tool. A refusal is a result that says why and what to do, so that an agent can correct its call.
 *
 * @param {ToolContext} context @param {any} params
 */
export async function callTool(context, params) {
  const tool = tools.find(({ name }) => name === params?.name);
  if (!tool || !tool.isOffered(context)) {
    throw new RpcError(CODES.params, `There is no tool "${String(params?.name).slice(0, 100)}"`);
  }
  const given = params.arguments ?? {};
  try {
    checkArguments(tool, given, context);
    const value = await tool.run(context, given);
    return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value };
  } catch (error) {
    // A model can correct its mistake if it is told about it, so this is no protocol error.
    if (error instanceof RpcError) return { isError: true, content: [{ type: 'text', text: error.message }] };
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const { message, hint, fields } = errorText(error, context.t);
    const lines = [message, ...Object.entries(fields).map(([name, text]) => `${name}: ${text}`), hint ?? ''];
    return { isError: true, content: [{ type: 'text', text: `${error.code}: ${lines.filter(Boolean).join('\n')}` }] };
  }
}

/** @param {Tool} tool @param {any} given @param {ToolContext} context */
function checkArguments(tool, given, context) {
  const { properties, required = [] } = tool.input(context);
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw wrong('arguments', 'must be an object');
  for (const name of required) if (given[name] === undefined) throw wrong(name, 'is required');
  for (const [name, value] of Object.entries(given)) {
    const wanted = Object.hasOwn(properties, name) ? properties[name] : null;
    if (!wanted) throw wrong(name, `is not supported. Use: ${Object.keys(properties).join(', ')}`);
    checkValue(name, wanted, value);
  }
}

/** Checks what the schemas of our tools use. @param {string} name @param {any} schema @param {unknown} value */
function checkValue(name, schema, value) {
  const types = [schema.type].flat();
  const type = typeOf(value);
  if (!types.includes(type) && !(type === 'integer' && types.includes('number')))
    throw wrong(name, `must be of type ${types.join(' or ')}`);
  // What table there is for whom is told by the tool itself, with a way out.
  if (schema.enum && name !== 'table' && !schema.enum.includes(value))
    throw wrong(name, `must be ${schema.enum.join(' or ')}`);
  if (Number(value) < schema.minimum || Number(value) > schema.maximum)
    throw wrong(name, `must be from ${schema.minimum} to ${schema.maximum}`);
  if (schema.items) for (const entry of /** @type {unknown[]} */ (value)) checkValue(name, schema.items, entry);
}

/** The JSON Schema type of a value. @param {unknown} value */
function typeOf(value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** @param {string} name @param {string} problem */
const wrong = (name, problem) => new RpcError(CODES.params, `"${name}" ${problem}`);
