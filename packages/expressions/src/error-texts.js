import { helpTexts } from './help-texts.js';

/** German of what expressions say. The English is in the code and serves as the key. */
const messages = {
  'The expression "{0}" can\'t be used: at character {1}, {2}':
    'Der Ausdruck „{0}“ ist nicht verwendbar: bei Zeichen {1} {2}',
  'The expression "{0}" can\'t be used: {1}': 'Der Ausdruck „{0}“ ist nicht verwendbar: {1}',
  'Write for example row.status == "open" or row.author.name != "" or "staff" in user.roles':
    'Schreiben Sie etwa row.status == "open" oder row.author.name != "" oder "staff" in user.roles',
  'it is empty': 'er ist leer',
  'in the formula "{0}", {1}': 'in der Formel „{0}“: {1}',
  'it is reckoned from itself: {0}': 'sie wird aus sich selbst berechnet: {0}',
  'its result is not of its type': 'ihr Ergebnis ist nicht von ihrem Typ',
  'with all formulas that it uses it is too long': 'mit allen Formeln, die sie verwendet, ist sie zu lang',
  'it is longer than {0} characters': 'er ist länger als {0} Zeichen',
  'it is too large ({0})': 'er ist zu groß ({0})',
  'it ends too early': 'endet er zu früh',
  '"{0}" does not fit there': 'passt „{0}“ nicht',
  'there has to be a condition, not a {0}': 'muss eine Bedingung stehen, nicht {0}',
  "maps and optional steps can't be used here": 'sind Zuordnungen und wahlweise Schritte nicht verwendbar',
  'this text holds a character that no text may hold': 'enthält der Text ein Zeichen, das kein Text enthalten darf',
  "bytes and unsigned numbers can't be used here": 'sind Bytes und vorzeichenlose Zahlen nicht verwendbar',
  'a {0} has no "{1}"': 'hat {0} kein „{1}“',
  "other rows can't be looked at here": 'können andere Zeilen nicht befragt werden',
  'brackets only reach into JSON, with a text: row.data["key"]':
    'greifen Klammern nur in JSON, mit einem Text: row.data["key"]',
  'a list holds values of one type, here {0}': 'enthält eine Liste Werte eines Typs, hier {0}',
  'both results after ? have to be values of the same type': 'müssen beide Ergebnisse nach ? Werte desselben Typs sein',
  'Did you mean "{0}"?': 'Meinten Sie „{0}“?',
  'Known here: {0}': 'Bekannt sind: {0}',
  'there is no "{0}"': 'gibt es kein „{0}“',
  "a {0} can't be compared with a {1} by {2}": 'lässt sich {0} mit {1} nicht durch {2} vergleichen',
  'Both sides have to be of one type; int(), number(), string() and date() convert':
    'Beide Seiten müssen vom selben Typ sein; int(), number(), string() und date() wandeln um',
  'after "in" there has to be a list, not a {0}': 'muss nach „in“ eine Liste stehen, nicht {0}',
  "a {0} can't be in a list of {1}": 'kann {0} nicht in einer Liste aus {1} stehen',
  '"{0}" can\'t be used with {1}': 'lässt sich „{0}“ nicht mit {1} verwenden',
  'there has to be a text in quotation marks that names a {0}':
    'muss ein Text in Anführungszeichen stehen, der ({0}) benennt',
  'It takes: {0}': 'Erlaubt sind: {0}',
  'write it as {0}, with a name for each entry': 'schreiben Sie {0}, mit einem Namen für jeden Eintrag',
  '"{0}" already means something else here': 'bedeutet „{0}“ schon etwas anderes',
  'there is no function "{0}" for this': 'gibt es dafür keine Funktion „{0}“',
  'its result is {0}, which is no value': 'sein Ergebnis ist {0}, also kein Wert',
  'its result is {0}; there has to be {1}': 'sein Ergebnis ist {0}; verlangt ist {1}',
};

const types = {
  'yes or no': 'Ja oder nein',
  'whole number': 'ganze Zahl',
  'decimal number': 'Dezimalzahl',
  text: 'Text',
  date: 'Datum',
  'date and time': 'Datum und Zeit',
  time: 'Uhrzeit',
  duration: 'Dauer',
  id: 'Kennung',
  nothing: 'nichts',
  list: 'Liste',
  row: 'Zeile',
  rows: 'Zeilen',
};

/** @type {Record<string, string>} */
export const errorTexts = { ...messages, ...types, ...helpTexts };
