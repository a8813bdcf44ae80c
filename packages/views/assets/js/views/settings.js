// What forms of settings have, joined into this file by the server.
import './settings-form.js';
import './option-list.js';
