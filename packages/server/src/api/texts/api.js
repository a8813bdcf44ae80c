/** What the API's errors say, by their English words. */
const german = {
  'The API token is not valid': 'Das API-Token gilt nicht',
  'It may have expired or been revoked: make a new one in your profile':
    'Es ist vielleicht abgelaufen oder widerrufen: Legen Sie in Ihrem Profil ein neues an',
  'This address does not take this method': 'Diese Adresse nimmt diese Methode nicht an',
  'It takes {0}': 'Sie nimmt {0}',
  'read rows of this table': 'Zeilen dieser Tabelle lesen',
  'create rows in this table': 'in dieser Tabelle Zeilen anlegen',
  'change rows of this table': 'Zeilen dieser Tabelle ändern',
  'delete rows of this table': 'Zeilen dieser Tabelle löschen',
  'An admin can give your role this right; a token may be limited to less':
    'Die Verwaltung kann Ihrer Rolle dieses Recht geben; ein Token kann auf weniger begrenzt sein',
  'GET /api/v1/catalog lists the tables that you may use':
    'GET /api/v1/catalog nennt die Tabellen, die Sie benutzen dürfen',
  'Send an API token: Authorization: Bearer plt_…': 'Senden Sie ein API-Token: Authorization: Bearer plt_…',
  'A row is an object of values by field name': 'Eine Zeile ist ein Objekt mit Werten nach Feldnamen',
  'For example {"title": "Hello"}': 'Zum Beispiel {"title": "Hallo"}',
  'A list of 1 to {0} rows is expected': 'Erwartet wird eine Liste mit 1 bis {0} Zeilen',
  'Each row needs its id': 'Jede Zeile braucht ihre id',
  'A transaction is a list of steps': 'Eine Transaktion ist eine Liste von Schritten',
  '{"steps": [{"op": "insert", "table": "tasks", "values": {}}]}; op is insert, update or delete':
    '{"steps": [{"op": "insert", "table": "tasks", "values": {}}]}; op ist insert, update oder delete',
  'An Idempotency-Key has 1 to 200 visible ASCII characters':
    'Ein Idempotency-Key hat 1 bis 200 sichtbare ASCII-Zeichen',
  'A random UUID does': 'Eine zufällige UUID genügt',
  'The row needs a value for "{0}"': 'Die Zeile braucht einen Wert für „{0}“',
  '"by" must name a unique field of "{0}"': '„by“ muss ein eindeutiges Feld von „{0}“ nennen',
  'PUT {0}?by=field': 'PUT {0}?by=Feld',
  'The row is not the version that If-Match names': 'Die Zeile ist nicht die Fassung, die If-Match nennt',
  'Read it again and look at what changed': 'Lesen Sie sie neu und sehen Sie nach, was sich geändert hat',
  '"{0}" is given twice': '„{0}“ ist doppelt angegeben',
  'A list has at most {0} comparisons': 'Eine Liste hat höchstens {0} Vergleiche',
  '"{0}" is true or false': '„{0}“ ist true oder false',
  '"{0}" has no meaning here': '„{0}“ hat hier keine Bedeutung',
  'Groups have no fields, sort or count of their own': 'Gruppen haben kein eigenes fields, sort oder count',
  'Rows are sorted by at most 8 fields': 'Zeilen werden nach höchstens 8 Feldern sortiert',
  '"count" is exact, estimate or none': '„count“ ist exact, estimate oder none',
  'At most {0} relations are expanded': 'Höchstens {0} Beziehungen werden aufgeklappt',
  'Relations to one row can be expanded, also in steps: project.owner':
    'Beziehungen zu einer Zeile lassen sich aufklappen, auch in Schritten: project.owner',
  'A list of names, parted by commas, is expected': 'Erwartet wird eine Liste von Namen, durch Kommas getrennt',
  '"{0}" is no aggregate': '„{0}“ ist keine Zusammenfassung',
  'count, or sum, avg, min, max of a field: sum(amount)': 'count, oder sum, avg, min, max eines Feldes: sum(amount)',
  'Name fields; dates by day, week, month, quarter or year: created_at:month':
    'Nennen Sie Felder; Daten nach day, week, month, quarter oder year: created_at:month',
  'A transaction has 1 to {0} steps': 'Eine Transaktion hat 1 bis {0} Schritte',
  'There is no operation "{0}"': 'Den Vorgang „{0}“ gibt es nicht',
  'There is no row of an earlier step "{0}"': 'Eine Zeile eines früheren Schritts „{0}“ gibt es nicht',
  'Step {0}: {1}': 'Schritt {0}: {1}',
  'This Idempotency-Key was used for another request': 'Dieser Idempotency-Key wurde für eine andere Anfrage benutzt',
  'Send each new request with a key of its own': 'Senden Sie jede neue Anfrage mit einem eigenen Schlüssel',
  'A page has 1 to 500 rows, not {0}': 'Eine Seite hat 1 bis 500 Zeilen, nicht {0}',
  'At most 20 are asked for at once': 'Höchstens 20 werden auf einmal gefragt',
};

export const texts = {
  en: Object.fromEntries(Object.keys(german).map((text) => [text, text])),
  de: german,
};
