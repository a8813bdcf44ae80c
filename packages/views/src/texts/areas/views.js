/** Texts of the view templates and of what stands around fields. */
export const texts = {
  en: {
    'views.failed': 'This part could not be loaded.',
    'views.broken': 'The view "{view}" has a problem: see the list of problems in the admin.',
    'views.filter.from': '{field} from',
    'views.filter.to': '{field} to',
    'views.list.search': 'Search',
    'views.edit.add_row': 'Add a row',
    'views.edit.remove_row': 'Remove this row',
  },
  de: {
    'views.failed': 'Dieser Teil konnte nicht geladen werden.',
    'views.broken': 'Die Ansicht „{view}“ hat ein Problem: siehe die Liste der Probleme in der Verwaltung.',
    'views.filter.from': '{field} ab',
    'views.filter.to': '{field} bis',
    'views.list.search': 'Suchen',
    'views.edit.add_row': 'Zeile hinzufügen',
    'views.edit.remove_row': 'Diese Zeile entfernen',
  },
};
