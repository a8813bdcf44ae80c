/** @import { Form, FormLimits, Request } from '../types.d.ts' */
import { IncomingMessage } from 'node:http';
import { readForm } from '../body/form.js';
import { readJson } from '../body/json-body.js';

const BODY_DEADLINE = 120_000;

/** @type {FormLimits} */
const NO_LIMITS = Object.freeze({});

/** A request with readers of its body. Why they stand on the prototype: see PlinthResponse. */
export class PlinthRequest extends IncomingMessage {
  /** Those of this request's forms, where they are narrower than usual. @type {FormLimits} */
  formLimits = NO_LIMITS;
  /** @type {Promise<Form> | undefined} */
  #form;
  #temp = '';
  /** @type {import('node:http').ServerResponse | undefined} */
  #response;

  /**
   * @param {ReturnType<typeof import('./canonical-path.js').parseTarget>} target
   * @param {import('node:http').ServerResponse} response @param {string} temp folder for uploads
   */
  equip({ path, search, query }, response, temp) {
    const own = /** @type {Request} */ (/** @type {unknown} */ (this));
    own.url = path + search;
    own.originalUrl = own.url;
    own.path = path;
    own.query = query;
    this.#temp = temp;
    this.#response = response;
  }

  /** The form that came with it, read once. @param {FormLimits} [limits] */
  form(limits = {}) {
    const own = /** @type {Request} */ (/** @type {unknown} */ (this));
    return (this.#form ??= this.#awaited(readForm(own, { ...this.formLimits, ...limits }, this.#temp)));
  }

  /** @param {{ maxBytes?: number }} [options] */
  json(options) {
    return this.#awaited(readJson(this, options));
  }

  /**
   * A body that is still on its way has so long to come; most are there with their head. Files may take longer: their
   * reader watches for progress instead.
   *
   * @template T @param {Promise<T>} body @returns {Promise<T>}
   */
  #awaited(body) {
    if (this.complete || this.headers['content-type']?.startsWith('multipart/')) return body;
    const deadline = setTimeout(() => !this.complete && this.destroy(), BODY_DEADLINE);
    this.once('end', () => clearTimeout(deadline));
    this.#response?.once('close', () => clearTimeout(deadline));
    return body;
  }
}
