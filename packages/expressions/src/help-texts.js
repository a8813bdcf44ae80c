/** German of what each function is for; the English stands with the functions and serves as the key. @type {Record<string, string>} */
export const helpTexts = {
  'How many characters a text has, or how many entries a list':
    'Wie viele Zeichen ein Text hat, oder wie viele Einträge eine Liste',
  'Whether there is nothing: no value, a text without characters, a list without entries':
    'Ob nichts da ist: kein Wert, ein Text ohne Zeichen, eine Liste ohne Einträge',
  'The first value, or the second where there is none': 'Der erste Wert, oder der zweite, wo es keinen gibt',
  'Whether a text holds another, letter by letter': 'Ob ein Text einen anderen enthält, Buchstabe für Buchstabe',
  'Whether a text begins with another': 'Ob ein Text mit einem anderen beginnt',
  'Whether a text ends with another': 'Ob ein Text mit einem anderen endet',
  'In small letters': 'In Kleinbuchstaben',
  'In capital letters': 'In Großbuchstaben',
  'Without spaces and line breaks at both ends': 'Ohne Leerzeichen und Zeilenumbrüche an beiden Enden',
  'With each occurrence of a text replaced by another': 'Mit einem anderen Text an jeder Stelle, wo einer vorkommt',
  'From a place (the first is 0) up to before another: substring(row.code, 0, 3)':
    'Von einer Stelle (die erste ist 0) bis vor eine andere: substring(row.code, 0, 3)',
  'The first characters of a text: left(row.code, 3)': 'Die ersten Zeichen eines Textes: left(row.code, 3)',
  'The last characters of a text': 'Die letzten Zeichen eines Textes',
  'At which place a text first holds another (the first is 0); -1 where it does not':
    'An welcher Stelle ein Text zuerst einen anderen enthält (die erste ist 0); -1, wo gar nicht',
  'What stands before the first place of another text; empty where it does not occur':
    'Was vor der ersten Stelle eines anderen Textes steht; leer, wo er nicht vorkommt',
  'What stands after the first place of another text: textAfter(row.email, "@")':
    'Was nach der ersten Stelle eines anderen Textes steht: textAfter(row.email, "@")',
  'Filled up at its beginning to so many characters: padStart(string(row.number), 5, "0")':
    'Vorne aufgefüllt auf so viele Zeichen: padStart(string(row.number), 5, "0")',
  'The entries of a list with a text between them: join(row.tags, ", ")':
    'Die Einträge einer Liste mit einem Text dazwischen: join(row.tags, ", ")',
  'As a text': 'Als Text',
  'The number without its sign': 'Die Zahl ohne ihr Vorzeichen',
  'Rounds to a whole number, or to so many decimals: round(row.price, 2)':
    'Rundet auf eine ganze Zahl, oder auf so viele Stellen: round(row.price, 2)',
  'The largest whole number that is not larger': 'Die größte ganze Zahl, die nicht größer ist',
  'The smallest whole number that is not smaller': 'Die kleinste ganze Zahl, die nicht kleiner ist',
  '-1, 0 or 1: whether a number is below, at or above nothing':
    '-1, 0 oder 1: ob eine Zahl unter, gleich oder über null ist',
  'Rounds to the nearest multiple: roundTo(row.price, 0.05)':
    'Rundet auf das nächste Vielfache: roundTo(row.price, 0.05)',
  'So many percent of an amount: percentOf(row.net, 19)': 'So viel Prozent eines Betrags: percentOf(row.net, 19)',
  'An amount and so many percent on top: addPercent(row.net, 19) is the gross amount':
    'Ein Betrag und so viel Prozent dazu: addPercent(row.net, 19) ist der Bruttobetrag',
  'The amount before so many percent were put on top: withoutPercent(row.gross, 19) is the net amount':
    'Der Betrag, bevor so viel Prozent dazukamen: withoutPercent(row.gross, 19) ist der Nettobetrag',
  'How many percent a part is of the whole: share(row.paid, row.total)':
    'Wie viel Prozent ein Teil vom Ganzen ist: share(row.paid, row.total)',
  'The smaller of two': 'Der kleinere von zweien',
  'The larger of two': 'Der größere von zweien',
  'A whole number: cuts the decimals off, or reads a text; empty where it is none':
    'Eine ganze Zahl: schneidet Nachkommastellen ab oder liest einen Text; leer, wo es keine ist',
  'A decimal number, also of a text; empty where it is none':
    'Eine Dezimalzahl, auch aus einem Text; leer, wo es keine ist',
  'The day of a moment, or of a text such as "2026-11-21"':
    'Der Tag eines Zeitpunkts, oder eines Textes wie "2026-11-21"',
  'The moment that a text with its time zone names: timestamp("2026-11-21T15:30:00Z")':
    'Der Zeitpunkt, den ein Text mit Zeitzone nennt: timestamp("2026-11-21T15:30:00Z")',
  'A length of time: duration("1h30m"), with d, h, m, s, ms and us':
    'Eine Dauer: duration("1h30m"), mit d, h, m, s, ms und us',
  'The year': 'Das Jahr',
  'The month, 1 to 12': 'Der Monat, 1 bis 12',
  'The day of the month': 'Der Tag des Monats',
  'The day of the week, 1 (Monday) to 7': 'Der Wochentag, 1 (Montag) bis 7',
  'The hour of the day, 0 to 23': 'Die Stunde des Tages, 0 bis 23',
  'The minute of the hour': 'Die Minute der Stunde',
  'The second of the minute': 'Die Sekunde der Minute',
  'The time of day of a moment, or of a text such as "15:30"':
    'Die Uhrzeit eines Zeitpunkts, oder eines Textes wie "15:30"',
  'The quarter of the year, 1 to 4': 'Das Quartal, 1 bis 4',
  'The week of the year (ISO: the first is the one with the first Thursday)':
    'Die Kalenderwoche (ISO: die erste ist die mit dem ersten Donnerstag)',
  'The day of the year, 1 to 366': 'Der Tag des Jahres, 1 bis 366',
  'The Monday of the week': 'Der Montag der Woche',
  'The first day of the month': 'Der erste Tag des Monats',
  'The last day of the month': 'Der letzte Tag des Monats',
  'The first day of the year': 'Der erste Tag des Jahres',
  'How many whole months lie between two days': 'Wie viele ganze Monate zwischen zwei Tagen liegen',
  'How many whole years lie between two days: yearsBetween(row.born, today) is the age':
    'Wie viele ganze Jahre zwischen zwei Tagen liegen: yearsBetween(row.born, today) ist das Alter',
  'The same day so many years later, or the last day of that month':
    'Derselbe Tag so viele Jahre später, oder der letzte Tag jenes Monats',
  'The same day so many months later, or the last day of that month':
    'Derselbe Tag so viele Monate später, oder der letzte Tag jenes Monats',
  'A duration as a number of seconds': 'Eine Dauer als Zahl von Sekunden',
  'A duration as a number of minutes': 'Eine Dauer als Zahl von Minuten',
  'A duration as a number of hours': 'Eine Dauer als Zahl von Stunden',
  'A duration as a number of days of 24 hours': 'Eine Dauer als Zahl von Tagen zu 24 Stunden',
  'Whether there is a value': 'Ob es einen Wert gibt',
  'Whether the condition holds for one of them': 'Ob die Bedingung für einen davon gilt',
  'Whether the condition holds for each; also where there is none':
    'Ob die Bedingung für jeden gilt; auch, wo es keinen gibt',
  'How many there are for which the condition holds': 'Wie viele es gibt, für die die Bedingung gilt',
  'What their values come to': 'Was ihre Werte zusammen ergeben',
  'What their values are on average': 'Was ihre Werte im Durchschnitt sind',
  'The smallest of their values': 'Der kleinste ihrer Werte',
  'The largest of their values': 'Der größte ihrer Werte',
};
