/** @import { App, CookieOptions, PageOptions } from '../types.d.ts' */
/** @import { Html } from '@plinth/plugin' */
/** @import { BaseHeaders } from './security-headers.js' */
import { ServerResponse } from 'node:http';
import express from 'express';
import { cookieLine } from '../identity/cookies.js';
import { localUrl } from './local-url.js';
import { send, sendHtml, shellPage } from './respond.js';
import { setBaseHeaders } from './security-headers.js';

/**
 * A response with the few verbs that routes use, and Express' own beside them (see PlinthRequest). Once equipped it carries
 * the security headers, whatever way it goes out.
 *
 * The verbs stand on the prototype, for responses as for requests and contexts. V8 takes a function that is written
 * where it is assigned to a property (`res.html = () => …`) for one that will live long, and puts it among the old
 * objects: it would keep its response, request and context until the next full collection, and make each collection of
 * young objects take ten times as long (packages/cli/src/commands/garbage.test.js).
 *
 * @extends {ServerResponse<import('../types.d.ts').Request>}
 */
export class PlinthResponse extends ServerResponse {
  /** @type {App} */
  // @ts-expect-error it is there before anybody uses it
  runtime = null;
  /** @type {BaseHeaders} */
  // @ts-expect-error
  base = null;

  /** Express asks its responses for their app. */
  get app() {
    return this.req.frame;
  }

  /** @param {App} runtime @param {BaseHeaders} base */
  equip(runtime, base) {
    this.runtime = runtime;
    this.base = base;
  }

  /** @param {any[]} head */
  writeHead(...head) {
    if (this.base) setBaseHeaders(this, this.base);
    return super.writeHead(.../** @type {[any]} */ (head));
  }

  /** With a head that has everything already. @param {number} status @param {readonly string[]} head names and values in turn */
  writeWholeHead(status, head) {
    return super.writeHead(status, /** @type {any} */ (head));
  }

  /** @param {string | Html} text @param {{ status?: number, headers?: Record<string, string> }} [options] */
  html(text, options = {}) {
    sendHtml(this.req, this, String(text), options);
  }

  /** @param {unknown} value @param {{ status?: number, headers?: Record<string, string>, type?: string }} [options] */
  json(value, { status = 200, headers = {}, type = 'application/json; charset=utf-8' } = {}) {
    send(this.req, this, JSON.stringify(value), { status, type, headers });
  }

  /** @param {string} url @param {{ status?: number }} [options] */
  redirect(url, { status = this.req.method === 'GET' || this.req.method === 'HEAD' ? 302 : 303 } = {}) {
    this.setHeader('cache-control', 'private, no-store');
    this.writeHead(status, { location: localUrl(url), 'content-length': 0 });
    this.end();
  }

  /** @param {PageOptions} options */
  page(options) {
    this.html(shellPage(this.runtime, this.req, options), { status: options.status ?? 200 });
  }

  /** @param {string} name @param {string} value @param {CookieOptions} [options] */
  cookie(name, value, options = {}) {
    this.appendHeader('set-cookie', cookieLine(name, value, { ...options, secure: this.runtime.secure }));
  }

  /**
   * Read, shown and deleted by the shell's script, so that pages hold nothing that is meant for one response.
   *
   * @param {string} text @param {string} [kind]
   */
  flash(text, kind = 'success') {
    this.cookie('plinth_flash', JSON.stringify({ text: text.slice(0, 500), kind }), { httpOnly: false, maxAge: 60 });
  }
}

Object.setPrototypeOf(PlinthResponse.prototype, express.response);
