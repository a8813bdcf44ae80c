import { stepOver } from '../edits.js';

export const endpoint = stepOver('undo', 'Undo an edit, including its data');
