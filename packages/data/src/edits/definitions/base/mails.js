/** @import { MailTemplate } from '@plinth/plugin' */
/** @import { Scope } from '../../types.d.ts' */
import { MAIL_SETTINGS, checkSettings, inputInvalid, phrase, textConditions, textParts } from '@plinth/plugin';
import { readExpression } from '@plinth/expressions';
import { described } from './described.js';
import { explained } from './explained.js';
import { free, mailName, onlyKeys } from './names.js';

const NAMES = MAIL_SETTINGS.map(({ name }) => name);
const KEYS = ['name', 'label', 'description', 'app', 'table', ...NAMES];

/**
 * A mail template in stored form.
 *
 * @param {any} input @param {Scope} scope @param {{ id: string, name: string }} [self] the template as it is
 * @returns {{ name: string, body: any }}
 */
export function checkMail(input, { catalog }, self) {
  onlyKeys('a mail template', input, KEYS);
  const name = free('mail template', mailName(input.name), catalog.mails, self?.id);
  const table = input.table ? catalog.table(String(input.table)) : null;
  const given = Object.fromEntries(NAMES.filter((key) => Object.hasOwn(input, key)).map((key) => [key, input[key]]));
  const {
    files = [],
    view = null,
    relation = null,
    buttonView = null,
    button = null,
    ...parts
  } = checkSettings(MAIL_SETTINGS, given);
  for (const key of /** @type {const} */ (['subject', 'body'])) checkText(key, parts[key], { catalog, table });
  for (const field of files)
    if (!table?.hasField(field)) throw inputInvalid({ files: phrase`There is no field "${field}"` });
  if (relation && !(view && table)) throw inputInvalid({ relation: 'Choose a table and a list first' });
  if (buttonView && catalog.hasView(buttonView) && catalog.view(buttonView).table !== (table?.name ?? null))
    throw inputInvalid({ buttonView: 'Choose a view of the table that the mail is about' });
  checkDetail(view, { viewAs: parts.viewAs, table, catalog });
  return {
    name,
    body: {
      ...described(input, name, catalog),
      table: table?.name ?? null,
      ...parts,
      files,
      view,
      relation,
      buttonView,
      button,
    },
  };
}

/**
 * A detail view shows the row that the mail is about, below the text or on paper.
 *
 * @param {string | null} view @param {Pick<Scope, 'catalog'> & { viewAs: string, table: import('@plinth/plugin').Table | null }} scope
 */
function checkDetail(view, { viewAs, table, catalog }) {
  if (!view || !catalog.hasView(view) || catalog.view(view).template !== 'show') return;
  if (catalog.view(view).table !== (table?.name ?? null))
    throw inputInvalid({ view: 'Choose a view of the table that the mail is about' });
  if (viewAs === 'csv' || viewAs === 'xlsx')
    throw inputInvalid({ viewAs: 'Only lists can be attached as CSV or Excel' });
}

/** @param {string} key @param {string} text @param {Pick<Scope, 'catalog'> & { table: import('@plinth/plugin').Table | null }} scope */
function checkText(key, text, scope) {
  explained(key, () => {
    textConditions(text);
    for (const part of textParts(text)) if ('expression' in part) readExpression(part.expression, scope);
  });
}
