/**
 * What the people part of data says, by its English words: they are the keys. Also used on error pages.
 */
const german = {
  'Enter a name': 'Geben Sie einen Namen ein',
  'The name must have at most 200 characters': 'Der Name darf höchstens 200 Zeichen haben',
  'The name must be a single line': 'Der Name muss in einer Zeile stehen',
  'Enter an e-mail address such as name@example.com': 'Geben Sie eine E-Mail-Adresse ein, etwa name@example.com',
  'Choose a password': 'Wählen Sie ein Passwort',
  'The password must have at least 8 characters': 'Das Passwort muss mindestens 8 Zeichen haben',
  'The password must have at most 1024 bytes': 'Das Passwort darf höchstens 1024 Bytes haben',
  'The password must not be the same characters over and over':
    'Das Passwort darf nicht aus immer denselben Zeichen bestehen',
  'The password must not be your name or e-mail address':
    'Das Passwort darf nicht Ihr Name oder Ihre E-Mail-Adresse sein',
  'Somebody with this e-mail address is here already': 'Jemand mit dieser E-Mail-Adresse ist schon hier',
  'E-mail address or password is not right': 'E-Mail-Adresse oder Passwort stimmt nicht',
  'Check both; capital letters count in the password':
    'Prüfen Sie beides; beim Passwort zählt Groß- und Kleinschreibung',
  'Enter e-mail address and password': 'Geben Sie E-Mail-Adresse und Passwort ein',
  'The password is not right': 'Das Passwort stimmt nicht',
  'There were too many tries': 'Es waren zu viele Versuche',
  'This link is not valid any more': 'Dieser Link gilt nicht mehr',
  'Links work once and for a limited time: ask for a new one':
    'Links gelten einmal und für begrenzte Zeit: bitten Sie um einen neuen',
  'Signing up is switched off here': 'Die Registrierung ist hier abgeschaltet',
  'Ask an administrator for an invitation': 'Bitten Sie Ihre Verwaltung um eine Einladung',
  'This server has its admin already': 'Dieser Server hat schon eine Verwaltung',
  'Log in, or ask the admin for an invitation': 'Melden Sie sich an, oder bitten Sie die Verwaltung um eine Einladung',
  'The name must be a single line of at most 200 characters': 'Der Name muss eine Zeile mit höchstens 200 Zeichen sein',
  'Choose at least one table': 'Wählen Sie mindestens eine Tabelle',
  'Choose at least one operation': 'Wählen Sie mindestens einen Vorgang',
  'Operations are {0}': 'Vorgänge sind {0}',
  'Give days such as 90d, at most {0}': 'Geben Sie Tage an, etwa 90d, höchstens {0}',
  'There is no such token': 'Dieses Token gibt es nicht',
  'There is no page at this address': 'Unter dieser Adresse gibt es keine Seite',
  'It may have been moved, or it is not for you to see':
    'Sie wurde vielleicht verschoben, oder sie ist nicht für Sie bestimmt',
  'This request came from another site, so nothing was done':
    'Diese Anfrage kam von einer anderen Website; es wurde nichts getan',
};

export const texts = {
  en: Object.fromEntries(Object.keys(german).map((text) => [text, text])),
  de: german,
};
