/** A list as a file for spreadsheets, and on paper. */
export const CSV_DE = {
  save: 'Als CSV speichern',
  cancel: 'Abbrechen',
  started: 'Die CSV-Datei wird erstellt.',
  progress: 'Fortschritt der CSV-Datei',
  rows: (done: string, all: string) => `${done} von ${all} Zeilen`,
  saved: (file: string, rows: string) =>
    rows === '1' ? `${file} ist gespeichert, mit 1 Zeile.` : `${file} ist gespeichert, mit ${rows} Zeilen.`,
  cancelled: 'Abgebrochen. Es ist keine CSV-Datei entstanden.',
  failed:
    'Es ist keine CSV-Datei entstanden, weil der Dienst einen Teil der Liste nicht geliefert hat. Versuchen Sie es noch einmal.',
  unreachable:
    'Es ist keine CSV-Datei entstanden, weil die Verbindung abgebrochen ist. Versuchen Sie es noch einmal.',
  tooMany: (maximum: string) =>
    `Die Liste hat mehr als ${maximum} Zeilen. Es ist keine CSV-Datei entstanden. Grenzen Sie die Liste ein, etwa auf eine Niederlassung oder einen Zeitraum, und speichern Sie mehrere Dateien.`,
  printed: (shown: string, all: string) => `Gedruckt sind die ersten ${shown} von ${all}.`,
  /** Columns that the lists on the screen do not have. */
  columns: {
    number: 'Nummer',
    zipCode: 'PLZ',
    city: 'Ort',
    placed: 'Besetzt',
    created: 'Erstellt am (UTC)',
    changed: 'Geändert am (UTC)',
  },
};
