/** @import { App, Handler } from '../../types.d.ts' */
/** @import { Endpoints } from '../index.js' */
import { bulkCreate, bulkRemove, bulkUpdate } from './bulk.js';
import { createLists } from './list.js';
import { openTable } from './open-table.js';
import { sendRow } from './send-row.js';
import { putRows, tableToPut } from './upsert.js';
import { createRow, removeRow, updateRow } from './write-row.js';

const BODY = { maxBytes: 2 * 1024 * 1024 };

/** /tables/:table/rows and its rows. @param {App} app @returns {Endpoints} */
export function rowRoutes(app) {
  const lists = createLists(app);
  return {
    'tables/:table/rows': {
      GET: (req, res) => lists.list(req, res, openTable(app, req, 'read')),
      POST: async (req, res) => {
        const table = openTable(app, req, 'create');
        const body = await req.json(BODY);
        return Array.isArray(body) ? bulkCreate(app, req, res, table, body) : createRow(app, req, res, table, body);
      },
      PUT: async (req, res) => putRows(app, req, res, tableToPut(app, req), await req.json(BODY)),
      PATCH: async (req, res) => bulkUpdate(app, req, res, openTable(app, req, 'update'), await req.json(BODY)),
      DELETE: async (req, res) => bulkRemove(app, req, res, openTable(app, req, 'delete'), await req.json(BODY)),
    },
    'tables/:table/rows/:id': {
      GET: getRow(app, lists),
      PATCH: async (req, res) => updateRow(app, req, res, openTable(app, req, 'update'), await req.json(BODY)),
      DELETE: (req, res) => removeRow(app, req, res, openTable(app, req, 'delete')),
    },
  };
}

/** A row as it is comes by its key, with all others that are asked for at this moment. @param {App} app @param {ReturnType<typeof createLists>} lists @returns {Handler} */
function getRow(app, lists) {
  return async (req, res) => {
    const table = openTable(app, req, 'read');
    if (req.query.size > 0) return lists.one(req, res, table);
    sendRow(req, res, await app.data.rows.get(req.ctx.actor, table.name, req.params.id));
  };
}
