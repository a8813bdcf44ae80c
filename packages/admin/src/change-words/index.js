export { changeWords } from './object-words.js';
export { draftNodeName, draftWords } from './draft-words.js';
