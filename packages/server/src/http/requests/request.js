/** @import { Form, FormLimits, Request, Response } from '../../types.d.ts' */
import { IncomingMessage } from 'node:http';
import express from 'express';
import { carriedForm } from '../body/carried-form.js';
import { readForm, without } from '../body/form.js';
import { readJson } from '../body/json-body.js';
import { parseTarget } from './canonical-path.js';
import { roomForBody } from './in-share.js';
import { ONCE, claimForm, claimJson } from '../once/claim-press.js';
import { confirmSender } from '../identity/confirm-actor.js';

const BODY_DEADLINE = 120_000;

/** @type {FormLimits} */
const NO_LIMITS = Object.freeze({});

/**
 * A request with body readers. It has Express' methods too: the server creates requests of this class and Express uses
 * its prototype, so no prototype is changed per request (2.7 µs instead of 5.5 per dispatch). Its own methods are on
 * the prototype for the reason given at PlinthResponse.
 */
export class PlinthRequest extends IncomingMessage {
  /** The Express app that handles it. @type {import('express').Express | null} */
  frame = null;
  /** Limits of this request's forms, if they are stricter than usual. @type {FormLimits} */
  formLimits = NO_LIMITS;
  /** Whether what is posted is claimed before anything runs; false: by whoever reads it. */
  claims = true;
  /** Its id in the log. */
  id = '';
  /** When it arrived, by performance.now(). */
  started = 0;
  /**
   * Whether the freshness barrier was passed after it arrived; undefined: not asked yet.
   *
   * @type {boolean | undefined}
   */
  isFresh = undefined;
  /** Whether the access log tracks it. */
  isLogged = false;
  /** Whether it is a cache miss. */
  isMiss = false;
  /** Whether its body had arrived before the user was identified. */
  cameWhole = false;
  /** @type {Promise<Form> | undefined} */
  #form;
  /** @type {Promise<Form> | undefined} */
  #sent;
  #temp = '';
  /** @type {ReturnType<typeof import('./canonical-path.js').parseTarget> | null} */
  #target = null;
  /** Its address before anything was added to it. @type {string | null} */
  #asked = null;
  /** @type {import('node:http').ServerResponse | undefined} */
  #response;

  /** Express reads the app from its requests. */
  get app() {
    return this.frame;
  }

  /** The whole path, wherever a router is mounted; undefined while it has not been read. */
  get path() {
    return this.#target?.path;
  }

  get query() {
    return this.#target?.query;
  }

  /** Whether its path has the canonical spelling. */
  get isCanonical() {
    return this.#target?.canonical === true;
  }

  /**
   * @param {ReturnType<typeof import('./canonical-path.js').parseTarget>} target
   * @param {import('node:http').ServerResponse} response @param {string} temp folder for uploads
   */
  equip(target, response, temp) {
    const own = /** @type {Request} */ (/** @type {unknown} */ (this));
    own.url = target.path + target.search;
    own.originalUrl = own.url;
    this.#target = target;
    this.#temp = temp;
    this.#response = response;
  }

  /** As if the address had these parameters, too, in place of those added before. @param {string} text each behind an ampersand, encoded */
  addToQuery(text) {
    if (text === '' && this.#asked === null) return;
    const own = /** @type {Request} */ (/** @type {unknown} */ (this));
    const asked = (this.#asked ??= own.url);
    own.url = asked.includes('?') || text === '' ? asked + text : `${asked}?${text.slice(1)}`;
    own.originalUrl = own.url;
    // Otherwise it is read later, see equip().
    if (this.#target !== null) this.#target = parseTarget(own.url);
  }

  /**
   * The posted form, read once, after checking that the sender's session and rights have not changed while it arrived.
   *
   * @param {FormLimits} [limits] @returns {Promise<Form>}
   */
  form(limits = {}) {
    return (this.#form ??= this.#confirmed(() => this.sentForm(limits)).then((form) => this.#claimed(form)));
  }

  /**
   * Same as `form()`, without checking the sender again; for pages that only show the input again.
   *
   * @param {FormLimits} [limits]
   */
  sentForm(limits = {}) {
    const own = /** @type {Request} */ (/** @type {unknown} */ (this));
    const read = () => readForm(own, { ...this.formLimits, ...limits }, this.#temp);
    return (this.#sent ??= this.#awaited(read().then((form) => carriedForm(own, form))));
  }

  /** Waits until there is room for a body of so many bytes. @param {number} bytes @returns {Promise<void> | null} null: it is small */
  roomFor(bytes) {
    const own = /** @type {Request} */ (/** @type {unknown} */ (this));
    return this.#response ? roomForBody(own, /** @type {Response} */ (this.#response), bytes) : null;
  }

  /** @param {{ maxBytes?: number, maxDepth?: number, any?: boolean }} [options] as of readJson */
  json(options) {
    return this.#confirmed(() => this.#awaited(readJson(this, options))).then(async (body) => {
      const own = /** @type {Request} */ (/** @type {unknown} */ (this));
      await claimJson(own, /** @type {Response} */ (this.#response), body);
      return body;
    });
  }

  /** What was sent twice runs once. @param {Form} form */
  async #claimed(form) {
    const own = /** @type {Request} */ (/** @type {unknown} */ (this));
    await claimForm(own, /** @type {Response} */ (this.#response), form);
    return this.claims ? without(form, ONCE) : form;
  }

  /**
   * The user was identified when the head arrived, so check again after a slow body.
   *
   * @template T @param {() => Promise<T>} read @returns {Promise<T>}
   */
  async #confirmed(read) {
    const body = await read();
    if (!this.cameWhole) await confirmSender(/** @type {Request} */ (/** @type {unknown} */ (this)));
    return body;
  }

  /**
   * Limits the time for a body that is still arriving; most arrive with the head. Files may take longer: their reader
   * checks for progress instead.
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

Object.setPrototypeOf(PlinthRequest.prototype, express.request);
