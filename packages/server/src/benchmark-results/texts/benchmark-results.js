/** German of what is said about results that are sent here; the English in the code, values as {0}, is the key. */
const german = {
  'These are no results of a benchmark: "{0}" can\'t be read':
    'Das sind keine Ergebnisse eines Benchmarks: „{0}“ ist nicht lesbar',
  'Send the file that plinth run-benchmark wrote, unchanged':
    'Senden Sie die Datei, die plinth run-benchmark geschrieben hat, unverändert',
  'There is no benchmark dashboard on this server': 'Auf diesem Server gibt es keine Benchmark-Übersicht',
  'Install the app "benchmark-dashboard", without a prefix for its names':
    'Installieren Sie die App „benchmark-dashboard“ ohne Präfix für ihre Namen',
  'The token for benchmark results is missing or wrong': 'Das Token für Benchmark-Ergebnisse fehlt oder ist falsch',
  'An admin of this server makes one: plinth setup-benchmark --accept-results':
    'Die Verwaltung dieses Servers erzeugt eines: plinth setup-benchmark --accept-results',
};

export const texts = { en: Object.fromEntries(Object.keys(german).map((key) => [key, key])), de: german };
