import { stepOver } from '../edits.js';

export const endpoint = stepOver('redo', 'Redo an undone edit, including its data');
