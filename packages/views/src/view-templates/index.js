import { chart } from './chart/chart.js';
import { edit } from './edit/edit.js';
import { feed } from './feed.js';
import { filter } from './filter.js';
import { list } from './list/list.js';
import { listShow } from './list-show.js';
import { show } from './show.js';

/** Core's view templates. */
export const viewTemplates = [list, show, edit, feed, filter, listShow, chart];
