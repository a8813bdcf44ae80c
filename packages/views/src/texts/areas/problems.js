/** German of what is wrong with views and pages; the English in the code, values as {0}, is the key. */
const german = {
  '"{0}" of the plugin {1} failed in {2}: {3}': '„{0}“ des Plugins {1} ist in {2} fehlgeschlagen: {3}',
  'Tell its author, or switch the plugin off': 'Sagen Sie es dem Autor, oder schalten Sie das Plugin aus',
  'The address "{0}" leads to another site': 'Die Adresse „{0}“ führt zu einer anderen Site',
  'Pages show pictures and films of this site only: upload the file and choose it':
    'Seiten zeigen nur Bilder und Filme dieser Site: Laden Sie die Datei hoch, und wählen Sie sie aus',
  'Place it in a show view, or in a column of a list':
    'Setzen Sie sie in eine Detailansicht oder in eine Spalte einer Liste',
  'The action "{0}" needs a row, and there is none on a page':
    'Die Aktion „{0}“ braucht eine Zeile, und auf einer Seite gibt es keine',
  'Use it in the layout of an edit view': 'Verwenden Sie es im Layout einer Formularansicht',
  'A control for "{0}" stands outside of a form': 'Ein Eingabefeld für „{0}“ steht außerhalb eines Formulars',
  "{0} is filled in by Plinth and can't be edited": '{0} wird von Plinth gefüllt und kann nicht bearbeitet werden',
  'Choose a relation field of another table that points here':
    'Wählen Sie ein Beziehungsfeld einer anderen Tabelle, das hierher zeigt',
  'Move or remove it': 'Verschieben oder entfernen Sie es',
  'The element "{0}" {1}': 'Das Element „{0}“ {1}',
  'needs a row, and there is none here': 'braucht eine Zeile, und hier gibt es keine',
  'belongs inside a form': 'gehört in ein Formular',
  'Choose another view or another relation': 'Wählen Sie eine andere Ansicht oder eine andere Beziehung',
  'Write for example row.status == "open" or row.author.name != "" or "staff" in user.roles':
    'Schreiben Sie zum Beispiel row.status == "open" oder row.author.name != "" oder "staff" in user.roles',
  'The expression "{0}" can\'t be used: {1}': 'Der Ausdruck „{0}“ ist nicht verwendbar: {1}',
  'A filter control for "{0}" stands outside of a filter view':
    'Ein Filterfeld für „{0}“ steht außerhalb einer Filteransicht',
  'A search form can not stand inside another form': 'Ein Suchformular kann nicht in einem anderen Formular stehen',
  'There is no row here of which "{0}" could be shown': 'Hier gibt es keine Zeile, von der „{0}“ gezeigt werden könnte',
  '{0} ({1}) can\'t be shown as "{2}"': '{0} ({1}) kann nicht als „{2}“ gezeigt werden',
  'Possible for {0}: {1}': 'Möglich für {0}: {1}',
  'The view "{0}" ({1}) needs a table': 'Die Ansicht „{0}“ ({1}) braucht eine Tabelle',
  '"{0}" is a view of another table': '„{0}“ ist eine Ansicht einer anderen Tabelle',
  'Rows can be read only of a table': 'Zeilen lassen sich nur von einer Tabelle lesen',
  'Choose it in the settings of the element, or count rows instead':
    'Wählen Sie es in den Einstellungen des Elements, oder zählen Sie stattdessen Zeilen',
  'The field of {0} to aggregate is not chosen': 'Das Feld von {0}, das zusammengefasst wird, ist nicht gewählt',
  'The field {0} of {1} has no "{2}"': 'Das Feld {0} von {1} hat kein „{2}“',
  'Choose another field, or count the rows': 'Wählen Sie ein anderes Feld, oder zählen Sie die Zeilen',
  'Choose it in the settings of the element': 'Wählen Sie es in den Einstellungen des Elements',
  'The embedded view lacks {0}': 'Der eingebetteten Ansicht fehlt: {0}',
  'A field needs a row, and there is none here': 'Ein Feld braucht eine Zeile, und hier gibt es keine',
  'Choose another field, or remove the element': 'Wählen Sie ein anderes Feld, oder entfernen Sie das Element',
  'Post to an edit view': 'Senden Sie an eine Formularansicht',
  '"{0}" is no form that could be saved': '„{0}“ ist kein Formular, das gespeichert werden könnte',
  'Take one of them out': 'Nehmen Sie eine davon heraus',
  'The view "{0}" is placed inside itself: {1}': 'Die Ansicht „{0}“ steht in sich selbst: {1}',
  'Spread them over several pages': 'Verteilen Sie sie auf mehrere Seiten',
  'More than {0} views, or views nested more than {1} deep':
    'Mehr als {0} Ansichten, oder Ansichten mehr als {1} Ebenen tief',
  'It may have been deleted, or the address was cut off':
    'Sie wurde vielleicht gelöscht, oder die Adresse wurde abgeschnitten',
  'The form has no control': 'Das Formular hat kein Eingabefeld',
  'Add form fields to the layout of the view': 'Fügen Sie dem Layout der Ansicht Formularfelder hinzu',
  'Choose a show view for the cards': 'Wählen Sie eine Detailansicht für die Karten',
  'The view "{0}" prints no single row': 'Die Ansicht „{0}“ zeigt keine einzelne Zeile',
  'The feed has neither a view nor a layout for its cards': 'Der Feed hat weder Ansicht noch Layout für seine Karten',
  'Choose one in the settings of the view': 'Wählen Sie eins in den Einstellungen der Ansicht',
  'Views placed inside the cards of a feed are left out': 'Ansichten in den Karten eines Feeds werden weggelassen',
  'Show a number or the latest value with an aggregation instead':
    'Zeigen Sie stattdessen eine Zahl oder den neuesten Wert mit einer Zusammenfassung',
  'The filter has no control': 'Der Filter hat kein Eingabefeld',
  'Add filter controls to the layout of the view': 'Fügen Sie dem Layout der Ansicht Filterfelder hinzu',
  '{0} has no child rows "{1}"': '{0} hat keine abhängigen Zeilen „{1}“',
  'The child rows of the column are not chosen': 'Die abhängigen Zeilen der Spalte sind nicht gewählt',
  'Choose other child rows for the column, or remove it':
    'Wählen Sie andere abhängige Zeilen für die Spalte, oder entfernen Sie sie',
  'The field of {0} for "{1}" is not chosen': 'Das Feld von {0} für „{1}“ ist nicht gewählt',
  '{0} has no field "{1}"': '{0} hat kein Feld „{1}“',
  'The view that the link leads to is not chosen': 'Die Ansicht, zu der der Link führt, ist nicht gewählt',
  'The expression of the column is empty': 'Der Ausdruck der Spalte ist leer',
  'The action of the column is not chosen': 'Die Aktion der Spalte ist nicht gewählt',
  'Choose another field for the chart': 'Wählen Sie ein anderes Feld für das Diagramm',
  'Choose another field for the column, or remove it':
    'Wählen Sie ein anderes Feld für die Spalte, oder entfernen Sie sie',
  'The list has no column that can be shown': 'Die Liste hat keine Spalte, die gezeigt werden kann',
  'Choose its columns in the settings of the view': 'Wählen Sie ihre Spalten in den Einstellungen der Ansicht',
  'The rows of {0} have no controls': 'Die Zeilen von {0} haben keine Eingabefelder',
  'Rows of a child table can be edited only directly inside the form of an edit view':
    'Zeilen einer abhängigen Tabelle lassen sich nur direkt im Formular einer Formularansicht bearbeiten',
};

export const texts = { en: Object.fromEntries(Object.keys(german).map((text) => [text, text])), de: german };
