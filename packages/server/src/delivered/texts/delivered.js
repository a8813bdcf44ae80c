/** Texts around delivered pages. */
export const texts = {
  en: {
    'delivered.nothing_yet': 'There is nothing for you here yet. Your administrator can change that.',
    'delivered.saved': 'Saved.',
    'delivered.done': 'Done.',
  },
  de: {
    'delivered.nothing_yet': 'Hier gibt es noch nichts für Sie. Ihre Verwaltung kann das ändern.',
    'delivered.saved': 'Gespeichert.',
    'delivered.done': 'Erledigt.',
  },
};
