/** @import { CompiledView, RowModel, ViewCompiler, ViewTemplate, Html, Rendered, Select, Values, Row } from '@plinth/plugin' */
import { AppError, Html as Markup, defineViewTemplate, html, node, phrase } from '@plinth/plugin';
import { select } from '@plinth/plugin/settings';
import { createEmpty } from './parts/empty.js';
import { createFrame } from './parts/frame.js';
import { createLink } from './parts/create-link.js';
import { createPaging } from './parts/paging.js';
import { createSearchBox } from './parts/search-box.js';
import { displayField, listFields, newestFirst } from './parts/default-fields.js';
import { rowsWhere } from './parts/rows-where.js';
import { rowKey } from './parts/row-key.js';
import { createSettings, frameSettings, liveSetting, options, rowsSettings } from './parts/settings.js';

/** Rows as cards, each rendered by another view or by the feed's own layout. */
export const feed = defineViewTemplate({
  name: 'feed',
  order: 40,
  label: 'vt.feed',
  icon: 'layout-grid',
  description: 'vt.feed.description',
  needsTable: true,
  settings: [
    {
      name: 'itemView',
      type: 'view',
      label: 'vt.feed.itemView',
      help: 'vt.feed.itemView.help',
      viewTemplates: ['show'],
    },
    { name: 'layout', type: 'layout', label: 'vt.feed.layout' },
    select('columns', 'vt.feed.columns', ['1', '2', '3', '4', '5', '6'], { default: '3' }),
    select('itemFrame', 'vt.feed.itemFrame', options('vt.frame', ['card', 'plain']), { default: 'card' }),
    ...createSettings,
    ...rowsSettings,
    liveSetting,
    ...frameSettings.map((setting) => (setting.name === 'frame' ? { ...setting, default: 'plain' } : setting)),
  ],
  defaults: feedDefaults,
  compile(view, c) {
    const { config } = view;
    const item = compileItem(config, c);
    const query = c.rows({
      select: item.select,
      where: rowsWhere(config),
      sort: config.sort,
      limit: config.pageSize,
      search: true,
      sortable: c.table?.fields.filter((field) => c.registry.fieldType(field.type).sortable).map((field) => field.name),
    });
    const frame = createFrame(view, c.t);
    const create = createLink(config, c);
    const search = createSearchBox(config.search, c);
    const empty = createEmpty(config, c, create);
    const paging = createPaging(c);
    const cards = createCards(config, item.render);

    return {
      query,
      render(result, context) {
        const rows = result?.rows.length ? result.rows : null;
        const searchBox = rows || context.state.search !== null ? search(context) : null;
        const button = rows ? create(context, 'btn btn-sm btn-primary') : null;
        return frame(
          {
            actions: searchBox,
            create: button,
            body: rows ? cards(rows, { row: null, rowId: null, ...context }) : empty(context),
            footer: paging(result, context.location),
          },
          context,
        );
      },
    };
  },
});

/**
 * @param {Values} config
 * @param {ViewCompiler} c
 * @returns {{ select: readonly Select[], render: (m: RowModel) => Html | string }}
 */
function compileItem({ itemView, layout }, c) {
  if (itemView) {
    const { row, embeds } = c.embedded(itemView);
    if (!row) {
      throw new AppError('EMBED_UNSUITED', phrase`The view "${itemView}" does not show a single row`, {
        status: 422,
        hint: 'Choose a detail view for the cards',
      });
    }
    noEmbeds(embeds?.length ?? 0, c);
    return row;
  }
  if (!layout) {
    throw new AppError('VIEW_INVALID', 'The feed has neither a view nor a layout for its cards', {
      status: 422,
      hint: 'Choose one in the settings of the view',
    });
  }
  const own = c.layout(layout);
  noEmbeds(own.embeds.length, c);
  // These would need one statement per card.
  own.embeds.length = 0;
  return own;
}

/** Views inside cards are left out, and a problem is reported. @param {number} count @param {ViewCompiler} c */
function noEmbeds(count, c) {
  c.attempt('config.itemView', () => {
    if (count === 0) return;
    throw new AppError('EMBED_UNSUITED', 'Views inside the cards of a feed are not shown', {
      status: 422,
      hint: 'Use an aggregation to show a count or the latest value instead',
    });
  });
}

/**
 * @param {Values} config @param {(m: RowModel) => Html | string} render
 * @returns {(rows: readonly Row[], m: RowModel) => Html}
 */
function createCards({ columns, itemFrame, live }, render) {
  const start = html`<div class="pl-feed pl-feed-${columns}">`.text;
  const open = itemFrame === 'card' ? ' class="card"><div class="card-body">' : '>';
  const close = itemFrame === 'card' ? '</div></article>' : '</article>';
  return (rows, m) => {
    let text = start;
    for (const row of rows) {
      m.row = row;
      m.rowId = row.id;
      text += `<article${live ? rowKey(row) : ''}${open}${html`${render(m)}`.text}${close}`;
    }
    return new Markup(`${text}</div>`);
  };
}

/** @type {ViewTemplate['defaults']} */
function feedDefaults(table, { registry, links }) {
  const display = displayField(table);
  const others = listFields(table, registry)
    .filter((field) => field !== display)
    .slice(0, 3);
  const title =
    links.show && display
      ? node('view_link', { view: links.show, labelFrom: 'field', field: display.name })
      : display && node('heading', { field: display.name, level: '3' });
  return {
    layout: node('stack', {}, [
      ...(title ? [title] : []),
      ...others.map((field) => node('field', { field: field.name, label: 'beside' })),
    ]),
    ...(links.edit && { createView: links.edit }),
    sort: newestFirst(table, registry),
  };
}
