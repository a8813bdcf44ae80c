import { html } from '@plinth/plugin';
import { column, listScreen, routed } from '../../frame/index.js';

/** @import { Request } from '../../types.d.ts' */
/** @typedef {{ table: string, field: string, key: string | number }} Holder */
/**
 * @typedef {{ id: string, name: string, folder: string, size: number, width: number | null, fieldId: string | null,
 *   createdAt: string, holders: Holder[], isOrphan: boolean }} PlacedFile
 */

const PATH = '/admin/files/all';

const LIST = listScreen({
  at: '/all',
  title: 'admin.nav.files',
  caption: 'admin.files.all',
  lead: 'admin.files.allLead',
  icon: 'folder',
  empty: 'admin.files.empty',
  tabs: (req) => fileTabs(req, 'all'),
  async of(req) {
    const { app, actor } = req.ctx;
    const { files, next } = await app.data.files.listAll(actor, { after: req.query.get('after') ?? undefined });
    const labels = await labelsOf(req, files);
    return { rows: files.map((/** @type {PlacedFile} */ file) => ({ file, place: placeOf(req, file, labels) })), next };
  },
  columns: ({ ctx: { formats, env } }, { icon }) => [
    column('admin.files.name', ({ file }) => {
      const picture = file.width
        ? html`<img class="adm-thumb" src="${env.fileUrl(file, 'thumb')}" alt="" loading="lazy" width="28" height="28">`
        : icon('file');
      return html`<a class="d-flex align-items-center gap-2 text-break fw-normal" href="/admin/files/${file.id}">${picture}<span>${file.name}</span></a>`;
    }),
    column('admin.files.belongsTo', ({ place }) => place),
    column(
      'admin.files.size',
      ({ file }) => `${formats.number(Math.max(1, Math.round(file.size / 1024)))} kB`,
      'text-nowrap',
    ),
    column(
      'admin.files.uploadedAt',
      ({ file: { createdAt } }) => html`<time datetime="${createdAt}">${formats.dateTime(createdAt)}</time>`,
      'text-nowrap',
    ),
  ],
});

/** Every upload, the newest first, with the row that it belongs to. */
export const screen = { path: '/files', title: 'admin.files.all', first: true, routes: routed(LIST) };

/** The two ways to look at files. @param {Request} req @param {'folders' | 'all'} active */
export const fileTabs = ({ ctx: { t } }, active) =>
  [
    { name: 'folders', url: '/admin/files' },
    { name: 'all', url: PATH },
  ].map(({ name, url }) => ({ label: t(`admin.files.${name}`), url, active: name === active }));

/** The rows that hold a file, its folder, or that it has no place. @param {Request} req @param {PlacedFile} file @param {Map<string, string>} labels */
function placeOf({ ctx: { t, catalog } }, file, labels) {
  if (file.isOrphan) {
    const isThere = catalog.tables.some(({ fields }) => fields.some(({ id }) => id === file.fieldId));
    const why = t(isThere ? 'admin.files.orphanHelp' : 'admin.files.fieldGone');
    return html`<span class="badge pl-c-yellow">${t('admin.files.orphan')}</span> <span class="text-secondary small">${why}</span>`;
  }
  if (file.holders.length === 0)
    return file.folder === ''
      ? html`<span class="text-secondary">${t('admin.files.noFolder')}</span>`
      : html`<a href="/admin/files?folder=${encodeURIComponent(file.folder)}">${file.folder}</a>`;
  return file.holders.map(({ table, field, key }) => {
    const known = catalog.table(table);
    const row = labels.get(`${table} ${key}`) || t('admin.deleted.row', { id: key });
    return html`<div><a href="/admin/tables/${table}/data/${key}">${row}</a>
      <span class="text-secondary small">${known.label} · ${known.field(field).label}</span></div>`;
  });
}

/**
 * The labels of rows, a query for each table.
 *
 * @param {Request} req @param {readonly PlacedFile[]} files
 * @returns {Promise<Map<string, string>>} by table and key
 */
async function labelsOf({ ctx }, files) {
  const keys = Map.groupBy(
    files.flatMap(({ holders }) => holders),
    ({ table }) => table,
  );
  const tables = [...keys].filter(([name]) => ctx.catalog.table(name).display !== '');
  const queries = tables.map(([table, holders]) => ({
    spec: {
      table,
      limit: holders.length,
      select: [{ as: 'label', field: ctx.catalog.table(table).display }],
      where: { field: 'id', op: /** @type {const} */ ('in'), value: [...new Set(holders.map(({ key }) => key))] },
    },
    params: {},
  }));
  const results = queries.length > 0 ? await ctx.select(queries) : [];
  return new Map(
    tables.flatMap(([table], i) => results[i].rows.map(({ id, label }) => [`${table} ${id}`, String(label ?? '')])),
  );
}
