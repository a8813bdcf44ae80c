/** @import { Client } from 'pg' */
import { asStatement } from '../../postgres/sql/index.js';

/** What checks ask. @param {Client} client */
export const on = (client) => ({ query: (/** @type {any} */ query) => client.query(asStatement(query)) });

/** Schema statements, whose names are quoted and whose expressions are compiled (catalog/ddl). @param {Client} client @param {string} text */
export const run = (client, text) => client.query(text);
