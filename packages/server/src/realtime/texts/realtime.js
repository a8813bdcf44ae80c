/** Messages of the stream of changes, with the English as their keys. */
export const texts = {
  en: {},
  de: {
    '"{0}" may have at most {1} names': '„{0}“ darf höchstens {1} Namen haben',
    'There is no kind of change "{0}"': 'Es gibt keine Art von Änderung „{0}“',
    'Name a table: /api/v1/changes?table=orders': 'Nennen Sie eine Tabelle: /api/v1/changes?table=orders',
    'A filter or fields need a single table': 'Ein Filter oder Felder brauchen genau eine Tabelle',
    'Last-Event-ID is no place in this stream': 'Last-Event-ID ist keine Stelle in diesem Strom',
    'See docs/reference/realtime.md': 'Siehe docs/reference/realtime.md',
    'Programs send an API token: Authorization: Bearer plt_…':
      'Programme senden ein API-Token: Authorization: Bearer plt_…',
    'Too many streams of changes are open for you already': 'Für Sie sind schon zu viele Ströme von Änderungen offen',
    'Close some; one stream can carry several tables': 'Schließen Sie einige; ein Strom kann mehrere Tabellen umfassen',
    'Too many people listen to changes just now': 'Gerade hören zu viele Menschen auf Änderungen',
    'Try again later, or run more workers':
      'Versuchen Sie es später noch einmal, oder starten Sie mehr Arbeitsprozesse',
    'Changes are not heard of just now': 'Änderungen werden gerade nicht gehört',
  },
};
