// What every page has. The server joins the modules into this file, so that a browser asks once.
import './dialog.js';
import './toast.js';
import './once.js';
import './forms.js';
import './fields/typed.js';
import './print.js';
