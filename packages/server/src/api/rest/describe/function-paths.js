/** @import { AppFunction, FunctionParam } from '@plinth/plugin' */
import { json, problemsOf } from './parts.js';

/** @type {Record<FunctionParam['type'], object>} */
const SCHEMAS = Object.freeze({
  text: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  json: {},
});

/**
 * The functions that answer over HTTP. They lie beside the API, so each path names its server.
 *
 * @param {readonly AppFunction[]} functions @param {string} url of the site
 */
export function functionPaths(functions, url) {
  const open = functions.filter(({ methods }) => methods.length > 0);
  return Object.fromEntries(open.map((fn) => [`/fn/${fn.name}`, { servers: [{ url }], ...operationsOf(fn) }]));
}

/** @param {AppFunction} fn */
function operationsOf(fn) {
  return Object.fromEntries(fn.methods.map((method) => [method.toLowerCase(), operationOf(fn, method)]));
}

/** @param {AppFunction} fn @param {string} method */
function operationOf({ name, label, description, params }, method) {
  const hasBody = !['GET', 'DELETE'].includes(method);
  return {
    tags: ['functions'],
    operationId: `${method.toLowerCase()}_fn_${name}`,
    summary: label || name,
    ...(description && { description }),
    ...(hasBody
      ? { requestBody: { content: json(bodySchema(params)) } }
      : params.length > 0 && { parameters: params.map(parameterOf) }),
    responses: {
      200: { description: 'What the function returned', content: json({}) },
      ...problemsOf(method, [405, 500, 504]),
    },
  };
}

/** A JSON body with these members. @param {readonly FunctionParam[]} params */
export function bodySchema(params) {
  const required = params.filter((param) => param.required).map(({ name }) => name);
  const properties = params.map(({ name, type, description }) => [
    name,
    { ...SCHEMAS[type], ...(description && { description }) },
  ]);
  return {
    type: 'object',
    ...(params.length > 0 && { properties: Object.fromEntries(properties), additionalProperties: false }),
    ...(required.length > 0 && { required }),
  };
}

/** @param {FunctionParam} param */
function parameterOf({ name, type, required, description }) {
  return {
    name,
    in: 'query',
    ...(description && { description }),
    ...(required && { required }),
    schema: SCHEMAS[type],
  };
}
