/** The latest changes of the feed. */
export const CHANGES_DE = {
  heading: 'Änderungen',
  lead: 'Was GET /v3/changes enthält, die neuesten Änderungen zuerst: nur Nummern und Zeiten, keine Daten.',
  cursorLead:
    'Jede Änderung hat einen Cursor. Eine Anwendung, die Ihre Daten spiegelt, macht nach einer Änderung weiter, wenn sie GET /changes mit deren Cursor liest.',
  entity: 'Art des Datensatzes',
  allEntities: 'Alle',
  document: 'Dokument',
  faults: {
    noNumber: 'Geben Sie eine ganze Zahl von 1 bis 2147483647 ein.',
    noEntity: 'Wählen Sie auch die Art des Datensatzes: Jede Art hat eigene Nummern.',
  },
  when: 'Zeit',
  record: 'Datensatz',
  kind: 'Änderung',
  kinds: { new: 'neu', modified: 'geändert', deleted: 'gelöscht' },
  recordOf: (type: string, id: string) => `${type} ${id}`,
  cursor: 'Cursor',
  copy: 'Cursor kopieren',
  copyOf: (record: string, kind: string, moment: string) => `Cursor kopieren: ${record}, ${kind}, ${moment}`,
  none: 'Noch keine Änderung.',
  noneLead: 'Eine Änderung entsteht, wenn ein Datensatz angelegt, geändert oder gelöscht wird.',
  noneFiltered: 'Keine Änderung passt zu diesen Filtern.',
  unfinished: 'Die Änderungen sind noch nicht zu Ende gelesen.',
  unfinishedLead: (count: string) =>
    `Keine der ${count} Änderungen, die zuletzt gelesen wurden, passt zu diesen Filtern. Ältere kann es noch geben.`,
  goOn: 'Ältere Änderungen durchsuchen',
};
