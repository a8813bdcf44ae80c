/** German of what the server's errors say; the English in the code, values as {0}, is the key. */
const requests = {
  'The tool list_tables tells what there is': 'Das Werkzeug list_tables sagt, was es gibt',
  'An API token is needed here': 'Hier ist ein API-Token nötig',
  'Make one in your profile and send it as Authorization: Bearer …':
    'Erstellen Sie eines in Ihrem Profil und senden Sie es als Authorization: Bearer …',
  'Nothing is saved while you look at the site as somebody else':
    'Während Sie die Website als jemand anderes ansehen, wird nichts gespeichert',
  'End that first, at the top of the page': 'Beenden Sie das zuerst, oben auf der Seite',
  'You have to log in for this': 'Dafür müssen Sie sich anmelden',
  'Your rights changed while this was being sent, so nothing was done':
    'Ihre Rechte haben sich geändert, während dies gesendet wurde; es ist nichts geschehen',
  'Send it once more': 'Senden Sie es noch einmal',
  'The address is not a valid one': 'Die Adresse ist nicht gültig',
  'The address has more than {0} parameters': 'Die Adresse hat mehr als {0} Parameter',
  'Go to the start page and follow a link from there': 'Gehen Sie zur Startseite und folgen Sie dort einem Link',
  'Something went wrong here (request {0})': 'Hier ist etwas schiefgegangen (Anfrage {0})',
  'Try again; if it stays, give your administrator the request number: the log says more':
    'Versuchen Sie es noch einmal; bleibt es so, geben Sie Ihrer Verwaltung die Nummer der Anfrage: das Protokoll sagt mehr',
  'Open the page here and try again. Behind a proxy, set BASE_URL to the address that people use':
    'Öffnen Sie die Seite hier und versuchen Sie es noch einmal. Hinter einem Proxy muss BASE_URL die Adresse sein, die alle benutzen',
  'This server does not know that it is called "{0}"': 'Dieser Server weiß nicht, dass er „{0}“ heißt',
  'Set BASE_URL to the address that people use, and start again':
    'Setzen Sie BASE_URL auf die Adresse, die alle benutzen, und starten Sie neu',
  'This needs your password again': 'Dafür wird Ihr Passwort noch einmal gebraucht',
  'Do it in the browser, or log in again': 'Tun Sie es im Browser, oder melden Sie sich neu an',
  'This address takes a form': 'Diese Adresse nimmt ein Formular',
  'Send application/x-www-form-urlencoded or multipart/form-data':
    'Senden Sie application/x-www-form-urlencoded oder multipart/form-data',
  'This address takes JSON': 'Diese Adresse nimmt JSON',
  'Send it with Content-Type: application/json': 'Senden Sie es mit Content-Type: application/json',
  '"{0}" can\'t be compared like that': '„{0}“ lässt sich so nicht vergleichen',
  'Choose another comparison': 'Wählen Sie einen anderen Vergleich',
  'The form could not be read to its end': 'Das Formular konnte nicht zu Ende gelesen werden',
  'The form has more than {0} files': 'Das Formular hat mehr als {0} Dateien',
  'The form has more than {0} fields': 'Das Formular hat mehr als {0} Felder',
  'The upload was broken off': 'Das Hochladen wurde abgebrochen',
  '"{0}" is larger than {1}': '„{0}“ ist größer als {1}',
  'The request ended before its body was complete': 'Die Anfrage endete, bevor sie vollständig war',
  'Bodies are taken as they are, not in {0}': 'Inhalte werden unverändert genommen, nicht in {0}',
  'Send the body without Content-Encoding': 'Senden Sie den Inhalt ohne Content-Encoding',
  'More was sent than is taken here: at most {0}': 'Es wurde mehr gesendet, als hier genommen wird: höchstens {0}',
  'Send less at a time': 'Senden Sie weniger auf einmal',
  'No file was sent': 'Es wurde keine Datei gesendet',
  'Send it as the field "file"': 'Senden Sie sie als Feld „file“',
  '"{0}" can\'t be shown as an image': '„{0}“ kann nicht als Bild gezeigt werden',
  'It is damaged, or has too many pixels. Save it anew as PNG or JPEG and upload that':
    'Es ist beschädigt oder hat zu viele Bildpunkte. Speichern Sie es neu als PNG oder JPEG und laden Sie das hoch',
  '"{0}" is too large to be shown as an image': '„{0}“ ist zu groß, um als Bild gezeigt zu werden',
};

const mail = {
  'No mail server is set up here': 'Hier ist kein Mailserver eingerichtet',
  'Enter one in the admin under Settings, Mail': 'Tragen Sie einen in der Verwaltung unter Einstellungen, E-Mail ein',
  'The mail server "{0}" did not take the mail': 'Der Mailserver „{0}“ hat die E-Mail nicht angenommen',
  'Check its name, port, user and password in the admin under Settings, Mail':
    'Prüfen Sie Name, Port, Benutzer und Passwort in der Verwaltung unter Einstellungen, E-Mail',
};

const plugins = {
  '"{0}" is no package name, folder or tarball': '„{0}“ ist weder Paketname noch Ordner noch Archiv',
  'Give a name such as plinth-rating or plinth-rating@1.2.0, a folder with a package.json, or a .tgz file':
    'Geben Sie einen Namen wie plinth-rating oder plinth-rating@1.2.0 an, einen Ordner mit package.json oder eine .tgz-Datei',
  'npm is not on this machine, or not on the PATH': 'npm ist nicht auf diesem Rechner oder nicht im PATH',
  'Install npm (it comes with Node.js), or install the plugin from a .tgz file':
    'Installieren Sie npm (es kommt mit Node.js), oder installieren Sie das Plugin aus einer .tgz-Datei',
  'There is no package "{0}"': 'Das Paket „{0}“ gibt es nicht',
  '"{0}" could not be fetched': '„{0}“ konnte nicht geholt werden',
  'Check the name and the version': 'Prüfen Sie Namen und Version',
  'Check the connection to the registry and try again':
    'Prüfen Sie die Verbindung zum Paketverzeichnis und versuchen Sie es noch einmal',
  'The plugin "{0}" was not installed: {1}': 'Das Plugin „{0}“ wurde nicht installiert: {1}',
  'The plugin "{0}" ends the process that loads it': 'Das Plugin „{0}“ beendet den Prozess, der es lädt',
  'The plugin "{0}" did not load within {1} s': 'Das Plugin „{0}“ war nach {1} s nicht geladen',
  'Tell its author': 'Sagen Sie es seinem Autor',
  'what came calls itself "{0}"': 'was ankam, nennt sich selbst „{0}“',
  'The files of "{0}" are not those that were installed':
    'Die Dateien von „{0}“ sind nicht die, die installiert wurden',
  'Install {0}@{1} again, and find out who changed {2}':
    'Installieren Sie {0}@{1} noch einmal, und finden Sie heraus, wer {2} geändert hat',
  'it does not load: {0}': 'es lässt sich nicht laden: {0}',
  'its package.json has no valid name': 'seine package.json hat keinen gültigen Namen',
  'its package.json has no valid version': 'seine package.json hat keine gültige Version',
  'its package.json has no valid dependencies': 'seine package.json hat keine gültigen Abhängigkeiten',
  'its package.json is not valid': 'seine package.json ist nicht gültig',
  'a plugin of this name comes with Plinth': 'ein Plugin dieses Namens kommt mit Plinth',
  'it needs other packages ({0}); a plugin must have all it needs in its own files':
    'es braucht andere Pakete ({0}); ein Plugin muss alles in seinen eigenen Dateien haben',
  'There is no plugin "{0}"': 'Das Plugin „{0}“ gibt es nicht',
  'Plugins here: {0}': 'Plugins hier: {0}',
  '"{0}" holds the theme that this site uses': '„{0}“ enthält das Theme dieser Website',
  'Choose another theme in the settings first': 'Wählen Sie in den Einstellungen zuerst ein anderes Theme',
  '"{0}" comes with Plinth': '„{0}“ kommt mit Plinth',
  'Switch it off instead': 'Schalten Sie es stattdessen aus',
  'Only admins may change plugins': 'Nur die Verwaltung darf Plugins ändern',
  'The plugin "{0}" did not answer within {1} s': 'Das Plugin „{0}“ hat nicht innerhalb von {1} s geantwortet',
  'Try again; if it stays, switch the plugin off in the admin':
    'Versuchen Sie es noch einmal; bleibt es so, schalten Sie das Plugin in der Verwaltung aus',
  "The plugin's archive was refused: {0}": 'Das Archiv des Plugins wurde abgelehnt: {0}',
  'Nothing was installed. Get the plugin anew from its author':
    'Nichts wurde installiert. Holen Sie das Plugin neu von seinem Autor',
  'it ends in the middle of a file': 'es endet mitten in einer Datei',
  'it has more than {0} files': 'es hat mehr als {0} Dateien',
  '"{0}" is neither file nor folder': '„{0}“ ist weder Datei noch Ordner',
  'it is damaged': 'es ist beschädigt',
  'it states a false size': 'es nennt eine falsche Größe',
  'it has links or false sizes': 'es hat Verknüpfungen oder falsche Größen',
  '"{0}" leads out of its folder': '„{0}“ führt aus seinem Ordner hinaus',
  '"{0}" is no path for a file': '„{0}“ ist kein Pfad für eine Datei',
  'it has "{0}" as a file and as a folder': 'es enthält „{0}“ als Datei und als Ordner',
  'it has "{0}" twice': 'es enthält „{0}“ zweimal',
  'it is larger than 30 MB': 'es ist größer als 30 MB',
  'it is larger than 100 MB unpacked': 'es ist entpackt größer als 100 MB',
  'it is no gzip file': 'es ist keine gzip-Datei',
  'it has no package.json': 'es hat keine package.json',
};

const admin = {
  'The uploaded file is not here any more': 'Die hochgeladene Datei ist nicht mehr hier',
  '{0} rows are found now, {1} were shown': 'Jetzt werden {0} Zeilen gefunden, gezeigt wurden {1}',
  'Somebody else changed rows meanwhile: look at the number and send the form again':
    'Jemand hat inzwischen Zeilen geändert: Sehen Sie die Zahl an und senden Sie das Formular noch einmal',
  'At most {0} rows can be changed together': 'Höchstens {0} Zeilen können zusammen geändert werden',
  'Filter the rows further, or change them in parts': 'Filtern Sie die Zeilen weiter oder ändern Sie sie in Teilen',
  'Files that wait for a confirmation are kept for a day: upload it again':
    'Dateien, die auf eine Bestätigung warten, werden einen Tag aufbewahrt: laden Sie sie noch einmal hoch',
  'The draft in the form can’t be read': 'Der Entwurf im Formular ist nicht lesbar',
  'Open the screen again; what is saved is unharmed': 'Öffnen Sie die Seite neu; was gespeichert ist, ist unversehrt',
  'There is no such entry in the menu': 'Diesen Eintrag gibt es im Menü nicht',
  'It may have been removed meanwhile': 'Er wurde vielleicht inzwischen entfernt',
  'This file is no app: it is not JSON': 'Diese Datei ist keine App: sie ist kein JSON',
  'Choose a file that "Export" of an app has made': 'Wählen Sie eine Datei, die „Exportieren“ einer App erzeugt hat',
  'This file is being imported already': 'Diese Datei wird schon importiert',
  'Wait until it is done: its rows would be in twice':
    'Warten Sie, bis das fertig ist: sonst kämen ihre Zeilen doppelt',
  'Write the expression, or choose a value': 'Schreiben Sie den Ausdruck, oder wählen Sie einen Wert',
  '"{0}" is not edited in its cell': '„{0}“ wird nicht in seiner Zelle bearbeitet',
  'Open the row to edit it': 'Öffnen Sie die Zeile, um es zu bearbeiten',
  '{0} has no row {1}': '{0} hat keine Zeile {1}',
  'It may have been deleted meanwhile': 'Sie wurde vielleicht inzwischen gelöscht',
};

const german = { ...requests, ...mail, ...plugins, ...admin };

export const texts = { en: Object.fromEntries(Object.keys(german).map((text) => [text, text])), de: german };
