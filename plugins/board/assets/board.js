// Boards: cards are moved, loaded and added.
import './forms.js';
import { moving } from './move.js';

document.addEventListener('htmx:after:swap', () => moving.describe(document));
moving.describe(document);
