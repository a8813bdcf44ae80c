/** @import { Catalog, FunctionParam } from '@plinth/plugin' */
/** @import { Scope } from '../../types.d.ts' */
import { importsIn, inputInvalid, phrase } from '@plinth/plugin';
import { FUNCTION_METHODS, FUNCTION_TYPES } from '../../../catalog/schema/function-kinds.js';
import { described } from './described.js';
import { checkPackage } from './function-packages.js';
import { free, functionName, onlyKeys, secretName } from './names.js';
import { checkRoles } from './roles.js';
import { line, oneOf, yesNo } from './texts.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

const BOUNDS = ['seconds', 'memory', 'calls'];
const KEYS = [
  'name',
  'label',
  'description',
  'app',
  'code',
  'methods',
  'roles',
  'runAs',
  'params',
  'secrets',
  'package',
  ...BOUNDS,
];

/**
 * A function in stored form. Its code is not run here, and may still be wrong.
 *
 * @param {any} input @param {Scope} scope @param {{ id: string, name: string }} [self] the function as it is
 * @returns {{ name: string, body: any }}
 */
export function checkFunction(input, { catalog }, self) {
  onlyKeys('a function', input, KEYS);
  if (input.package) return checkPackage(input, catalog, self);
  const name = free('function', functionName(input.name), catalog.functions, self?.id);
  return {
    name,
    body: {
      ...described(input, name, catalog),
      code: checkImports(name, checkCode(input.code), catalog),
      methods: checkMethods(input.methods),
      roles: checkRoles(input.roles, catalog),
      runAs: oneOf('runAs', input.runAs, ['caller', 'system'], 'caller'),
      params: checkParams(input.params ?? []),
      seconds: whole('seconds', input.seconds, 10, [1, 60]),
      memory: whole('memory', input.memory, 64, [16, 256]),
      calls: whole('calls', input.calls, 100, [0, 1000]),
      secrets: checkSecrets(input.secrets ?? []),
    },
  };
}

/** @param {unknown} code */
function checkCode(code) {
  if (typeof code !== 'string' || code.trim() === '') throw inputInvalid({ code: 'must be JavaScript' });
  if (code.length > LIMITS.functionCharacters)
    throw inputInvalid({ code: phrase`must have at most ${LIMITS.functionCharacters} characters` });
  if (code.includes('\0') || !code.isWellFormed())
    throw inputInvalid({ code: 'contains characters that are not text' });
  return code.replaceAll('\r\n', '\n');
}

/**
 * Modules that import each other in a circle can't be understood, nor can one of them be loaded first.
 *
 * @param {string} name @param {string} code @param {Catalog} catalog
 */
function checkImports(name, code, catalog) {
  const codeOf = (/** @type {string} */ one) => catalog.functions.find((other) => other.name === one)?.code ?? '';
  /** @type {Set<string>} */
  const seen = new Set();
  /** @param {string} one @param {string[]} path */
  const walk = (one, path) => {
    if (one === name) throw inputInvalid({ code: phrase`Imports in a circle: ${[...path, one].join(' → ')}` });
    if (seen.has(one)) return;
    seen.add(one);
    for (const next of importsIn(codeOf(one))) walk(next, [...path, one]);
  };
  for (const one of importsIn(code)) walk(one, [name]);
  return code;
}

/** Those that are missing are shown as problems, as with other references. @param {unknown} names @returns {string[]} */
function checkSecrets(names) {
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    throw inputInvalid({ secrets: 'must be a list' });
  if (names.length > LIMITS.functionSecrets)
    throw inputInvalid({ secrets: phrase`must have at most ${LIMITS.functionSecrets} entries` });
  return [...new Set(names.map(secretName))];
}

/** @param {unknown} methods */
function checkMethods(methods) {
  if (methods === undefined || methods === null) return [];
  if (!Array.isArray(methods)) throw inputInvalid({ methods: 'must be a list' });
  for (const method of methods)
    if (!FUNCTION_METHODS.includes(method))
      throw inputInvalid({ methods: phrase`must be one of ${FUNCTION_METHODS.join(', ')}` });
  return FUNCTION_METHODS.filter((method) => methods.includes(method));
}

/** @param {unknown} params @returns {FunctionParam[]} */
function checkParams(params) {
  if (!Array.isArray(params)) throw inputInvalid({ params: 'must be a list' });
  if (params.length > LIMITS.functionParams)
    throw inputInvalid({ params: phrase`must have at most ${LIMITS.functionParams} entries` });
  const seen = new Set();
  return params.map((param, i) => {
    onlyKeys('a parameter', param, ['name', 'type', 'required', 'description']);
    const { name } = param;
    if (typeof name !== 'string' || !/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(name) || name === '__proto__')
      throw inputInvalid({ [`params.${i}.name`]: 'must be letters, digits and _' });
    if (seen.has(name)) throw inputInvalid({ [`params.${i}.name`]: phrase`"${name}" occurs twice` });
    seen.add(name);
    return {
      name,
      type: oneOf(`params.${i}.type`, param.type, /** @type {any} */ (FUNCTION_TYPES), 'text'),
      required: yesNo(`params.${i}.required`, param.required),
      description: line(`params.${i}.description`, param.description),
    };
  });
}

/** @param {string} key @param {unknown} value @param {number} fallback @param {[number, number]} range */
function whole(key, value, fallback, [least, most]) {
  if (value === undefined || value === null || value === '') return fallback;
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return Number(value);
  throw inputInvalid({ [key]: phrase`must be a whole number from ${least} to ${most}` });
}
