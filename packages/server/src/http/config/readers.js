import { resolve } from 'node:path';
import { readSecretKey } from '@plinth/data';
import { readMemory } from '@plinth/data/memory';

/**
 * A reader turns the text of an environment variable into its value. It throws `Expected` with a text that completes
 * "PORT is "abc": expected …".
 *
 * @template T
 * @typedef {(text: string) => T} Reader
 */

/** Thrown by a reader; its message says what was expected. */
export class Expected extends Error {}

/** @param {{ min: number, max: number }} range @returns {Reader<number>} */
export const integer =
  ({ min, max }) =>
  (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) throw new Expected(`a whole number from ${min} to ${max}`);
    return value;
  };

/** @template {string} T @param {readonly T[]} choices @returns {Reader<T>} */
export const oneOf = (choices) => (text) => {
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw new Expected(`one of ${choices.join(', ')}`);
  return found;
};

/**
 * A word that stands for a value; anything else goes to `reader`.
 *
 * @template T
 * @param {string} word
 * @param {() => T} value
 * @param {Reader<T>} reader
 * @returns {Reader<T>}
 */
export const wordOr = (word, value, reader) => (text) => {
  if (text === word) return value();
  try {
    return reader(text);
  } catch (error) {
    throw error instanceof Expected ? new Expected(`${error.message}, or "${word}"`) : error;
  }
};

/** The origin of a site, without path, query and trailing slash. @type {Reader<string>} */
export const origin = (text) => {
  const url = URL.parse(text);
  const isOrigin =
    url && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && !url.search && !url.hash;
  if (!isOrigin || url.username) throw new Expected('an address such as https://tools.example.com, without a path');
  return url.origin;
};

/** @type {Reader<string>} */
export const postgresUrl = (text) => {
  const url = URL.parse(text);
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol) || url.pathname.length < 2) {
    throw new Expected('postgres://user:password@host:port/database');
  }
  return text;
};

/** A path, relative to where Plinth was started. @type {Reader<string>} */
export const folder = (text) => resolve(text);

/** A name or address to listen on. @type {Reader<string>} */
export const hostName = (text) => {
  if (!/^[\w.:-]+$/.test(text)) throw new Expected('a host name or an IP address, such as 127.0.0.1 or 0.0.0.0');
  return text;
};

/** An amount of memory, in MB. @param {{ min: number }} range @returns {Reader<number>} */
export const memory =
  ({ min }) =>
  (text) => {
    const mb = readMemory(text);
    if (mb === null || mb < min) throw new Expected(`at least ${min} MB, such as 512 or 2GB`);
    return mb;
  };

/** A secret that is long enough not to be guessed. @param {{ min: number }} length @returns {Reader<string>} */
export const secretText =
  ({ min }) =>
  (text) => {
    if (!/^[\x21-\x7e]+$/.test(text) || text.length < min)
      throw new Expected(`at least ${min} characters without spaces`);
    return text;
  };

/** A secret that people type, words and spaces included. @param {{ min: number }} length @returns {Reader<string>} */
export const passphrase =
  ({ min }) =>
  (text) => {
    if (text.length < min) throw new Expected(`at least ${min} characters`);
    return text;
  };

/** The key that secrets are encrypted with. @type {Reader<Buffer>} */
export const secretKey = (text) => {
  const key = readSecretKey(text);
  if (!key)
    throw new Expected('32 random bytes as 64 hexadecimal digits or as base64, such as from openssl rand -hex 32');
  return key;
};
