// The builder's requests: everything it asks the server for, as JSON.
import { request } from '@plinth/plugin/browser/request';

/** @param {string} url @param {any} body JSON, or a form @returns {Promise<{ status: number, answer: any }>} status 0: the connection is lost */
export async function post(url, body) {
  const { status, json } = await request(url, { body });
  // A login that has ended answers with a page.
  return { status, answer: json ?? {} };
}
