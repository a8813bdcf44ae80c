// What every screen has, joined into this file by the server.
import './admin.js';
import './asked-again.js';
import './wrong-fields.js';
import './jump.js';
import './pickers.js';
import './action-picker.js';
import './completion.js';
import './expressions.js';
