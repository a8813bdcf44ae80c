/** @import { App, CookieOptions, PageOptions } from '../../types.d.ts' */
/** @import { Html, Values } from '@plinth/plugin' */
/** @import { RunningPress } from '../once/running-press.js' */
/** @import { BaseHeaders } from './security-headers.js' */
import { ServerResponse } from 'node:http';
import express from 'express';
import { cookieLine } from '../identity/cookies.js';
import { givePlace } from './in-share.js';
import { localUrl } from './local-url.js';
import { send, sendHtml, shellPage } from './respond.js';
import { setBaseHeaders } from './security-headers.js';

/** In place of a head that is sent with the body. */
const GONE = '\r\n';

/**
 * A response with the few methods that routes use, in addition to Express' own (see PlinthRequest). Once prepared, it
 * has the security headers, whichever way it is sent.
 *
 * The methods of responses, requests and contexts are on the prototype. V8 allocates a function that is assigned to a
 * property where it is written (`res.html = () => …`) in the old generation: it would keep its response, request and
 * context until the next full garbage collection, and make each minor collection ten times as slow
 * (packages/cli/src/commands/garbage.test.js).
 *
 * @extends {ServerResponse<import('../../types.d.ts').Request>}
 */
export class PlinthResponse extends ServerResponse {
  /** @type {App} */
  // @ts-expect-error set before it is used
  runtime = null;
  /** What is kept of the answer for a second copy of the request, even if nobody waits for this one any more. @type {RunningPress | null} */
  press = null;
  /** Whose share it counts against. @type {import('@plinth/data').Person | null} */
  person = null;
  /** Gives back what else it keeps. @type {(() => void)[] | null} */
  kept = null;
  /** Its place among the requests in progress. @type {import('@plinth/data').Place | null} */
  place = null;
  /** @type {BaseHeaders} */
  // @ts-expect-error
  base = null;

  /** Express reads the app from its responses. */
  get app() {
    return this.req.frame;
  }

  /** @param {App} runtime @param {BaseHeaders} base */
  equip(runtime, base) {
    this.runtime = runtime;
    this.base = base;
  }

  /** @param {unknown[]} head */
  writeHead(...head) {
    if (this.base) setBaseHeaders(this, this.base);
    return super.writeHead(.../** @type {[any]} */ (head));
  }

  /** @param {unknown[]} piece */
  write(...piece) {
    if (this.press) this.press.isStream = true;
    return super.write(.../** @type {[unknown]} */ (piece));
  }

  /** @param {unknown[]} last */
  end(...last) {
    const { press } = this;
    this.press = null;
    press?.end(this, last[0]);
    // The answers that it waits for on its connection may themselves wait for a place.
    if (this.place && !this.socket) givePlace(this);
    return super.end(.../** @type {[unknown]} */ (last));
  }

  /**
   * Sends a response whose head is complete.
   *
   * @param {number} status
   * @param {readonly string[]} head names and values in turn
   */
  writeWholeHead(status, head) {
    return super.writeHead(status, /** @type {Values} */ (head));
  }

  /** Whether a header was set that the next head would have too. */
  isTouched() {
    return this.press !== null || this.getHeaderNames().length > 0;
  }

  /** The head as Node has made it; empty if it is not where it used to be. @returns {string} */
  madeHead() {
    const { _header } = /** @type {Values} */ (this);
    return typeof _header === 'string' && _header.endsWith('\r\n\r\n') ? _header : '';
  }

  /** Sends head and body at once, which Node takes as a body whose head has gone. @param {Buffer} whole */
  endWhole(whole) {
    const own = /** @type {Values} */ (this);
    own._header = GONE;
    own._headerSent = true;
    super.end(whole);
  }

  /** @param {string | Html} text @param {{ status?: number, headers?: Record<string, string> }} [options] */
  html(text, options = {}) {
    sendHtml(this.req, this, String(text), options);
  }

  /** @param {unknown} value @param {{ status?: number, headers?: Record<string, string>, type?: string }} [options] */
  json(value, { status = 200, headers = {}, type = 'application/json; charset=utf-8' } = {}) {
    send(this.req, this, JSON.stringify(value), { status, type, headers });
  }

  /** @param {string} text @param {{ status?: number, type: string }} options */
  text(text, { status = 200, type }) {
    send(this.req, this, text, { status, type, headers: {} });
  }

  /** @param {string} url @param {{ status?: number }} [options] */
  redirect(url, { status = this.req.method === 'GET' || this.req.method === 'HEAD' ? 302 : 303 } = {}) {
    this.setHeader('cache-control', 'private, no-store');
    this.writeHead(status, { location: localUrl(url), 'content-length': 0 });
    this.end();
  }

  /** @param {PageOptions} options */
  page(options) {
    sendHtml(this.req, this, shellPage(this.runtime, this.req, options), { status: options.status });
  }

  /** @param {string} name @param {string} value @param {CookieOptions} [options] */
  cookie(name, value, options = {}) {
    this.appendHeader('set-cookie', cookieLine(name, value, { ...options, secure: this.runtime.secure }));
  }

  /**
   * A flash message in a cookie, shown by the shell's script, so that pages contain nothing meant for a single
   * response.
   *
   * @param {string} text @param {string} [kind]
   * @param {{ undo?: string | null, saved?: string | null }} [options] undo: a change or an import, which the message offers to undo;
   *   saved: address of the form that was saved, whose draft the browser forgets
   */
  flash(text, kind = 'success', { undo = null, saved = null } = {}) {
    const message = { text: text.slice(0, 500), kind, ...(undo && { undo }), ...(saved && { saved }) };
    this.cookie('plinth_flash', JSON.stringify(message), { httpOnly: false, maxAge: 60 });
  }
}

Object.setPrototypeOf(PlinthResponse.prototype, express.response);
