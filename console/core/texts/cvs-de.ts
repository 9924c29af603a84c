/** What becomes of what is read from a CV. */
export const CVS_DE = {
  lead: 'Der Dienst liest Lebensläufe und gibt für jede Angabe an, wie sicher er ist. Was sicher genug ist, trägt er beim Bewerber ein. Alles andere schlägt er beim Dokument vor, bis jemand entscheidet.',
  scope:
    'Die Einstellungen gelten für Lebensläufe, die danach gelesen werden. Leere Felder werden gefüllt, vorhandene Angaben nie überschrieben.',
  title: 'Eintragen oder vorschlagen',
  proposesEverything: 'Alles nur vorschlagen',
  proposesEverythingHelp: 'Nichts wird eingetragen, bevor jemand zugestimmt hat.',
  minimumConfidence: 'Sicherheit, ab der eingetragen wird',
  minimumConfidenceHelp:
    'Von 0,5 bis 1. 0,9 heißt: Von zehn solchen Angaben waren in Messungen etwa neun richtig. Ohne Angabe gilt der Standard.',
  standard: 'Standard: 0,98 für Kontaktdaten und Adresse, 0,95 für alles andere',
  saved: 'Gespeichert. Das gilt für Lebensläufe, die ab jetzt gelesen werden.',
  undone: 'Die vorigen Einstellungen gelten wieder.',
};
