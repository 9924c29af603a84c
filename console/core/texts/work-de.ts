const TOO_COMPLEX =
  'Die Datei ist zu aufwendig, um sie auszulesen. Bitten Sie um eine einfachere, oder tragen Sie die Angaben im Profil ein.';

export const DOCUMENTS_DE = {
  close: (name: string) => `${name} schließen`,
  download: 'Herunterladen',
  unnamed: (id: string) => `Dokument ${id}`,
  notShown: 'Dieses Format kann hier nicht gezeigt werden. Laden Sie die Datei herunter.',
  tooLarge: 'Dieser Text ist zu lang für die Anzeige. Laden Sie die Datei herunter.',
  notRead: 'Die Datei konnte nicht gelesen werden.',
  damaged: 'Die Datei ist beschädigt und kann nicht gezeigt werden. Laden Sie sie herunter.',
  locked: 'Die Datei ist mit einem Passwort geschützt. Laden Sie sie herunter.',
  pages: 'Seiten',
  page: (page: string, pages: string) => `Seite ${page} von ${pages}`,
  pageFailed: (page: string) => `Seite ${page} konnte nicht gezeichnet werden.`,
  previousPage: 'Vorherige Seite',
  nextPage: 'Nächste Seite',
  smaller: 'Verkleinern',
  larger: 'Vergrößern',
  fit: 'Seitenbreite',
  category: 'Art der neuen Datei',
  categories: {
    cv: 'Lebenslauf',
    application: 'Bewerbung',
    driverlicense: 'Führerschein',
    workpermit: 'Arbeitserlaubnis',
    certificateofgoodconduct: 'Führungszeugnis',
    other: 'Sonstiges',
  },
  add: 'Dateien hinzufügen',
  drop: 'oder hierher ziehen',
  parse: 'Angaben aus dem Lebenslauf übernehmen, die noch fehlen',
  uploads: 'Neue Dateien',
  uploading: (name: string) => `${name} wird gesendet`,
  added: (name: string) => `„${name}“ ist hinzugefügt.`,
  dismiss: (name: string) => `Meldung zu ${name} schließen`,
  folder: 'Das ist ein Ordner. Fügen Sie die Dateien hinzu, die darin sind.',
  empty: 'Die Datei ist leer.',
  tooBig: 'Die Datei ist größer als 25 MB.',
  refused: 'Der Dienst hat die Datei nicht angenommen.',
  expired:
    'Ihre Sitzung war abgelaufen. Die Datei ist nicht gespeichert. Versuchen Sie es noch einmal, wenn Sie wieder angemeldet sind.',
  noSpace:
    'Für weitere Dateien ist kein Platz: Das Kontingent Ihres Unternehmens oder der Speicher des Dienstes ist voll. Es wurde nichts gespeichert. Löschen Sie Dokumente, die Sie nicht mehr brauchen, oder bitten Sie die Administration um mehr Platz.',
  candidateGone:
    'Den Bewerber gibt es nicht mehr: Er ist inzwischen gelöscht oder zusammengeführt. Es wurde nichts gespeichert.',
  busy: 'Der Dienst ist gerade überlastet oder nicht verfügbar. Die Datei ist nicht gespeichert. Versuchen Sie es später noch einmal.',
  quoted: (name: string) => `„${name}“`,
  notAdded: (candidate: string, names: string) => `Bei ${candidate} nicht hinzugefügt: ${names}.`,
  toDocuments: 'Zu den Dokumenten',
  unreadable: 'Die Datei ist nicht lesbar. Wählen Sie sie noch einmal aus.',
  parsing: {
    requested: 'Wird ausgelesen …',
    done: 'Ausgelesen',
    failed: 'Nicht auslesbar',
  },
  parsingReasons: {
    unknownFormat: 'Dieses Format wird nicht ausgelesen. Bitten Sie um den Lebenslauf als PDF oder DOCX.',
    oldWord:
      'Das Format stammt von einem Word vor 97. Speichern Sie die Datei als DOCX oder PDF, und fügen Sie sie neu hinzu.',
    image:
      'Die Datei ist ein Bild, und die Texterkennung ist hier nicht eingeschaltet. Bitten Sie um den Lebenslauf als PDF mit Text oder als DOCX, oder tragen Sie die Angaben im Profil ein.',
    otherImage:
      'Die Datei ist ein Bild, aber weder JPEG noch PNG. Bitten Sie um den Lebenslauf als PDF mit Text oder als DOCX.',
    scan: 'Die Datei ist ein Scan ohne Text, und die Texterkennung ist hier nicht eingeschaltet. Bitten Sie um den Lebenslauf als PDF mit Text oder als DOCX, oder tragen Sie die Angaben im Profil ein.',
    unrecognized:
      'Auf den Bildern wurde kein Text erkannt. Bitten Sie um den Lebenslauf als PDF mit Text oder als DOCX.',
    tooManyPixels:
      'Das Bild hat mehr als 50 Millionen Pixel. Speichern Sie es kleiner, und fügen Sie es neu hinzu.',
    encrypted: 'Die Datei ist mit einem Passwort geschützt. Bitten Sie um den Lebenslauf ohne Passwort.',
    damaged: 'Die Datei ist beschädigt. Bitten Sie darum, sie noch einmal zu senden.',
    noText: 'Die Datei enthält keinen Text. Bitten Sie um den Lebenslauf als PDF mit Text oder als DOCX.',
    tooLarge: 'Die Datei ist größer als 25 MiB. Bitten Sie um eine kleinere.',
    tooManyEntries:
      'Die Datei besteht aus zu vielen Teilen. Speichern Sie sie als PDF, und fügen Sie sie neu hinzu.',
    suspiciousCompression:
      'Die Datei ist entpackt zu groß. Speichern Sie sie als PDF, und fügen Sie sie neu hinzu.',
    timeout: TOO_COMPLEX,
    memory: TOO_COMPLEX,
    crashed: TOO_COMPLEX,
    unreadable: 'Die gespeicherte Datei ist nicht lesbar. Wenden Sie sich an Ihren Administrator.',
    internal:
      'Die Angaben konnten nicht gespeichert werden. Tragen Sie sie im Profil ein, oder fügen Sie die Datei neu hinzu.',
    retried: 'Die Angaben konnten nicht gespeichert werden. Der Dienst versucht es von selbst noch einmal.',
    other:
      'Bitten Sie um den Lebenslauf als PDF mit Text oder als DOCX, oder tragen Sie die Angaben im Profil ein.',
  },
  filled: (names: string) => `Daraus übernommen: ${names}.`,
  noLines: 'Der Text enthält nichts davon so, wie es jetzt im Profil steht.',
  filledParts: {
    title: 'Titel',
    'birth.date': 'Geburtsdatum',
    'birth.place': 'Geburtsort',
    nationalityId: 'Staatsangehörigkeit',
    'contact.email': 'E-Mail-Adresse',
    'contact.phone': 'Telefon',
    'contact.mobile': 'Mobil',
    contactChannels: 'Weitere Kontaktwege',
    location: 'Anschrift',
    'resume.jobs': 'Berufserfahrung',
    'resume.professionEducations': 'Berufsausbildung',
    'resume.schoolEducations': 'Schulbildung',
    'resume.educations': 'Weiterbildung',
    languages: 'Sprachen',
    driversLicences: 'Führerscheine',
    qualifications: 'Qualifikationen',
    professionObjects: 'Berufe',
    keywords: 'Schlagwörter',
  },
  proposals: {
    title: 'Vorschläge aus dem Lebenslauf',
    waiting: (count: number) => (count === 1 ? '1 Vorschlag' : `${count} Vorschläge`),
    accept: 'Übernehmen',
    acceptNamed: (value: string) => `${value} übernehmen`,
    reject: 'Verwerfen',
    rejectNamed: (value: string) => `${value} verwerfen`,
    acceptAll: 'Alle übernehmen',
    rejectAll: 'Alle verwerfen',
    accepted: (count: number) =>
      count === 1 ? 'Der Vorschlag ist übernommen.' : `${count} Vorschläge sind übernommen.`,
    rejected: (count: number) =>
      count === 1 ? 'Der Vorschlag ist verworfen.' : `${count} Vorschläge sind verworfen.`,
    conflict: (names: string) => `Nicht übernommen, weil inzwischen etwas anderes eingetragen ist: ${names}.`,
    sure: (percent: string) => `zu ${percent} % sicher`,
    places: 'Fundstellen der übernommenen Angaben',
    show: (page: string) => `Seite ${page}: Stelle zeigen`,
    showLine: 'Im Text zeigen',
    marked: 'Fundstelle',
    description: 'Beschreibung',
    leftovers: {
      nothingFound: 'In diesem Dokument wurden keine Angaben gefunden. Bitte sehen Sie es selbst durch.',
      otherName:
        'Der Lebenslauf nennt eine andere Person als das Profil. Prüfen Sie, ob die Datei hierher gehört, und was aus ihr übernommen wurde.',
      unusedPeriods: (count: number) =>
        count === 1 ? 'Ein Zeitraum wurde nicht verwendet.' : `${count} Zeiträume wurden nicht verwendet.`,
      unusedContacts: (count: number) =>
        count === 1
          ? 'Eine weitere E-Mail-Adresse oder Telefonnummer wurde nicht verwendet.'
          : `${count} weitere E-Mail-Adressen oder Telefonnummern wurden nicht verwendet.`,
      pageWithoutText: (pages: string, count: number) =>
        count === 1
          ? `Seite ${pages} hat keinen Text (Bild?).`
          : `Die Seiten ${pages} haben keinen Text (Bilder?).`,
      recognizedPages: (pages: string, count: number) =>
        count === 1
          ? `Der Text von Seite ${pages} ist aus einem Bild erkannt: Bitte die Buchstaben prüfen.`
          : `Der Text der Seiten ${pages} ist aus Bildern erkannt: Bitte die Buchstaben prüfen.`,
      unreadPages: (pages: string, count: number) =>
        count === 1 ? `Seite ${pages} wurde nicht gelesen.` : `Die Seiten ${pages} wurden nicht gelesen.`,
      outdatedJobs: (count: number) =>
        count === 1
          ? 'Der Lebenslauf ist älter als ein Jahr: Ob die Stelle „bis heute“ noch besteht, ist unsicher.'
          : `Der Lebenslauf ist älter als ein Jahr: Ob die ${count} Stellen „bis heute“ noch bestehen, ist unsicher.`,
    },
    today: 'heute',
  },
  delete: 'Löschen …',
  deleteNamed: (name: string) => `${name} löschen`,
  deleteTitle: 'Dokument löschen?',
  deleteLead: (name: string) =>
    `„${name}“ wird endgültig gelöscht. Angaben, die daraus übernommen wurden, bleiben.`,
  deleteForGood: 'Endgültig löschen',
  deleted: (name: string) => `„${name}“ ist gelöscht.`,
  cancel: 'Abbrechen',
};

export const TASKS_DE = {
  heading: 'Wiedervorlagen',
  none: 'Keine offene Wiedervorlage.',
  add: 'Wiedervorlage anlegen',
  title: 'Was ist zu tun?',
  days: { tomorrow: 'Morgen', threeDays: 'In 3 Tagen', nextWeek: 'Nächste Woche' },
  assignee: 'Wer übernimmt das?',
  me: (name: string) => `Ich (${name})`,
  unsuitable:
    'Die Rolle dieser Person schließt Aufgaben zu diesem Bewerber nicht ein. Wählen Sie jemand anderen.',
  save: 'Anlegen',
  cancel: 'Abbrechen',
  created: (title: string) => `„${title}“ ist angelegt.`,
  createdFor: (title: string, day: string) => `„${title}“ ist für den ${day} angelegt.`,
  removed: (title: string) => `„${title}“ ist wieder entfernt.`,
};

export const NOTIFICATIONS_DE = {
  heading: 'Benachrichtigungen',
  unread: (count: string) => `Benachrichtigungen, ${count} ungelesen`,
  none: 'Noch keine Benachrichtigung.',
  mention: (actor: string, record: string) => `${actor} hat Sie in einer Notiz zu ${record} erwähnt`,
  task: (actor: string, title: string) => `${actor} hat Ihnen eine Aufgabe gegeben: ${title}`,
  taskAbout: (actor: string, title: string, record: string) =>
    `${actor} hat Ihnen eine Aufgabe zu ${record} gegeben: ${title}`,
  someone: 'Jemand',
  new: 'Neu',
  markRead: 'Als gelesen markieren',
  markNamed: (text: string) => `Als gelesen markieren: ${text}`,
  markAll: 'Alle als gelesen markieren',
};

export const MENTIONS_DE = {
  list: 'Erwähnen',
  help: 'Mit @ erwähnen Sie jemanden.',
  unsuitable: (names: string) => `${names} darf Notizen nicht lesen. Entfernen Sie die Erwähnung.`,
};
