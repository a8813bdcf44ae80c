/** @typedef {import('./cells/write-cells.js').EditedField} EditedField */
/** @typedef {import('./cells/write-cells.js').Target} Target */
/** @typedef {import('./found-rows/found-rows.js').Found} Found */
export { historyText } from './cells/history-text.js';
export { describeCells, rowNotFound, saveCells } from './cells/index.js';
export { ask, goOn } from './deletions/answer.js';
export { countText, deletionQuestion, exactText } from './deletions/question.js';
export { MOST_TOGETHER, countRows, foundRows, tooMany } from './found-rows/found-rows.js';
export { layOut, plainBlock } from './mail/layout.js';
export { invitationMail, testMail } from './mail/own-mails.js';
export { PICTURE_LIMITS, cropPicture } from './pictures/crop-picture.js';
export { pictureSection } from './pictures/picture-section.js';
export { showsOneRow } from './places/shows-one-row.js';
export { runErrorText } from './runs/run-error-text.js';
export { undoImport } from './undo/undo-import.js';
export { undoOffer } from './undo/undo-offer.js';
export { restoredText } from './undo/undo-routes.js';
