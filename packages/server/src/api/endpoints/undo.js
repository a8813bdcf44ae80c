import { stepOver } from '../edits.js';

export const endpoint = stepOver('undo', 'Take back an edit, with its data');
