// A row of another table, added from the list of a relation: its form opens in a panel, what was typed in its title, and the
// form below goes on with the new row.
import { bodyOf, request } from '@plinth/plugin/browser/request';
import { addressOf } from '@plinth/plugin/browser/send-form';
import { forgetDraft } from './draft-place.js';
import { openPanel } from './panel.js';

/**
 * @param {DOMStringMap} asked plCreate: address of the form; plCreates: its name; plTitle: the field that the text is for;
 *   plPanelStyle: address of the panel's style sheet
 * @param {HTMLElement} opener gets the focus again @param {string} text
 * @returns {Promise<string | null>} the key of the new row; null: none was added
 */
export async function createRow({ plCreate = '', plCreates = '', plTitle, plPanelStyle }, opener, text) {
  if (plPanelStyle) addStyle(plPanelStyle);
  const url = new URL(plCreate, location.href);
  if (plTitle && text) url.searchParams.set(plTitle, text);
  return new Promise((resolve) => {
    const closed = () => resolve(null);
    void openPanel(`${url.pathname}${url.search}`, plCreates, opener, { takes: takes(resolve), closed });
  });
}

/** Sends the form of the panel and asks for the key of the row; false: it was refused. @param {(key: string) => void} resolve */
const takes = (resolve) => async (/** @type {HTMLFormElement} */ form, /** @type {HTMLElement | null} */ button) => {
  form.inert = true;
  const { ok, json } = await request(addressOf(form), { body: bodyOf(form, button), once: true });
  form.inert = false;
  if (!ok || json.id === undefined) return false;
  forgetDraft(addressOf(form).href);
  resolve(String(json.id));
  return true;
};

/** @param {string} href */
function addStyle(href) {
  if (document.querySelector(`link[rel="stylesheet"][href="${CSS.escape(href)}"]`)) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
}
