import { objectsOf, titleOf } from '@plinth/plugin';
import {
  column,
  deletion,
  listPage,
  noErrors,
  partsFor,
  readSettings,
  routed,
  saves,
  settingsControls,
  shows,
  wrongFields,
} from '../../frame/index.js';
import { kindWord, kindWords, screensOf } from '../../objects/kind-words.js';
import { freeName, nameOf } from '../../objects/names.js';
import { partName } from '../../revisions/summary-text.js';
import { notFound } from '@plinth/server/http';

/** @import { Kind, SettingsSchema, Table, Translate, Values } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** The objects of a kind of metadata that has no screens of its own: their list, and one by its settings. */
export const screen = {
  path: '/objects',
  title: 'admin.objects.title',
  help: 'plugins/README',
  routes: routed({
    'GET /:kind': shows((req, tried) => listPage(listOf(req), req, tried)),
    // No object's name is "~new".
    'GET /:kind/~new': shows(show),
    'POST /:kind/~new': saves(save, show),
    'GET /:kind/:object': shows(show),
    'POST /:kind/:object': saves(save, show),
    ...deletion('/:kind/:object/delete', deletionOf),
  }),
};

/** @param {Request} req @returns {Kind} @throws {AppError} NOT_FOUND */
function kindOf({ params, ctx: { app } }) {
  const kind = screensOf(app.registry).find(({ name }) => name === params.kind);
  if (!kind) throw notFound();
  return kind;
}

/** @param {Kind} kind */
const listUrl = ({ name }) => `/admin/objects/${name}`;

/** @param {Request} req @returns {import('../../frame/list-screen.js').ListScreen<any>} */
function listOf(req) {
  const { t, catalog } = req.ctx;
  const kind = kindOf(req);
  const texts = kind.schema.filter(({ name }) => name === 'description');
  return {
    title: kindWords(kind, t),
    icon: kind.icon,
    empty: 'admin.objects.empty',
    add: { url: `${listUrl(kind)}/~new`, label: 'admin.add' },
    of: () => objectsOf(catalog, kind),
    words: (one) => `${one.name} ${titleOf(kind, one)}`,
    columns: (_req, { named }) => [
      column(kindWord(kind, t), (one) => named(`${listUrl(kind)}/${one.name}`, titleOf(kind, one), one.name)),
      ...texts.map(() => column('admin.description', ({ description }) => description)),
    ],
  };
}

/** The settings of one, with what they are called. @param {Kind} kind @param {Translate} t @returns {SettingsSchema} */
const settingsOf = ({ schema, title = 'label' }, t) =>
  schema.map((setting) => ({
    ...setting,
    label: setting.label ?? capital(partName(setting.name, t)),
    required: setting.required || setting.name === title,
  }));

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {Request} req @param {Kind} kind @returns {any} null: a new one */
const objectOf = ({ params, ctx: { catalog } }, kind) =>
  params.object ? /** @type {any} */ (catalog)[kind.name](params.object) : null;

/** What the form says, unchecked. @param {Request} req @param {Kind} kind @param {Form} form @returns {Values} */
const readForm = (req, kind, form) =>
  readSettings(req, kind.schema, form, { table: tableNamed(req, form.get('table')) });

/** @param {Request} req @param {unknown} name @returns {Table | null} */
const tableNamed = ({ ctx: { catalog } }, name) =>
  typeof name === 'string' && catalog.hasTable(name) ? catalog.table(name) : null;

/** @param {Request} req @param {Form} form @returns {Outcome} */
function save(req, form) {
  if (form.has('refresh')) return { errors: noErrors() };
  const { t, catalog } = req.ctx;
  const kind = kindOf(req);
  const object = objectOf(req, kind);
  const values = readForm(req, kind, form);
  const { title = 'label' } = kind;
  if (title !== 'name' && !values[title]) return { errors: wrongFields({ [title]: t('admin.labelMissing') }) };
  const url = (/** @type {string} */ name) => `${listUrl(kind)}/${name}`;
  if (object) {
    const input = { [kind.name]: object.name, changes: values };
    return { edit: `change-${kind.name}`, input, next: url(object.name) };
  }
  const taken = objectsOf(catalog, kind);
  const name = freeName(nameOf(values[title] ?? '') || kind.name, (one) => taken.some((other) => other.name === one));
  return { edit: `add-${kind.name}`, input: { [kind.name]: { name, ...values } }, next: url(name) };
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function show(req, tried) {
  const { form: typed, errors } = tried;
  const { t } = req.ctx;
  const kind = kindOf(req);
  const object = objectOf(req, kind);
  const values = typed ? readForm(req, kind, typed) : { ...object };
  const controls = settingsControls(req, settingsOf(kind, t), values, {
    table: tableNamed(req, values.table),
    errors: errors.fields,
  });
  const url = `${listUrl(kind)}/${object?.name ?? '~new'}`;
  return {
    title: object ? titleOf(kind, object) : kindWord(kind, t),
    icon: kind.icon,
    errors,
    crumbs: [{ label: kindWords(kind, t), url: listUrl(kind) }],
    body: partsFor(req).form({
      class: 'card',
      action: url,
      submit: t('admin.save'),
      cancel: listUrl(kind),
      remove: object && { url: `${url}/delete`, label: t('admin.delete') },
      of: object?.id,
      tried,
      controls,
    }),
  };
}

/** @param {Request} req */
function deletionOf(req) {
  const kind = kindOf(req);
  const { id, name, ...object } = objectOf(req, kind);
  const url = `${listUrl(kind)}/${name}`;
  return {
    edit: `remove-${kind.name}`,
    input: { [kind.name]: name },
    id,
    label: titleOf(kind, { name, ...object }),
    help: req.ctx.t('admin.objects.deleteHelp'),
    url,
    next: listUrl(kind),
    points: (/** @type {{ kind: string, name: string }} */ reference) =>
      reference.kind === kind.name && reference.name === name,
    crumbs: [{ label: kindWords(kind, req.ctx.t), url: listUrl(kind) }],
  };
}
