/** @import { Message, Values } from '@plinth/plugin' */
/** @import { Tool, ToolContext } from './types.d.ts' */
import { AppError, errorText, goesOn, inputInvalid } from '@plinth/plugin';
import { mismatch } from '../rest/mismatch.js';
import { CODES, RpcError } from './json-rpc.js';
import { asSentence } from './sentence.js';
import { installApp, reviewApp } from './tools/apps.js';
import {
  answerTask,
  callFunction,
  callTrigger,
  getWorkflowRun,
  listAutomation,
  listTasks,
  startWorkflow,
} from './tools/automation.js';
import { listRuns } from './tools/runs.js';
import { createRow, deleteRow, getRow, listRows, restoreRows, updateRow } from './tools/rows.js';
import { describeTable, listTables } from './tools/tables.js';
import { applyEdit, describeEdit, listEdits, previewEdit, undoRevision } from './tools/edits.js';
import { listViews, readView, runViewAction } from './tools/views.js';

/** @type {readonly Tool[]} */
const tools = [
  ...[listTables, describeTable, listRows, getRow, createRow, updateRow, deleteRow, restoreRows],
  ...[listAutomation, startWorkflow, getWorkflowRun, callTrigger, callFunction, listTasks, answerTask],
  listRuns,
  ...[listViews, readView, runViewAction, listEdits, describeEdit, previewEdit, applyEdit, undoRevision],
  ...[reviewApp, installApp],
];

/** The tools that the caller can use. @param {ToolContext} context */
export function offeredTools(context) {
  return tools
    .filter((tool) => tool.isOffered(context))
    .map(({ name, title, description, input, annotations }) => ({
      name,
      title,
      description,
      annotations,
      inputSchema: { type: 'object', additionalProperties: false, ...input(context) },
    }));
}

/**
 * Runs a tool. A refusal is a result that says why and what to do, so that an agent can correct its call.
 *
 * @param {ToolContext} context @param {Values} params
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
    const messages = messagesOf(error);
    const wrong = Object.entries(fields).map(
      ([name, text]) => `"${name}"${goesOn(messages[name]) ? ' ' : ': '}${text}`,
    );
    const lines = [...(saysItsFields(error) ? [] : [message]), ...wrong, hint ?? ''].map(asSentence);
    return { isError: true, content: [{ type: 'text', text: `${error.code}: ${lines.filter(Boolean).join('\n')}` }] };
  }
}

/** By field. @param {AppError} error @returns {Record<string, Message>} */
const messagesOf = ({ details }) => /** @type {Values | undefined} */ (details)?.messages ?? {};

/** Whether its message says no more than those of the fields. @param {AppError} error */
const saysItsFields = (error) => error.message !== '' && inputInvalid(messagesOf(error)).message === error.message;

/** @param {Tool} tool @param {unknown} given @param {ToolContext} context */
function checkArguments(tool, given, context) {
  const schema = { type: 'object', additionalProperties: false, ...tool.input(context) };
  const { table } = schema.properties;
  // What table there is for whom is told by the tool itself, with a way out.
  if (table) schema.properties = { ...schema.properties, table: { ...table, enum: undefined } };
  const wrong = mismatch(schema, given, 'arguments');
  if (wrong) throw new RpcError(CODES.params, asSentence(`The argument "${wrong.at}" ${wrong.problem}`));
}
