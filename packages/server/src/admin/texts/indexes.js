/** Indexes: of searches, and those that are still being built. */
export const texts = {
  en: {
    'admin.indexes.search': 'Search: {fields}',
    'admin.indexes.more': '{fields} and {more} more',
    'admin.indexes.noSearch':
      'Searching this table can’t get an index: the database lacks the extension pg_trgm. Its administrator can add it with: create extension pg_trgm',
    'admin.indexes.ready': 'Ready',
    'admin.indexes.building':
      'Being built ({percent} %). People can go on working; load the page again to see how far it is.',
    'admin.indexes.failed': 'Could not be built: {reason}',
    'admin.indexes.retry': 'Try again',
    'admin.indexes.retryNamed': 'Try again: {name}',
  },
  de: {
    'admin.indexes.search': 'Suche: {fields}',
    'admin.indexes.more': '{fields} und {more} weitere',
    'admin.indexes.noSearch':
      'Die Suche in dieser Tabelle kann keinen Index bekommen: Der Datenbank fehlt die Erweiterung pg_trgm. Wer sie verwaltet, ergänzt sie mit: create extension pg_trgm',
    'admin.indexes.ready': 'Fertig',
    'admin.indexes.building':
      'Wird gebaut ({percent} %). Alle können weiterarbeiten; laden Sie die Seite neu, um den Stand zu sehen.',
    'admin.indexes.failed': 'Konnte nicht gebaut werden: {reason}',
    'admin.indexes.retry': 'Erneut versuchen',
    'admin.indexes.retryNamed': 'Erneut versuchen: {name}',
  },
};
