// The number of rows of a list, estimated on the server: asked for after the page is shown, so that it costs no page
// anything.
import { request } from '@plinth/plugin/browser/request';

/** Answers by address, for as long as people look at one list. In ms. */
const KEPT = 30_000;
/** @type {Map<string, { text: string, title: string, at: number }>} */
const known = new Map();
const PAGING = /:(after|before|at|count|sort|add)$|^(after|before|sort)$/;

async function ask() {
  // In the builder's canvas, the address is not the one of the list.
  if (location.pathname.startsWith('/admin/')) return;
  for (const link of document.querySelectorAll('a[data-pl-count]:not([data-pl-asked])')) {
    const { dataset } = /** @type {HTMLElement} */ (link);
    dataset.plAsked = '';
    const here = new URL(location.href);
    for (const name of [...here.searchParams.keys()]) if (PAGING.test(name)) here.searchParams.delete(name);
    const query = new URLSearchParams({ of: dataset.plCount ?? '', at: here.pathname + here.search });
    const address = `/rows/count?${query}`;
    const last = known.get(address);
    const answer = last && last.at > Date.now() - KEPT ? last : await fetched(address);
    if (!answer) continue;
    link.textContent = answer.text;
    /** @type {HTMLElement} */ (link).title = answer.title;
  }
}

/** @param {string} address */
async function fetched(address) {
  const { ok, json } = await request(address);
  if (!ok) return null;
  const made = { ...json, at: Date.now() };
  known.set(address, made);
  return made;
}

document.addEventListener('htmx:after:swap', ask);
ask();
