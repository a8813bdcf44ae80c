/** German of what apps, CSV, files and the database say; the English in the code, values as {0}, is the key. */
const apps = {
  'There is no app "{0}"': 'Die App „{0}“ gibt es nicht',
  'Apps here: {0}': 'Apps hier: {0}',
  'No app is installed yet': 'Noch ist keine App installiert',
  "The app's files are larger than {0} MB together": 'Die Dateien der App sind zusammen größer als {0} MB',
  'Export it without rows, or take a backup instead':
    'Exportieren Sie sie ohne Zeilen, oder machen Sie stattdessen eine Sicherung',
  'Only administrators may export an app': 'Nur die Verwaltung darf eine App exportieren',
  'App "{0}" can\'t be installed: {1} exist already': 'Die App „{0}“ kann nicht installiert werden: {1} gibt es schon',
  'Install it with a prefix for its names, such as {0}':
    'Installieren Sie sie mit einem Präfix für ihre Namen, etwa {0}',
  'The app document does not fit: {0}': 'Das App-Dokument passt nicht: {0}',
  'Nothing was installed. Correct the document, or enable the plugin that it needs':
    'Nichts wurde installiert. Berichtigen Sie das Dokument, oder schalten Sie das nötige Plugin ein',
  '"id" is needed, "{0}" points at it': '„id“ wird gebraucht, „{0}“ zeigt darauf',
  '"{0}" is no prefix for names': '„{0}“ ist kein Präfix für Namen',
  'Use small letters, digits and _, beginning with a letter, at most 21 characters: sales_':
    'Verwenden Sie Kleinbuchstaben, Ziffern und _, zuerst einen Buchstaben, höchstens 21 Zeichen: sales_',
  "The app document can't be read: {0}": 'Das App-Dokument ist nicht lesbar: {0}',
  'The format is described in docs/reference/app-document.schema.json; nothing was installed':
    'Das Format steht in docs/reference/app-document.schema.json; nichts wurde installiert',
};

const documents = {
  'must be 1, the version of the format that this Plinth reads':
    'muss 1 sein, die Version des Formats, die dieses Plinth liest',
  'is nested more than {0} levels deep': 'ist mehr als {0} Ebenen tief verschachtelt',
  'is not known; there are: {0}': 'ist nicht bekannt; es gibt: {0}',
  '"{0}" stands twice': '„{0}“ steht zweimal da',
  '{0}; and {1} more': '{0}; und {1} weitere',
  'must have an e-mail address and a name': 'muss E-Mail-Adresse und Namen haben',
  'must be a list of objects': 'muss eine Liste von Objekten sein',
  'must have a name, a mime type, and its data in base64': 'muss Namen, MIME-Typ und die Daten in Base64 haben',
  'There is no {0} "{1}" (is its plugin enabled?)': '{0} „{1}“ gibt es nicht (ist das Plugin eingeschaltet?)',
  '{0} "{1}"': '{0} „{1}“',
};

/** Labels that Plinth gives; `localCatalog` of the views says them. */
const labels = {
  ID: 'ID',
  'Created at': 'Erstellt am',
  'Created by': 'Erstellt von',
  'Updated at': 'Geändert am',
  'Updated by': 'Geändert von',
  Users: 'Benutzer',
  Name: 'Name',
};

const csv = {
  'The import was cancelled': 'Der Import wurde abgebrochen',
  'Start it again when you want': 'Starten Sie ihn neu, wann Sie möchten',
  'Only admins may import ids': 'Nur die Verwaltung darf Kennungen importieren',
  'Leave the column out: each row gets an id': 'Lassen Sie die Spalte weg: jede Zeile erhält eine Kennung',
  'The file has no column "{0}"': 'Die Datei hat keine Spalte „{0}“',
  'Its columns: {0}': 'Ihre Spalten: {0}',
  '{0} is set by Plinth': '{0} wird von Plinth gesetzt',
  'Leave its column out': 'Lassen Sie die Spalte weg',
  'Two columns are to fill {0}': 'Zwei Spalten sollen {0} füllen',
  'Choose one of them': 'Wählen Sie eine davon',
  'No column is to be imported': 'Keine Spalte soll importiert werden',
  'Choose a field for at least one column': 'Wählen Sie für mindestens eine Spalte ein Feld',
  'Choose at least one column': 'Wählen Sie mindestens eine Spalte',
  'The file is empty': 'Die Datei ist leer',
  'Choose a CSV file with at least one row': 'Wählen Sie eine CSV-Datei mit mindestens einer Zeile',
  'The file holds no readable row': 'Die Datei enthält keine lesbare Zeile',
  'Save it as CSV with UTF-8 encoding and try again':
    'Speichern Sie sie als CSV in UTF-8 und versuchen Sie es noch einmal',
  'The file has {0} columns': 'Die Datei hat {0} Spalten',
  'At most {0} are read': 'Höchstens {0} werden gelesen',
  'The file is a spreadsheet or an archive, not CSV':
    'Die Datei ist eine Kalkulationstabelle oder ein Archiv, kein CSV',
  'Open it in your spreadsheet and save it as CSV':
    'Öffnen Sie sie in Ihrer Tabellenkalkulation und speichern Sie sie als CSV',
  'The file is not CSV': 'Die Datei ist kein CSV',
  'The file is no text': 'Die Datei ist kein Text',
  'Choose a text file with one row per line': 'Wählen Sie eine Textdatei mit einer Zeile je Datensatz',
  'There is no such report': 'Diesen Bericht gibt es nicht',
  'The line has text after a closing quote': 'Die Zeile hat Text nach einem schließenden Anführungszeichen',
  'The line has a quote that is never closed': 'Die Zeile hat ein Anführungszeichen, das nie geschlossen wird',
  'The line has {0} fields, the file has {1} columns': 'Die Zeile hat {0} Felder, die Datei hat {1} Spalten',
  'The line holds characters that are not {0}': 'Die Zeile enthält Zeichen, die nicht {0} sind',
  'The id is not of the form that the table has': 'Die Kennung hat nicht die Form, die die Tabelle hat',
  '{0}: several rows are called "{1}"': '{0}: mehrere Zeilen heißen „{1}“',
  '{0}: there is no "{1}"': '{0}: „{1}“ gibt es nicht',
  '{0} must be written like {1}': '{0} muss so geschrieben sein wie {1}',
  'There is no format "{0}" for {1}': 'Das Format „{0}“ gibt es für {1} nicht',
  'Formats: {0}': 'Formate: {0}',
  'There is no encoding "{0}" to read the file in': 'Den Zeichensatz „{0}“ gibt es nicht, um die Datei zu lesen',
  'Encodings: {0}': 'Zeichensätze: {0}',
  Line: 'Zeile',
  Reason: 'Grund',
  'Reports are kept for a day': 'Berichte werden einen Tag aufbewahrt',
};

const files = {
  'There is no such file': 'Diese Datei gibt es nicht',
  'It may have been deleted': 'Sie wurde vielleicht gelöscht',
  '"{0}" is larger than {1} MB': '„{0}“ ist größer als {1} MB',
  'Send a smaller file': 'Senden Sie eine kleinere Datei',
  '"{0}" is of type {1}, which is not allowed here': '„{0}“ ist vom Typ {1}, der hier nicht erlaubt ist',
  'Allowed: {0}': 'Erlaubt: {0}',
  'The disk has no space left for files': 'Der Datenträger hat keinen Platz mehr für Dateien',
  'Free some space on the disk of the data folder; nothing of this upload was kept':
    'Schaffen Sie Platz auf dem Datenträger des Datenordners; von diesem Upload wurde nichts behalten',
  'The files of this site have reached {0} MB, the most that was set':
    'Die Dateien dieser Site haben {0} MB erreicht, das eingestellte Höchstmaß',
  'An admin can delete files, or raise the limit in the settings of the site':
    'Die Verwaltung kann Dateien löschen oder die Grenze in den Einstellungen der Site anheben',
  'Your files have reached the most that one person may store ({0} MB)':
    'Ihre Dateien haben das erreicht, was eine Person speichern darf ({0} MB)',
  'Delete some that are not needed, or ask an admin to raise the limit in the settings of the site':
    'Löschen Sie nicht benötigte, oder bitten Sie die Verwaltung, die Grenze in den Einstellungen der Site anzuheben',
  'Too many files came from your address in the last 24 hours':
    'Von Ihrer Adresse kamen in den letzten 24 Stunden zu viele Dateien',
  'Try again later, or log in': 'Versuchen Sie es später wieder, oder melden Sie sich an',
  'You may not manage files': 'Sie dürfen keine Dateien verwalten',
  'Ask an admin to do it': 'Bitten Sie Ihre Verwaltung darum',
  'The folder "{0}" holds files': 'Der Ordner „{0}“ enthält Dateien',
  'Move or delete them first': 'Verschieben oder löschen Sie sie zuerst',
  'A row holds this file and needs it': 'Eine Zeile enthält diese Datei und braucht sie',
  'Give the row another file first, or delete the row':
    'Geben Sie der Zeile zuerst eine andere Datei, oder löschen Sie die Zeile',
  'A folder has at most 400 characters': 'Ein Ordner hat höchstens 400 Zeichen',
  '"{0}" can\'t be the name of a folder': '„{0}“ kann kein Ordner heißen',
  'Folders may be at most 12 deep': 'Ordner dürfen höchstens 12 Ebenen tief sein',
  '{0} holds no files': '{0} enthält keine Dateien',
  'PNG, JPEG, GIF, WebP and AVIF': 'PNG, JPEG, GIF, WebP und AVIF',
};

const people = {
  'There is no such session': 'Diese Sitzung gibt es nicht',
  'There is no such user': 'Diesen Benutzer gibt es nicht',
  'Somebody else changed this since the form was opened':
    'Jemand anderes hat dies geändert, seit das Formular geöffnet wurde',
  'Nothing was saved. Look at what it says now, then save again':
    'Nichts wurde gespeichert. Sehen Sie nach, was jetzt dasteht, und speichern Sie dann noch einmal',
  'Somebody else made it "{0}" meanwhile': 'Jemand anderes hat inzwischen „{0}“ daraus gemacht',
  'This is the last admin: nobody could manage this server any more':
    'Dies ist die letzte Verwaltungsperson: niemand könnte diesen Server mehr verwalten',
  'Row security needs the database roles "plinth_reader" and "plinth_writer", which Plinth may become':
    'Zeilensicherheit braucht die Datenbankrollen „plinth_reader“ und „plinth_writer“, die Plinth annehmen darf',
  'As a superuser: create role plinth_reader nologin; create role plinth_writer nologin; grant plinth_reader, plinth_writer to the role of DATABASE_URL. They must own nothing. Or start with ROW_SECURITY=off':
    'Als Superuser: create role plinth_reader nologin; create role plinth_writer nologin; grant plinth_reader, plinth_writer to <Rolle aus DATABASE_URL>. Ihnen darf nichts gehören. Oder starten Sie mit ROW_SECURITY=off',
  'There is no group "{0}"': 'Es gibt keine Gruppe „{0}“',
  'There is no group "{0}". Did you mean "{1}"?': 'Es gibt keine Gruppe „{0}“. Meinten Sie „{1}“?',
  'There is no role "{0}". Did you mean "{1}"?': 'Es gibt keine Rolle „{0}“. Meinten Sie „{1}“?',
  'There is a group "{0}" already': 'Eine Gruppe „{0}“ gibt es schon',
  'Look at the list of groups': 'Sehen Sie in der Liste der Gruppen nach',
  'The name must have at most 100 characters': 'Der Name darf höchstens 100 Zeichen haben',
  'The name must begin with a letter a-z and have only a-z, 0-9 and _, at most 63 of them':
    'Der Name muss mit einem Buchstaben a-z beginnen und darf nur a-z, 0-9 und _ haben, höchstens 63 davon',
  'Make somebody else an admin first': 'Machen Sie zuerst jemand anderen zur Verwaltung',
  'Too many people log in at this moment': 'In diesem Moment melden sich zu viele an',
  'Wait {0} and try again': 'Warten Sie {0} und versuchen Sie es noch einmal',
  '{0} seconds': '{0} Sekunden',
  '{0} minutes': '{0} Minuten',
  'Only admins may do this': 'Das darf nur die Verwaltung',
  'Choose roles from the list': 'Wählen Sie Rollen aus der Liste',
  'Enter whole minutes from 5 to {0}': 'Geben Sie ganze Minuten von 5 bis {0} ein',
};

const database = {
  'Try again in a few seconds': 'Versuchen Sie es in ein paar Sekunden noch einmal',
  'The database does not answer right now': 'Die Datenbank antwortet gerade nicht',
  'Try again in a few seconds. If it lasts, see whether PostgreSQL runs (plinth doctor)':
    'Versuchen Sie es in ein paar Sekunden noch einmal. Bleibt es so, sehen Sie nach, ob PostgreSQL läuft (plinth doctor)',
  'The database is busy: {0}': 'Die Datenbank ist beschäftigt: {0}',
  'The database took too long for this and stopped': 'Die Datenbank brauchte hierfür zu lange und hat abgebrochen',
  'Ask for less at once, or add an index (the table screen suggests some)':
    'Fragen Sie weniger auf einmal ab, oder legen Sie einen Index an (die Tabelle schlägt welche vor)',
  'Somebody else is changing the same just now': 'Jemand anderes ändert gerade dasselbe',
  "The database can't hold on to so many tables at once":
    'Die Datenbank kann nicht so viele Tabellen auf einmal festhalten',
  'Nothing was changed. Do it in smaller parts, or raise max_locks_per_transaction of PostgreSQL':
    'Es wurde nichts geändert. Gehen Sie in kleineren Teilen vor, oder erhöhen Sie max_locks_per_transaction von PostgreSQL',
  'The database has no disk space left': 'Die Datenbank hat keinen Speicherplatz mehr',
  'Free some space on the disk of the database; reading goes on meanwhile':
    'Schaffen Sie Platz auf dem Datenträger der Datenbank; gelesen werden kann weiterhin',
};

const settings = {
  'is not known here; there are: {0}': 'ist hier nicht bekannt; es gibt: {0}',
  'is not known here': 'ist hier nicht bekannt',
  'is required': 'muss ausgefüllt werden',
  'must be a number': 'muss eine Zahl sein',
  'must be a whole number': 'muss eine ganze Zahl sein',
  'must be yes or no': 'muss Ja oder Nein sein',
  'must be JSON': 'muss JSON sein',
  'must be a list of { field, descending }': 'muss eine Liste von { field, descending } sein',
  'must have at most {0} entries': 'darf höchstens {0} Einträge haben',
  'must have at least {0} entries': 'muss mindestens {0} Einträge haben',
  'has the wrong form': 'hat die falsche Form',
  'must be an address that begins with https://, http://, mailto:, tel:, / or #':
    'muss eine Adresse sein, die mit https://, http://, mailto:, tel:, / oder # beginnt',
  'must be at least {0}': 'muss mindestens {0} sein',
  'must be at most {0}': 'darf höchstens {0} sein',
  '"{0}" is not possible here': '„{0}“ ist hier nicht möglich',
  'must be a colour such as #1a73e8 or one of the palette':
    'muss eine Farbe wie #1a73e8 oder eine aus der Palette sein',
  'must be a length such as 20px, 1.5rem or 50%': 'muss eine Länge wie 20px, 1.5rem oder 50% sein',
  'must be a stored file': 'muss eine gespeicherte Datei sein',
  'must be the name of a table': 'muss der Name einer Tabelle sein',
  'must be the name of a view': 'muss der Name einer Ansicht sein',
  'must be the name of a page': 'muss der Name einer Seite sein',
  'must be the name of a role': 'muss der Name einer Rolle sein',
  'must be the name of a field': 'muss der Name eines Feldes sein',
  'must be a field or a path such as author.name': 'muss ein Feld oder ein Pfad wie author.name sein',
  'must be table.field, such as replies.thread': 'muss tabelle.feld sein, etwa replies.thread',
  'is nested more than {0} deep': 'ist mehr als {0} Ebenen tief',
  'must be a condition': 'muss eine Bedingung sein',
  'must be a list of conditions': 'muss eine Liste von Bedingungen sein',
  'must be a field': 'muss ein Feld sein',
  'must have at most {0} elements, nested at most {1} deep':
    'darf höchstens {0} Elemente haben, höchstens {1} Ebenen tief',
  '"{0}" stands twice in this layout': '„{0}“ steht zweimal in diesem Layout',
  'must be an element { id, type, settings, children }': 'muss ein Element { id, type, settings, children } sein',
  'must name an element': 'muss ein Element benennen',
  'must be a short id': 'muss eine kurze Kennung sein',
};

/** German texts of data's parts and of settings. */
export const partTexts = {
  de: { ...apps, ...documents, ...labels, ...csv, ...files, ...people, ...database, ...settings },
};
