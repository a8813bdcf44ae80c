/** @import { AppFunction, Catalog, FunctionParam, ReferenceWalk, Values } from '@plinth/plugin' */
/** @import { Draft } from '../base/draft.js' */
/** @import { EditContext, Scope } from '../../types.d.ts' */
import {
  AppError,
  defineKind,
  importsIn,
  inputInvalid,
  mapImports,
  packageFunction,
  PACKAGE_START,
  phrase,
} from '@plinth/plugin';
import { notFound } from '../../../postgres/errors/not-found.js';
import { LIMITS } from '../../../catalog/limits/limits.js';
import { FUNCTION_METHODS, FUNCTION_TYPES } from '../../../catalog/schema/function-kinds.js';
import { requireBundled } from '../base/bundled-packages.js';
import { checkName } from '../base/check-object.js';
import { described } from '../base/described.js';
import { find } from '../base/find.js';
import { checkPackage, importersOf } from '../base/function-packages.js';
import {
  description,
  label,
  name as named,
  oneOf as select,
  roles,
  severalOf,
  yesOrNo,
} from '../base/kind-settings.js';
import { checkedName, onlyKeys } from '../base/names.js';
import { kindWord } from '../base/summary-words.js';
import { checkRoles } from '../base/roles.js';
import { mapPlinthUses } from '../base/plinth-uses.js';
import { line, oneOf, yesNo } from '../base/texts.js';

export const fn = defineKind({
  name: 'function',
  plural: 'functions',
  label: 'function',
  icon: 'code',
  order: 80,
  reserved: { start: PACKAGE_START, message: 'Names that begin with npm_ belong to npm packages' },
  schema: [
    label,
    description,
    { name: 'code', type: 'longtext', required: true },
    severalOf('methods', FUNCTION_METHODS),
    roles,
    select('runAs', ['caller', 'system'], { default: 'caller' }),
    {
      name: 'params',
      type: 'list',
      default: [],
      items: [
        { ...named, pattern: '[A-Za-z_][A-Za-z0-9_]{0,62}' },
        select('type', FUNCTION_TYPES, { default: 'text' }),
        yesOrNo('required', false),
        description,
      ],
    },
    { name: 'seconds', type: 'integer', default: 10 },
    { name: 'memory', type: 'integer', default: 64 },
    { name: 'calls', type: 'integer', default: 100 },
    { name: 'secrets', type: 'json', default: [] },
  ],
  defaults: { code: '', package: null },
  keys: [
    ...['name', 'label', 'description', 'app', 'code', 'methods', 'roles', 'runAs', 'params', 'secrets', 'package'],
    ...['seconds', 'memory', 'calls'],
  ],
  check: checkFunction,
  references: mapFunction,
  notFound: (name, known) =>
    notFound('FUNCTION_NOT_FOUND', phrase`There is no function "${name}"`, {
      hint: (names) => phrase`Functions here: ${names}`,
      known,
    }),
  edits: {
    add: {
      about: 'Adds a function in JavaScript, or an npm package that functions import',
      summary: ({ function: one }) => phrase`Add ${kindWord(fn)} "${one?.label || (one?.name ?? one?.package?.name)}"`,
    },
    remove: { plan: removeFunction },
  },
  prepare: preparePackage,
  documents: {
    installed: 20,
    inputSchema,
    alsoIn: ({ packages = [] }) => packages.map((one) => packageFunction(one.name)),
  },
  admin: { area: 'functions' },
});

/**
 * A function in stored form. Its code is not run here, and may still be wrong.
 *
 * @param {Values} input @param {Scope} scope @param {{ id: string, name: string }} [self] the function as it is
 * @returns {{ name: string, body: Values }}
 */
function checkFunction(input, { catalog }, self) {
  if (input?.package) {
    onlyKeys('a function', input, fn.keys ?? []);
    return checkPackage(input, catalog, self);
  }
  const name = checkName(fn, input, { catalog }, self);
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
  return [...new Set(names.map((name) => checkedName('secret', name)))];
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

/** A secret named in a call of `plinth.secrets.get`. */
const SECRETS = /(\bplinth\s*\.\s*secrets\s*\.\s*get\(\s*)(['"`])([a-z][a-z0-9_]*)\2/g;

/** @param {Values} body @param {ReferenceWalk} walk */
function mapFunction(body, walk) {
  body.roles = walk.roles(body.roles);
  body.secrets = (body.secrets ?? []).map((/** @type {string} */ name) =>
    walk.visit({ kind: 'secret', name, at: 'secrets' }),
  );
  // What a package contains is its own.
  if (body.package) return body;
  const visit = (/** @type {'table' | 'workflow' | 'function' | 'secret'} */ kind, /** @type {string} */ name) =>
    walk.visit({ kind, name, at: 'code' });
  const code = mapPlinthUses(String(body.code ?? ''), ({ kind, name }) => visit(kind, name));
  const imported = mapImports(code, (name) => visit('function', name));
  body.code = imported.replaceAll(
    SECRETS,
    (_, start, quote, name) => `${start}${quote}${visit('secret', name)}${quote}`,
  );
  return body;
}

/** The code of an npm package is what this site has bundled itself. @param {Values} input @param {{ before: Values, on: EditContext['on'] }} about */
async function preparePackage(input, { before, on }) {
  if (before && Boolean(before.package) !== Boolean(input.package))
    throw inputInvalid({ package: 'stays what it was: add it, or remove it' });
  if (input?.package) await requireBundled(on, input.package);
  return input;
}

/** @param {Draft} draft @param {Values} input @param {unknown} _ @param {() => void} remove */
function removeFunction(draft, input, _, remove) {
  const gone = find(fn, draft.catalog, input.function);
  const importers = gone.package ? importersOf(draft.catalog, gone) : [];
  if (importers.length > 0) throw packageInUse(gone, importers);
  remove();
}

/** @param {AppFunction} gone @param {readonly AppFunction[]} importers */
function packageInUse({ label: title }, importers) {
  const names = importers.map((one) => one.label).join(', ');
  return new AppError('PACKAGE_IN_USE', phrase`The package "${title}" is imported by ${names}`, {
    status: 409,
    hint: 'Remove the import there first',
  });
}

/** Code of one's own has a name; that of an npm package is named after it. @param {Values} schema @param {Values} properties of documents */
function inputSchema(schema, { packages: { items: packed } }) {
  const { code: _, ...properties } = packed.properties;
  const required = ['name', 'version', 'integrity', 'hash'];
  return {
    ...schema,
    properties: { ...schema.properties, package: { ...packed, properties, required } },
    required: ['code'],
    anyOf: [{ required: ['name'] }, { required: ['package'] }],
  };
}
