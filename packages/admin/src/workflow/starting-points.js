import { html } from '@plinth/plugin';

/** @import { Html, Table, Values } from '@plinth/plugin' */

const DAY = 1440;

/**
 * What a new workflow begins with: `boxes` is its picture, a list of rows; several boxes in a row are branches.
 *
 * @typedef {{ name: string, needsTable: boolean, boxes: string[][],
 *   make: (about: { table: Table | null, text: (key: string) => string }) => Values }} StartingPoint
 */

/** @type {readonly StartingPoint[]} */
export const STARTING_POINTS = [
  { name: 'empty', needsTable: false, boxes: [['start']], make: () => ({ steps: [] }) },
  {
    name: 'approval',
    needsTable: true,
    boxes: [['start'], ['person'], ['yes', 'no']],
    make: ({ table, text }) => ({
      steps: [
        {
          id: 'approval',
          kind: 'task',
          title: titled(text('approve'), table),
          to: 'role',
          toRole: 'admin',
          deadline: 2 * DAY,
          onDeadline: 'remind',
          outcomes: [
            { name: 'approve', label: text('approve'), needsComment: false },
            { name: 'reject', label: text('reject'), needsComment: true },
          ],
        },
        {
          id: 'answer',
          kind: 'branch',
          label: text('answer'),
          branches: [
            {
              label: text('approved'),
              when: 'tasks.approval.outcome == "approve"',
              steps: [{ id: 'approved', kind: 'stop', result: text('approved') }],
            },
          ],
          otherwise: [{ id: 'rejected', kind: 'stop', result: text('rejected') }],
        },
      ],
    }),
  },
  {
    name: 'reminder',
    needsTable: true,
    boxes: [['start'], ['clock'], ['bell']],
    make: ({ table, text }) => ({
      steps: [
        { id: 'pause', kind: 'wait', ...untilOf(table) },
        {
          id: 'remind',
          kind: 'action',
          label: text('remind'),
          do: { action: 'notify', config: { recipient: 'role', role: 'admin', text: titled(text('remind'), table) } },
        },
      ],
    }),
  },
  {
    name: 'batch',
    needsTable: true,
    boxes: [['clock'], ['loop'], ['end']],
    make: ({ table, text }) => ({
      table: null,
      variables: [{ name: 'count', label: text('count'), type: 'number', isInput: false, value: '0' }],
      steps: [
        {
          id: 'rows',
          kind: 'each',
          label: text('eachRow'),
          table: table?.name,
          steps: [{ id: 'counted', kind: 'set', values: [{ variable: 'count', value: 'vars.count + 1.0' }] }],
        },
        { id: 'done', kind: 'stop', result: '{{ vars.count }}' },
      ],
    }),
  },
];

/** @param {string} text @param {Table | null} table */
const titled = (text, table) => `${text}: {{ row.${table?.display ?? 'id'} }}`;

/** Until the first date of a table, or for a day. @param {Table | null} table */
function untilOf(table) {
  const date = table?.fields.find(({ traits, auto }) => traits.hasDay && !auto);
  return date ? { for: 'until', until: `row.${date.name}` } : { for: 'time', minutes: DAY };
}

const BOX = { width: 30, height: 12, gap: 9 };

/** A small picture of a starting point. @param {StartingPoint} point @returns {Html} */
export function picture({ boxes }) {
  const height = boxes.length * (BOX.height + BOX.gap) - BOX.gap;
  const parts = boxes.flatMap((row, i) => {
    const y = i * (BOX.height + BOX.gap);
    return row.map((_, n) => {
      const x = 50 + (n - (row.length - 1) / 2) * (BOX.width + 12) - BOX.width / 2;
      const line = i > 0 && html`<path d="M50 ${y - BOX.gap}V${y - BOX.gap / 2}H${x + BOX.width / 2}V${y}"/>`;
      return html`${line}<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="3"${i === 0 ? html` class="first"` : ''}/>`;
    });
  });
  return html`<svg class="wf-picture" viewBox="0 -2 100 ${height + 4}" width="100" height="${height + 4}" aria-hidden="true">${parts}</svg>`;
}
