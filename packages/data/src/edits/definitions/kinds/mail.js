/** @import { Values } from '@plinth/plugin' */
/** @import { Scope } from '../../types.d.ts' */
import {
  MAIL_SETTINGS,
  checkSettings,
  defineKind,
  inputInvalid,
  phrase,
  textConditions,
  textParts,
} from '@plinth/plugin';
import { readExpression } from '@plinth/expressions';
import { notFound } from '../../../postgres/errors/not-found.js';
import { checkName } from '../base/check-object.js';
import { described } from '../base/described.js';
import { explained } from '../base/explained.js';
import { description, label, table } from '../base/kind-settings.js';

const NAMES = MAIL_SETTINGS.map(({ name }) => name);

export const mail = defineKind({
  name: 'mail',
  plural: 'mails',
  label: 'mail template',
  icon: 'mail',
  order: 100,
  schema: [
    label,
    description,
    table,
    ...MAIL_SETTINGS.map((setting) => (setting.required ? setting : { default: null, ...setting })),
  ],
  defaults: { subject: '', body: '', files: [] },
  check: checkMail,
  references(body, walk) {
    const { table: name = null } = body;
    const parts = walk.settings(MAIL_SETTINGS, body, name, '');
    return { ...body, ...parts, table: name && walk.visit({ kind: 'table', name, at: 'table' }) };
  },
  notFound: (name, known) =>
    notFound('MAIL_TEMPLATE_NOT_FOUND', phrase`There is no mail template "${name}"`, {
      hint: (names) => phrase`Mail templates here: ${names}`,
      known,
    }),
  documents: { installed: 50 },
  admin: { area: 'mails' },
});

/**
 * A mail template in stored form.
 *
 * @param {Values} input @param {Scope} scope @param {{ id: string, name: string }} [self] the template as it is
 * @returns {{ name: string, body: unknown }}
 */
function checkMail(input, { catalog }, self) {
  const name = checkName(mail, input, { catalog }, self);
  const about = input.table ? catalog.table(String(input.table)) : null;
  const given = Object.fromEntries(NAMES.filter((key) => Object.hasOwn(input, key)).map((key) => [key, input[key]]));
  const {
    files = [],
    view = null,
    relation = null,
    buttonView = null,
    button = null,
    ...parts
  } = checkSettings(MAIL_SETTINGS, given);
  for (const key of /** @type {const} */ (['subject', 'body'])) checkText(key, parts[key], { catalog, table: about });
  for (const field of files)
    if (!about?.hasField(field)) throw inputInvalid({ files: phrase`There is no field "${field}"` });
  if (relation && !(view && about)) throw inputInvalid({ relation: 'Choose a table and a list first' });
  if (buttonView && catalog.hasView(buttonView) && catalog.view(buttonView).table !== (about?.name ?? null))
    throw inputInvalid({ buttonView: 'Choose a view of the table that the mail is about' });
  checkDetail(view, { viewAs: parts.viewAs, table: about, catalog });
  return {
    name,
    body: {
      ...described(input, name, catalog),
      table: about?.name ?? null,
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
