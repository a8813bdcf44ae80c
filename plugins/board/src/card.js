/** @import { ElementCompiler, Html, RowModel, ViewCompiler, Values } from '@plinth/plugin' */
import {
  NO_TRAITS,
  Html as Markup,
  doersOf,
  escapeHtml,
  hasFullAccess,
  html,
  isAmong,
  mayDo,
  renderer,
  writersOf,
} from '@plinth/plugin';

/**
 * @typedef {object} Card how cards are printed
 * @property {(m: RowModel, moveUrl: string | null) => string} print
 * @property {(m: RowModel) => boolean} mayMove
 */

/**
 * Compiles the layout of the cards.
 *
 * @param {Values} config @param {ViewCompiler} c @param {ElementCompiler} e
 * @returns {Card}
 */
export function createCard(config, c, e) {
  const title = renderer(e.show(config.titleField, { view: 'text', inLink: true }));
  const labels = part(
    c,
    'config.labelField',
    () => config.labelField && renderer(e.show(config.labelField, labelsView(config, c))),
  );
  const person = part(
    c,
    'config.personField',
    () => config.personField && renderer(e.show(config.personField, { view: 'user_name' })),
  );
  const facts = compileFacts(config, c, e);
  const link = part(c, 'config.cardView', () => config.cardView && linkTo(config.cardView, e));
  const mayMove = createMayMove(config, c, e);
  const untitled = c.t('board.untitled');
  const [move, moveTo] = [escapeHtml(c.t('board.move')), c.t('board.moveCard', { title: '\u0001' }).split('\u0001')];

  return {
    mayMove,
    print(m, moveUrl) {
      const name = title(m).text || escapeHtml(untitled);
      const url = link?.(m);
      const tags = labels ? labels(m).text : '';
      const foot = factsOf(facts, m) + (person ? whoOf(person(m).text) : '');
      const mover =
        moveUrl &&
        html`<a class="pl-board-move" href="${moveUrl}" title="${new Markup(move)}"><span class="visually-hidden">${moveTo[0]}${new Markup(name)}${moveTo[1]}</span></a>`
          .text;
      return `<li class="pl-board-card" data-key="${escapeHtml(m.rowId)}"${moveUrl ? ' data-move' : ''}>${tags && `<div class="pl-board-labels">${tags}</div>`}${
        url
          ? `<a class="pl-board-title" href="${escapeHtml(url)}">${name}</a>`
          : `<span class="pl-board-title"${moveUrl ? ' tabindex="0"' : ''}>${name}</span>`
      }${foot && `<div class="pl-board-foot">${foot}</div>`}${mover ?? ''}</li>`;
    },
  };
}

/** @template T @param {ViewCompiler} c @param {string} at @param {() => T} make @returns {Exclude<T, '' | undefined> | null} what can't be compiled is left out and noted */
function part(c, at, make) {
  return /** @type {any} */ (c.attempt(at, make) || null);
}

/** @param {Values} config @param {ViewCompiler} c */
function labelsView({ labelField }, { table }) {
  const { value, isMany } = table?.field(labelField).traits ?? NO_TRAITS;
  return { view: !isMany ? 'badge' : value === 'reference' ? 'labels' : 'badges', inLink: true };
}

/** @param {Values} config @param {ViewCompiler} c @param {ElementCompiler} e */
function compileFacts({ fields = [] }, c, e) {
  /** @type {{ label: string, path: string, print: (m: RowModel) => Html }[]} */
  const facts = [];
  for (const [i, { field, view, label }] of fields.entries()) {
    c.attempt(`config.fields.${i}`, () => {
      const found = c.table && c.catalog.path(c.table, field);
      const usual = found && c.registry.fieldType(found.field.type).views.list;
      const print = renderer(e.show(field, { ...(view ?? { view: usual }), inLink: true }));
      facts.push({ path: field, label: label && found ? found.field.label : '', print });
    });
  }
  return facts;
}

/** @param {ReturnType<typeof compileFacts>} facts @param {RowModel} m */
function factsOf(facts, m) {
  let text = '';
  for (const { label, print } of facts) {
    const value = print(m).text;
    if (value)
      text += `<span class="pl-board-fact">${label && `<span class="text-secondary">${escapeHtml(label)}</span> `}${value}</span>`;
  }
  return text;
}

/** @param {string} markup */
const whoOf = (markup) => markup && `<span class="pl-board-who">${markup}</span>`;

/** @param {string} view @param {ElementCompiler} e @returns {(m: RowModel) => string | null} */
function linkTo(view, e) {
  const url = e.viewUrl(view, { row: true });
  const opens = e.mayOpen(view, { row: true });
  return (m) => (opens(m) ? url(m) : null);
}

/**
 * Whether a card can be picked up: its row may be changed, and the field that says where it is. What a rule says of the
 * row as it would be is found out when it is dropped.
 *
 * @param {Values} config @param {ViewCompiler} c @param {ElementCompiler} e @returns {(m: RowModel) => boolean}
 */
function createMayMove({ columnField, rankField, manualOrder }, c, e) {
  const table = /** @type {NonNullable<ViewCompiler['table']>} */ (c.table);
  const names = [columnField, ...(manualOrder && rankField ? [rankField] : [])];
  const writers = names.map((name) => writersOf(table.field(name)));
  const mayWrite = (/** @type {RowModel} */ { env }) => writers.some((lists) => isAmong(env.actor, lists));
  const byRow = Object.values(table.access).some(({ update }) => update !== 'none' && update !== 'all');
  if (!byRow) return (m) => mayDo(table, 'update', m.env.actor) && mayWrite(m);
  const column = e.select({ may: 'update' });
  const doers = doersOf(table, 'update');
  return (m) => (hasFullAccess(m.env.actor) || isAmong(m.env.actor, doers)) && m.row?.[column] === true && mayWrite(m);
}
