import { html } from '@plinth/plugin';
import { partsFor, routed, shows } from '../../frame/index.js';

/** @import { AdminPage, Request } from '../../types.d.ts' */
/** @typedef {{ table: string, field: string, key: string | number }} Holder */
/**
 * @typedef {{ id: string, name: string, folder: string, size: number, width: number | null, fieldId: string | null,
 *   createdAt: string, holders: Holder[], isOrphan: boolean }} PlacedFile
 */

const PATH = '/admin/files/all';

/** Every upload, the newest first, with the row that it belongs to. */
export const screen = {
  path: '/files',
  title: 'admin.files.all',
  first: true,
  routes: routed({ 'GET /all': shows(show) }),
};

/** The two ways to look at files. @param {Request} req @param {'folders' | 'all'} active */
export const fileTabs = ({ ctx: { t } }, active) =>
  [
    { name: 'folders', url: '/admin/files' },
    { name: 'all', url: PATH },
  ].map(({ name, url }) => ({ label: t(`admin.files.${name}`), url, active: name === active }));

/** @param {Request} req @returns {Promise<AdminPage>} */
async function show(req) {
  const { app, t, actor } = req.ctx;
  const { empty, headings } = partsFor(req);
  const { files, next } = await app.data.files.listAll(actor, { after: req.query.get('after') ?? undefined });
  const labels = await labelsOf(req, files);
  const lines = files.map((/** @type {PlacedFile} */ file) => lineOf(req, file, labels));
  const table = html`<div class="card table-responsive"><table class="table adm-folds mb-0">
    ${headings(t('admin.files.name'), t('admin.files.belongsTo'), t('admin.files.size'), t('admin.files.uploadedAt'))}
    <tbody>${lines}</tbody></table></div>`;
  return {
    title: t('admin.nav.files'),
    lead: t('admin.files.allLead'),
    tabs: fileTabs(req, 'all'),
    body: html`${lines.length > 0 ? table : empty('folder', t('admin.files.empty'))}${
      next && html`<a class="btn mt-3" href="${PATH}?after=${next}">${t('admin.more')}</a>`
    }`,
  };
}

/** @param {Request} req @param {PlacedFile} file @param {Map<string, string>} labels */
function lineOf(req, file, labels) {
  const { t, formats, env } = req.ctx;
  const { icon } = partsFor(req);
  const picture = file.width
    ? html`<img class="adm-thumb" src="${env.fileUrl(file, 'thumb')}" alt="" loading="lazy" width="28" height="28">`
    : icon('file');
  const size = `${formats.number(Math.max(1, Math.round(file.size / 1024)))} kB`;
  return html`<tr><td><a class="d-flex align-items-center gap-2 text-break" href="/admin/files/${file.id}">${picture}<span>${file.name}</span></a></td>
    <td data-label="${t('admin.files.belongsTo')}">${placeOf(req, file, labels)}</td>
    <td class="text-nowrap" data-label="${t('admin.files.size')}">${size}</td>
    <td class="text-nowrap" data-label="${t('admin.files.uploadedAt')}"><time datetime="${file.createdAt}">${formats.dateTime(file.createdAt)}</time></td></tr>`;
}

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
