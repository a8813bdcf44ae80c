import { raw } from '@plinth/plugin';
import { renderAdmin } from '../frame/index.js';
import { menuButton } from '../layout/menu-button.js';
import { openAddress } from '../objects/open-address.js';
import { keyList } from './key-list.js';
import { moveTexts } from './move-texts.js';
import { rolesToSeeAs } from './roles-to-see-as.js';

/** @import { Html, Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Edited } from '../layout/object-screen.js' */

/** Widths of the canvas in CSS pixels: of a common phone, tablet and laptop. */
const WIDTHS = [
  { name: 'phone', icon: 'device-mobile', pixels: 390 },
  { name: 'tablet', icon: 'device-tablet', pixels: 820 },
  { name: 'desktop', icon: 'device-desktop', pixels: 1280 },
];
const ZOOMS = [50, 75, 100, 125];

/**
 * The model of the builder's screen.
 *
 * @param {Request} req @param {Edited} edited
 * @param {{ uses: Html | null, state: Values, painted: Awaited<ReturnType<typeof import('./paint.js').paint>> }} open
 */
export function frameModel(req, edited, { uses, state, painted }) {
  const { subject, label, icon } = edited;
  const { t } = req.ctx;
  const { kind, name } = subject;
  const links = linksOf(req, edited);
  return {
    label,
    mark: icon,
    kind,
    painted,
    links,
    crumb: { label: t(`admin.nav.${kind}s`), url: `/admin/${kind}s` },
    // Safe: in a script element, only "<" could end it.
    state: raw(
      JSON.stringify({ ...state, texts: { ...browserTexts(req), ...moveTexts(req) } }).replaceAll('<', '\\u003c'),
    ),
    actions: renderAdmin(req, 'builder/actions', {
      links,
      pieces: renderAdmin(req, 'builder/pieces', { isPiece: kind === 'piece', uses }),
      url: state.url,
      keys: renderAdmin(req, 'builder/keys', { keys: keyList(req) }),
      menu:
        edited.hasMenuButton &&
        menuButton(req, /** @type {'page' | 'view'} */ (kind), name, state.url, 'dropdown-item'),
    }),
    tools: renderAdmin(req, 'builder/tools', {
      steps: Object.entries({ undo: 'arrow-back-up', redo: 'arrow-forward-up' }),
      widths: WIDTHS.map((one) => ({ ...one, label: t(`admin.builder.${one.name}`) })),
      zooms: ZOOMS,
      roles: rolesToSeeAs(req),
      url: state.url,
      hasParams: kind === 'piece',
      // A list has no layout to put anything in.
      panels: subject.layouts.length ? ['side', 'props'] : ['props'],
      // Left out where no single row is shown.
      ...(painted.hasRow && { row: painted.row }),
    }),
    canvas: `${state.url}/canvas`,
    trees: subject.layouts.map((layout) => ({ name: layout.name, label: t(layout.label) })),
    selectionTools: selectionTools(req),
    textBar: renderAdmin(req, 'builder/text-tools', { tools: textTools(req) }),
  };
}

/** Where the builder's menu leads. @param {Request} req @param {Edited} edited */
function linksOf(req, { subject: { kind, name } }) {
  const form = `/admin/${kind}s/${name}`;
  return {
    settings: `${form}/settings`,
    source: `${form}/source`,
    // A piece has no page of its own.
    open: kind === 'piece' ? null : openAddress(req.ctx.catalog, kind, name),
    history: '/admin/history',
    remove: `${form}/delete`,
  };
}

/** Buttons of the toolbar of what is selected. @param {Request} req */
function selectionTools({ ctx: { app, t } }) {
  const wrapIn = (/** @type {string} */ type) =>
    t('admin.builder.move.wrapIn', { name: t(app.registry.element(type).label) });
  return [
    { name: 'drag', icon: 'grip-vertical', label: t('admin.builder.move.dragOne') },
    { name: 'text', icon: 'cursor-text', label: t('admin.builder.text.edit') },
    { name: 'parent', icon: 'arrow-bar-up', label: t('admin.builder.move.selectParent') },
    { name: 'duplicate', icon: 'copy', label: t('admin.builder.move.duplicateOne') },
    { name: 'wrap:card', icon: 'rectangle', label: wrapIn('card') },
    { name: 'wrap:columns', icon: 'columns-2', label: wrapIn('columns') },
    { name: 'unwrap', icon: 'package-export', label: t('admin.builder.move.unwrapOne') },
    { name: 'piece', icon: 'puzzle', label: t('admin.pieces.saveOne') },
    { name: 'openPiece', icon: 'edit', label: t('admin.pieces.open') },
    { name: 'detach', icon: 'unlink', label: t('admin.pieces.detach') },
    { name: 'remove', icon: 'trash', label: t('admin.builder.move.removeOne') },
  ];
}

/** Buttons of the toolbar of a text that is edited on the page; keys: as shown and as assistive technology has them. @param {Request} req */
function textTools({ ctx: { t } }) {
  return [
    { name: 'bold', icon: 'bold', keys: 'Control+B' },
    { name: 'italic', icon: 'italic', keys: 'Control+I' },
    { name: 'list', icon: 'list', keys: 'Control+Shift+8' },
    { name: 'numbered', icon: 'list-numbers', keys: 'Control+Shift+7' },
    { name: 'link', icon: 'link', keys: 'Control+K' },
  ].map((one) => ({ ...one, label: t(`fieldView.markdown.${one.name}`), shown: one.keys.replace('Control', 'Ctrl') }));
}

/** Texts that the browser code says. @param {Request} req */
function browserTexts({ ctx: { t } }) {
  return {
    saved: t('admin.builder.saved'),
    saving: t('admin.builder.saving'),
    notSaved: t('admin.builder.notSaved'),
    notSavedYet: t('admin.builder.notSavedYet'),
    published: t('admin.builder.noChanges'),
    changed: t('admin.builder.changed'),
    limited: t('admin.layout.limited'),
  };
}
