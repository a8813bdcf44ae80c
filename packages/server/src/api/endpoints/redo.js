import { stepOver } from '../edits.js';

export const endpoint = stepOver('redo', 'Make again what was taken back, with its data');
