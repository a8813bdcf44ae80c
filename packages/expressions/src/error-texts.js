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
  'with all formulas that it uses it is too large': 'mit allen Formeln, die er verwendet, ist er zu groß',
  'Nest fewer calls, take shorter paths or use fewer formulas':
    'Verschachteln Sie weniger Aufrufe, gehen Sie kürzere Wege oder verwenden Sie weniger Formeln',
  'it is longer than {0} characters': 'er ist länger als {0} Zeichen',
  'it is too large ({0})': 'er ist zu groß ({0})',
  'To compare, write == (two signs)': 'Verglichen wird mit == (zwei Zeichen)',
  'Write && for "and"': 'Schreiben Sie && für „und“',
  'Write || for "or"': 'Schreiben Sie || für „oder“',
  'Write ! for "not": !row.done': 'Schreiben Sie ! für „nicht“: !row.done',
  'Write != for "is not"': 'Schreiben Sie != für „ist nicht“',
  'Write row.title.contains("a") or row.title.startsWith("a")':
    'Schreiben Sie row.title.contains("a") oder row.title.startsWith("a")',
  'Compare by ==, !=, <, <=, >, >=: row.points >= 1 && row.points <= 3':
    'Verglichen wird mit ==, !=, <, <=, >, >=: row.points >= 1 && row.points <= 3',
  'Write condition ? value : other value': 'Schreiben Sie Bedingung ? Wert : anderer Wert',
  'Write today - 7 for days, row.due.addMonths(1), now - duration("7h")':
    'Schreiben Sie today - 7 für Tage, row.due.addMonths(1), now - duration("7h")',
  'Texts stand in straight quotation marks: "a"': 'Texte stehen in geraden Anführungszeichen: "a"',
  'The quotation mark at the end of this text is missing': 'Das Anführungszeichen am Ende dieses Textes fehlt',
  'Lists stand in square brackets: row.status in ["open", "new"]':
    'Listen stehen in eckigen Klammern: row.status in ["open", "new"]',
  'Write percentOf(row.price, 10) for 10 percent': 'Schreiben Sie percentOf(row.price, 10) für 10 Prozent',
  'this is the same for everybody, so "{0}" can\'t be used here':
    'gilt dies für alle gleich; „{0}“ ist hier nicht verwendbar',
  'this is reckoned when a row is written, so "{0}" can\'t be used here':
    'wird dies beim Schreiben einer Zeile berechnet; „{0}“ ist hier nicht verwendbar',
  'Ask related rows: .exists(x, …), .all(x, …), .count(x, …), .sum(x, …)':
    'Befragen Sie verknüpfte Zeilen: .exists(x, …), .all(x, …), .count(x, …), .sum(x, …)',
  'Write it as {0}': 'Schreiben Sie {0}',
  'Sums go over related rows: row.lines.sum(line, line.price)':
    'Summen gehen über verknüpfte Zeilen: row.lines.sum(line, line.price)',
  'Rows are counted by row.lines.count(line, line.done) or size(row.lines)':
    'Zeilen zählt row.lines.count(line, line.done) oder size(row.lines)',
  'Texts are joined by +: row.first + " " + row.last': 'Texte verbindet +: row.first + " " + row.last',
  'Write ifEmpty(x, y)': 'Schreiben Sie ifEmpty(x, y)',
  'Write size(x)': 'Schreiben Sie size(x)',
  'Write upper(x)': 'Schreiben Sie upper(x)',
  'Write lower(x)': 'Schreiben Sie lower(x)',
  'Write one date minus the other for the days, monthsBetween(a, b), yearsBetween(a, b)':
    'Ein Datum minus das andere gibt die Tage; monthsBetween(a, b), yearsBetween(a, b)',
  'Write row.due + 7 for days, row.due.addMonths(1)': 'Schreiben Sie row.due + 7 für Tage, row.due.addMonths(1)',
  'Ask for an entry of a list by "in": "a" in row.tags': 'Nach einem Eintrag einer Liste fragt „in“: "a" in row.tags',
  'A relation is compared by its key; name a field of the row that it points at, such as row.project.name':
    'Eine Verknüpfung wird über ihren Schlüssel verglichen; nennen Sie ein Feld der Zeile, auf die sie zeigt, etwa row.project.name',
  'Yes or no is compared with true and false, without quotation marks':
    'Ja oder nein wird mit true und false verglichen, ohne Anführungszeichen',
  'Dates are written "2026-11-21", moments timestamp("2026-11-21T15:30:00Z")':
    'Daten schreibt man "2026-11-21", Zeitpunkte timestamp("2026-11-21T15:30:00Z")',
  'Ask for a part of a text by contains: row.title.contains("a")':
    'Nach einem Teil eines Textes fragt contains: row.title.contains("a")',
  'string() makes a text of other values: string(row.points) + " EUR"':
    'string() macht aus anderen Werten Text: string(row.points) + " EUR"',
  'A date is moved by a number of days: row.due + 7': 'Ein Datum wird um eine Zahl von Tagen verschoben: row.due + 7',
  'date() gives the day of a moment: date(now) - row.due': 'date() gibt den Tag eines Zeitpunkts: date(now) - row.due',
  'Write for example date("2026-11-21"), with year, month and day':
    'Schreiben Sie etwa date("2026-11-21"), mit Jahr, Monat und Tag',
  'Write for example timestamp("2026-11-21T15:30:00Z"), with a time zone at its end':
    'Schreiben Sie etwa timestamp("2026-11-21T15:30:00Z"), mit einer Zeitzone am Ende',
  'Write for example time("15:30")': 'Schreiben Sie etwa time("15:30")',
  'Write for example duration("1d2h30m"), with d, h, m, s, ms and us':
    'Schreiben Sie etwa duration("1d2h30m"), mit d, h, m, s, ms und us',
  'Numbers start with a digit: 0.5': 'Zahlen beginnen mit einer Ziffer: 0.5',
  'lists have no entries by number here': 'haben Listen keine Einträge nach Nummern',
  'Ask for an entry by "in" or by .exists(x, …)': 'Nach einem Eintrag fragen „in“ oder .exists(x, …)',
  'Lists can not be joined; ask each: "a" in x || "a" in y':
    'Listen lassen sich nicht verbinden; fragen Sie jede: "a" in x || "a" in y',
  'it ends too early': 'endet er zu früh',
  '"{0}" does not fit there': 'passt „{0}“ nicht',
  'there has to be a condition, not a {0}': 'muss eine Bedingung stehen (hier: {0})',
  "maps and optional steps can't be used here": 'sind Zuordnungen und wahlweise Schritte nicht verwendbar',
  'this text holds a character that no text may hold': 'enthält der Text ein Zeichen, das kein Text enthalten darf',
  "bytes and unsigned numbers can't be used here": 'sind Bytes und vorzeichenlose Zahlen nicht verwendbar',
  'a {0} has no "{1}"': 'gibt es kein „{1}“ (hier: {0})',
  "other rows can't be looked at here": 'können andere Zeilen nicht befragt werden',
  'brackets only reach into rows and JSON, with a text: row.data["key"]':
    'greifen Klammern nur in Zeilen und JSON, mit einem Text: row.data["key"]',
  'a list holds values of one type, here {0}': 'enthält eine Liste Werte eines Typs, hier {0}',
  'both results after ? have to be values of the same type': 'müssen beide Ergebnisse nach ? Werte desselben Typs sein',
  'Did you mean "{0}"?': 'Meinten Sie „{0}“?',
  'Known here: {0}': 'Bekannt sind: {0}',
  'there is no "{0}"': 'gibt es kein „{0}“',
  "a {0} can't be compared with a {1} by {2}": 'vergleicht „{2}“ nicht diese beiden: {0} und {1}',
  'Both sides have to be of one type; int(), number(), string() and date() convert':
    'Beide Seiten müssen vom selben Typ sein; int(), number(), string() und date() wandeln um',
  'after "in" there has to be a list, not a {0}': 'muss nach „in“ eine Liste stehen (hier: {0})',
  "a {0} can't be in a list of {1}": 'passt der Wert ({0}) nicht in die Liste ({1})',
  '"{0}" can\'t be used with {1}': 'passt „{0}“ nicht zu: {1}',
  'there has to be a text in quotation marks that names a {0}':
    'muss ein Text in Anführungszeichen stehen, der dies nennt: {0}',
  'Only lists of texts can be joined': 'Nur Listen von Texten lassen sich verbinden',
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
