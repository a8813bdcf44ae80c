import type { Table } from '@plinth/plugin';
import type { Fragment } from '../postgres/sql/index.js';

/** Which rows of a table count for somebody. `pointed`: a relation leads to them. */
export type Visibility = (table: Table, alias: string, via: 'direct' | 'pointed') => Fragment;
