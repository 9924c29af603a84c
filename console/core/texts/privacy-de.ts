const monthsOf = (count: string): string => (count === '1' ? '1 Monat' : `${count} Monate`);
const duringMonths = (count: string): string => (count === '1' ? 'einem Monat' : `${count} Monaten`);

/** Retention, holds, and who has read. A hold is a "Löschsperre", the term of data protection officers. */
export const PRIVACY_DE = {
  tabList: 'Teile des Datenschutzes',
  tabs: { due: 'Fällig', holds: 'Löschsperren', rule: 'Löschfrist', accesses: 'Zugriffe' },
  candidate: 'Bewerber',
  due: {
    heading: 'Zur Löschung fällig',
    lead: (months: string) =>
      `Alle Bewerbungen dieser Personen sind abgelehnt oder zurückgezogen, die letzte seit mehr als ${duringMonths(months)}. Niemand wird automatisch gelöscht.`,
    application: 'Letzte Bewerbung',
    ended: 'Beendet am',
    since: 'Fällig seit',
    actions: 'Aktionen',
    today: 'seit heute',
    days: (count: string) => (count === '1' ? '1 Tag überfällig' : `${count} Tage überfällig`),
    weeks: (count: string) => `${count} Wochen überfällig`,
    months: (count: string) => `${count} Monate überfällig`,
    left: 'Nicht mehr fällig',
    erase: 'Löschen …',
    eraseOf: (name: string) => `Löschen: ${name}`,
    keep: 'Aufbewahren …',
    keepOf: (name: string) => `Aufbewahren: ${name}`,
    none: 'Kein Bewerber ist zur Löschung fällig.',
    noneLead: (months: string) =>
      `Hier erscheint, wessen Bewerbungen alle abgelehnt oder zurückgezogen sind, die letzte seit mehr als ${duringMonths(months)}. Wer eingestellt ist, eine offene Bewerbung oder eine Löschsperre hat, erscheint nicht.`,
    off: 'Es wird niemand vorgeschlagen.',
    offLead: 'Für Ihr Unternehmen ist keine Löschfrist festgelegt.',
    setRule: 'Löschfrist festlegen',
    toRule: 'Zur Löschfrist',
    unfinished: 'Die Suche ist noch nicht zu Ende.',
    unfinishedLead:
      'Sehr viele beendete Bewerbungen gehören zu Personen, die nicht fällig sind. Suchen Sie weiter, um auch die übrigen zu prüfen.',
    goOn: 'Weiter suchen',
  },
  hold: {
    title: 'Löschsperre',
    titleOf: (name: string) => `Löschsperre für ${name}`,
    lead: 'Solange sie gilt, kann niemand diese Person löschen. Den Grund sehen nur Administration und Datenschutz.',
    replaces: (user: string, moment: string) =>
      `Es gilt schon eine Löschsperre, gesetzt von ${user} am ${moment}. Was Sie hier speichern, tritt an ihre Stelle.`,
    reason: 'Grund',
    until: 'Letzter Tag',
    untilHelp: 'Optional, in UTC. Ohne letzten Tag gilt sie, bis jemand sie aufhebt.',
    endless: 'bis sie aufgehoben wird',
    untilDay: (day: string) => `bis ${day}`,
    setBy: 'Gesetzt',
    set: (user: string, moment: string) => `${user}, ${moment}`,
    change: 'Ändern …',
    changeOf: (name: string) => `Löschsperre ändern: ${name}`,
    release: 'Aufheben',
    releaseOf: (name: string) => `Löschsperre aufheben: ${name}`,
    saved: (name: string) => `${name}: Die Löschsperre ist gespeichert.`,
    undone: (name: string) => `${name}: Die Löschsperre ist wieder wie vorher.`,
    released: (name: string) => `${name}: Die Löschsperre ist aufgehoben.`,
    setAgain: (name: string) => `${name}: Die Löschsperre gilt wieder.`,
    changedMeanwhile: (name: string) =>
      `${name}: Die Löschsperre wurde inzwischen geändert. Es wurde nichts aufgehoben.`,
    releasedMeanwhile: (name: string) => `${name}: Die Löschsperre gilt schon nicht mehr.`,
    someone: 'unbekannt',
    earlier: (count: string) => `Frühere Löschsperren (${count})`,
    releasedBy: (user: string, day: string) => `beendet von ${user} am ${day}`,
    ended: 'abgelaufen',
    put: 'Löschsperre setzen …',
    forbids: 'Es gilt eine Löschsperre. Bis sie aufgehoben ist, kann niemand diesen Bewerber löschen.',
    show: 'Zur Löschsperre',
    conflict: (name: string) =>
      `${name} hat inzwischen eine Löschsperre. Es wurde nichts gelöscht. Zum Löschen muss die Sperre erst aufgehoben werden.`,
  },
  erase: {
    merged: (name: string) =>
      `${name} wurde inzwischen mit einem anderen Bewerber zusammengeführt. Es wurde nichts gelöscht.`,
    apart: (name: string) =>
      `${name} wurde inzwischen zusammengeführt und wieder getrennt und hat jetzt eine neue Nummer. Es wurde nichts gelöscht.`,
  },
  retention: {
    dueFrom: (day: string) => `Die Löschung wird ab dem ${day} vorgeschlagen.`,
    dueSince: (day: string) => `Die Löschung wird seit dem ${day} vorgeschlagen.`,
    withoutHold: (day: string) => `Ohne die Löschsperre würde die Löschung ab dem ${day} vorgeschlagen.`,
    keptBy: {
      noRule: 'Die Löschung wird nicht vorgeschlagen, weil keine Löschfrist eingestellt ist.',
      employment: 'Es läuft keine Löschfrist, weil der Bewerber eingestellt wurde.',
      openApplication: 'Es läuft keine Löschfrist, weil eine Bewerbung offen ist.',
      noApplication: 'Es läuft keine Löschfrist, weil es keine Bewerbung gibt.',
    },
  },
  subjectExport: {
    title: 'Auskunft',
    lead: 'Eine Datei mit allem, was über diesen Bewerber gespeichert ist, wenn er danach fragt (Art. 15 und 20 DSGVO). Sie enthält auch die Gründe von Löschsperren und Namen von Kollegen: Lesen Sie sie, bevor Sie sie weitergeben. Dokumente, Anlagen und das Foto sind nicht darin.',
    save: 'Daten exportieren',
  },
  holds: {
    heading: 'Geltende Löschsperren',
    lead: 'Diese Bewerber kann niemand löschen, auch nicht der Betreiber. Sie erscheinen nicht unter „Fällig“.',
    none: 'Es gilt keine Löschsperre.',
    noneLead:
      'Setzen Sie eine, wenn jemand nicht gelöscht werden darf, etwa während eines Rechtsstreits: auf der Seite des Bewerbers oder unter „Fällig“.',
  },
  rule: {
    title: 'Löschfrist',
    months: 'Monate nach dem Ende der letzten Bewerbung',
    monthsHelp: '1 bis 120. Leer: Es wird niemand zur Löschung vorgeschlagen.',
    none: 'keine, es wird niemand vorgeschlagen',
    monthsOf,
    meaning: [
      'Nach dieser Frist erscheint ein Bewerber unter „Fällig“: wenn alle Bewerbungen abgelehnt oder zurückgezogen sind, gerechnet ab der letzten.',
      'Eine Frist von 6 Monaten ab dem 15. Januar endet mit dem 15. Juli. Fällig ist der Bewerber ab dem Tag danach, in UTC.',
      'Niemand wird automatisch gelöscht: Das tun Menschen, einen Bewerber nach dem anderen.',
      'Wer sich nie beworben hat, wird nicht vorgeschlagen, weil es kein Ende einer Bewerbung gibt.',
      'Eine andere Frist gilt sofort für alle Bewerber.',
    ],
    saved: 'Die Löschfrist ist gespeichert.',
    undone: 'Die vorige Löschfrist gilt wieder.',
  },
  accesses: {
    heading: 'Wer welche Dokumente gelesen hat',
    lead: 'Bewerber und Dokumente stehen hier mit ihrer Nummer. Die Einträge bleiben, auch wenn sie gelöscht werden. Der Zeitraum zählt ganze Tage in UTC.',
    from: 'Von',
    to: 'Bis',
    reset: 'Zeitraum aufheben',
    none: 'In diesem Zeitraum hat niemand ein Dokument gelesen.',
    candidateId: (id: string) => `Bewerber Nr. ${id}`,
    documentId: (id: string) => `Dokument Nr. ${id}`,
    attachmentId: (id: string) => `Anlage Nr. ${id}`,
  },
};
