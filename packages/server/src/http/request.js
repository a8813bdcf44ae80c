/** @import { Form, FormLimits, Request } from '../types.d.ts' */
import { IncomingMessage } from 'node:http';
import express from 'express';
import { readForm } from '../body/form.js';
import { readJson } from '../body/json-body.js';
import { confirmSender } from '../identity/confirm-actor.js';

const BODY_DEADLINE = 120_000;

/** @type {FormLimits} */
const NO_LIMITS = Object.freeze({});

/**
 * A request with readers of its body. It has Express' methods too: the server makes requests of this class and Express
 * is told to use its prototype, so no prototype is changed for each request (2.7 us instead of 5.5 a dispatch). Why its
 * own methods stand on the prototype: see PlinthResponse.
 */
export class PlinthRequest extends IncomingMessage {
  /** The Express app that answers it. @type {import('express').Express | null} */
  frame = null;
  /** Those of this request's forms, where they are narrower than usual. @type {FormLimits} */
  formLimits = NO_LIMITS;
  /** Number under which the log tells of it. */
  id = '';
  /** When it came, by performance.now(). */
  started = 0;
  /** Whether the freshness barrier was passed after it came; undefined: not asked yet. @type {boolean | undefined} */
  isFresh = undefined;
  /** Whether the log follows it. */
  isLogged = false;
  /** Whether it is a page that was not in the cache. */
  isMiss = false;
  /** Whether its body was there before it was asked who sends it. */
  cameWhole = false;
  /** @type {Promise<Form> | undefined} */
  #form;
  /** @type {Promise<Form> | undefined} */
  #sent;
  #temp = '';
  /** @type {ReturnType<typeof import('./canonical-path.js').parseTarget> | null} */
  #target = null;
  /** @type {import('node:http').ServerResponse | undefined} */
  #response;

  /** Express asks its requests for their app. */
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

  /** Whether its address is spelled as all links of ours are. */
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

  /**
   * The form that came with it, read once, of a sender whose session and rights are still what they were when it began to come.
   *
   * @param {FormLimits} [limits] @returns {Promise<Form>}
   */
  form(limits = {}) {
    return (this.#form ??= this.#confirmed(() => this.sentForm(limits)));
  }

  /** The same whoever sent it, for who does nothing with it but show it once more. @param {FormLimits} [limits] */
  sentForm(limits = {}) {
    const own = /** @type {Request} */ (/** @type {unknown} */ (this));
    return (this.#sent ??= this.#awaited(readForm(own, { ...this.formLimits, ...limits }, this.#temp)));
  }

  /** @param {{ maxBytes?: number }} [options] */
  json(options) {
    return this.#confirmed(() => this.#awaited(readJson(this, options)));
  }

  /**
   * Whoever is slow with a body must not do with it what they may not do any more: who they are was asked when its head came.
   *
   * @template T @param {() => Promise<T>} read @returns {Promise<T>}
   */
  async #confirmed(read) {
    const body = await read();
    if (!this.cameWhole) await confirmSender(/** @type {Request} */ (/** @type {unknown} */ (this)));
    return body;
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

Object.setPrototypeOf(PlinthRequest.prototype, express.request);
