/** @import { Kind, Message } from '@plinth/plugin' */
import { Phrase, joinPhrases } from '@plinth/plugin';

/** What a kind is called in a summary: in English by its label, for others by its name. @param {Pick<Kind, 'name' | 'label'>} kind */
export const kindWord = ({ name, label }) => new Phrase(label, { kind: name });

/** The parts that a summary is about, such as the keys of a table. @param {readonly string[]} names @returns {Message} */
export const partWords = (names) =>
  names.length > 0 ? joinPhrases(names.map((part) => new Phrase(part, { part }))) : '–';
