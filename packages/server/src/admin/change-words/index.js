export { changeWords } from './object-words.js';
