/** Texts around delivered pages. */
export const texts = {
  en: {
    'delivered.nothing_yet': 'There is nothing for you here yet. Your administrator can change that.',
    'delivered.saved': 'Saved.',
    'delivered.done': 'Done.',
    'delivered.find.several': 'Several entries match “{words}”: choose one in the list.',
    'delivered.find.none': 'Nothing matches “{words}”.',
  },
  de: {
    'delivered.nothing_yet': 'Hier gibt es noch nichts für Sie. Ihre Verwaltung kann das ändern.',
    'delivered.saved': 'Gespeichert.',
    'delivered.done': 'Erledigt.',
    'delivered.find.several': 'Auf „{words}“ passen mehrere Einträge: Wählen Sie einen in der Liste.',
    'delivered.find.none': 'Auf „{words}“ passt nichts.',
  },
};
