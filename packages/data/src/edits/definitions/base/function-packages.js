/** @import { AppFunction, Catalog, FunctionPackage, Values } from '@plinth/plugin' */
import { createHash } from 'node:crypto';
import { AppError, importsIn, inputInvalid, isPackageName, packageFunction, phrase } from '@plinth/plugin';
import { onlyKeys } from './names.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

const VERSION = /^\d+\.\d+\.\d+[\w.+-]{0,40}$/;

/**
 * An npm package in stored form: a function that nobody calls and others import. Its name follows from the package's, so
 * that `npm/name` always means the same.
 *
 * @param {Values} input @param {Catalog} catalog @param {{ id: string }} [self] the function as it is
 * @returns {{ name: string, body: Values }}
 */
export function checkPackage({ package: given, code }, catalog, self) {
  onlyKeys('a package', given, ['name', 'version', 'integrity', 'hash']);
  const { name, version, integrity, hash } = given;
  if (!isPackageName(name)) throw inputInvalid({ name: 'must be the name of an npm package' });
  if (typeof version !== 'string' || !VERSION.test(version))
    throw inputInvalid({ version: 'must be an exact version such as 1.2.0' });
  if (typeof integrity !== 'string' || integrity.length > 200) throw inputInvalid({ integrity: 'must be text' });
  if (typeof code !== 'string' || code.trim() === '') throw inputInvalid({ code: 'must be JavaScript' });
  if (code.length > LIMITS.packageCharacters)
    throw inputInvalid({ code: phrase`must have at most ${LIMITS.packageCharacters} characters` });
  if (hashOfCode(code) !== hash) throw inputInvalid({ hash: 'does not fit the code' });
  return {
    name: nameOfPackage(name, catalog, self),
    body: {
      label: name,
      description: '',
      app: null,
      code,
      methods: [],
      roles: [],
      runAs: 'caller',
      params: [],
      seconds: 10,
      memory: 64,
      calls: 0,
      secrets: [],
      package: { name, version, integrity, hash },
    },
  };
}

/** @param {string} name @param {Catalog} catalog @param {{ id: string }} [self] */
function nameOfPackage(name, { functions }, self) {
  const own = packageFunction(name);
  const other = functions.find((one) => one.name === own && one.id !== self?.id);
  if (!other) return own;
  throw new AppError('NAME_TAKEN', phrase`The package "${name}" needs the name ${own}, which "${other.label}" has`, {
    status: 409,
    hint: 'Give the function another name, or remove the other package',
  });
}

/** Whether the site has a package, in whatever version. @param {Catalog} catalog @param {string} name */
export const hasPackage = (catalog, name) =>
  catalog.functions.some((one) => one.name === packageFunction(name) && one.package?.name === name);

/** SHA-256 in hexadecimal digits. @param {string} code */
export const hashOfCode = (code) => createHash('sha256').update(code).digest('hex');

/** The functions that import a package. @param {Pick<Catalog, 'functions'>} catalog @param {AppFunction} fn */
export const importersOf = ({ functions }, fn) =>
  functions.filter((one) => one.id !== fn.id && importsIn(one.code).includes(fn.name));

/** The packages that functions import. @param {Catalog} catalog @param {readonly { code: string }[]} functions */
export function packagesOf(catalog, functions) {
  const names = new Set(functions.flatMap(({ code }) => importsIn(code)));
  return catalog.functions.flatMap((one) =>
    one.package && names.has(one.name) ? [{ .../** @type {FunctionPackage} */ (one.package), code: one.code }] : [],
  );
}
