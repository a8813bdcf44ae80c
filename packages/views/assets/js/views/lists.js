// What most lists have, joined into this file by the server. What few need, or none before its first use, is apart.
import './rows.js';
import './filter.js';
import './list-filter.js';
import './list-count.js';
import './list-saved.js';
import './list-view.js';
