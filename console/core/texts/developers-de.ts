/** What triggers an event, by its name. Without an entry, the description of the service is shown. */
const EVENTS: Readonly<Record<string, string>> = {
  'candidate.created': 'Ein Bewerber wurde angelegt.',
  'candidate.changed': 'Ein Bewerber oder ein Teil seines Profils wurde geändert.',
  'candidate.deleted': 'Ein Bewerber wurde gelöscht.',
  'candidate.statusChanged': 'Der Status eines Bewerbers wurde gesetzt.',
  'application.received': 'Jemand hat sich beworben.',
  'document.created': 'Zu einem Bewerber kam ein Dokument hinzu.',
  'document.deleted': 'Ein Dokument wurde gelöscht.',
  'communication.created': 'Ein Kontakt mit einem Bewerber wurde festgehalten.',
  'company.created': 'Ein Unternehmen wurde angelegt.',
  'company.changed': 'Ein Unternehmen wurde geändert.',
  'company.statusChanged': 'Der Status eines Unternehmens wurde gesetzt.',
  'company.contractStatusChanged': 'Der Vertragsstatus eines Unternehmens wurde gesetzt.',
  'site.created': 'Ein Standort eines Unternehmens wurde angelegt.',
  'site.changed': 'Ein Standort eines Unternehmens wurde geändert.',
  'location.created': 'Ein Einsatzort wurde angelegt.',
  'location.changed': 'Ein Einsatzort wurde geändert.',
  'location.deleted': 'Ein Einsatzort wurde gelöscht.',
  'contact.created': 'Ein Ansprechpartner wurde angelegt.',
  'contact.changed': 'Ein Ansprechpartner wurde geändert.',
  'request.created': 'Ein Auftrag wurde angelegt.',
  'request.changed': 'Ein Auftrag wurde geändert.',
  'request.statusChanged': 'Der Status eines Auftrags wurde gesetzt.',
  'jobad.created': 'Eine Stellenanzeige wurde angelegt.',
  'jobad.changed': 'Eine Stellenanzeige wurde geändert.',
  'jobad.published': 'Eine Stellenanzeige wurde veröffentlicht.',
  'jobad.completed': 'Eine Stellenanzeige wurde beendet.',
  'jobad.deleted': 'Eine Stellenanzeige wurde gelöscht.',
  'user.created': 'Ein Benutzer wurde angelegt.',
  'user.changed': 'Ein Benutzer wurde geändert.',
};

const failuresOf = (count: string): string => (count === '1' ? '1 Fehler' : `${count} Fehlern in Folge`);

/** Registrations, the rules of delivery, and the secrets that sign calls. */
export const WEBHOOKS_DE = {
  tabList: 'Teile des Bereichs Entwickler',
  tabs: {
    webhooks: 'Webhooks',
    deliveries: 'Zustellungen',
    changes: 'Änderungen',
    clients: 'API-Clients',
    calls: 'Aufrufe',
    tokens: 'Token-Verbrauch',
  },
  events: EVENTS,
  event: 'Ereignis',
  eventNumber: (id: string) => `Nr. ${id}`,
  actions: 'Aktionen',
  pairOf: (event: string, url: string) => `${event} an ${url}`,
  pausedRegistrations: (count: string) =>
    count === '1'
      ? '1 Webhook-Registrierung ist pausiert. Bis sie reaktiviert wird, erhält ihr Empfänger das Ereignis nicht.'
      : `${count} Webhook-Registrierungen sind pausiert. Bis sie reaktiviert werden, erhalten die Empfänger diese Ereignisse nicht.`,
  toRegistrations: 'Zu den Registrierungen',
  registrations: {
    heading: 'Registrierungen',
    lead: 'Eine Registrierung ruft eine Adresse auf, wenn ein Ereignis eintritt. Der Aufruf enthält keine Daten, nur einen Verweis auf den Datensatz.',
    pair: 'Ereignis und Adresse',
    state: 'Zustand',
    active: 'Aktiv',
    waiting: 'noch kein Ergebnis',
    paused: 'Pausiert',
    pausedAfter: (count: string) => `nach ${failuresOf(count)}`,
    lastSuccess: 'Letzter Erfolg',
    never: 'noch nie',
    errors: 'Fehler in Folge',
    none: 'Noch keine Adresse ist registriert.',
    noneLead:
      'Registrieren Sie die Adresse Ihres Empfängers für die Ereignisse, die er braucht. Dann muss er nicht mehr regelmäßig nachfragen.',
    add: 'Adresse registrieren …',
    reactivate: 'Reaktivieren …',
    reactivateOf: (pair: string) => `Reaktivieren: ${pair}`,
    test: 'Testen …',
    testOf: (pair: string) => `Testen: ${pair}`,
    remove: 'Entfernen …',
    removeOf: (pair: string) => `Entfernen: ${pair}`,
  },
  register: {
    title: 'Adresse registrieren',
    url: 'Adresse des Empfängers',
    urlHelp:
      'Mit https:// oder http://, ohne Benutzernamen und Passwort. Der Empfänger antwortet auf einen POST mit Status 200.',
    badUrl:
      'Geben Sie eine vollständige Adresse ohne Benutzernamen und Passwort ein, etwa https://hooks.example.com/stellwerk.',
    privateUrl:
      'Diese Adresse liegt in einem internen Netz. Ihr Empfänger braucht eine öffentliche Adresse, oder der Betreiber erlaubt interne.',
    events: 'Ereignisse',
    eventsHelp:
      'Jeder Vorgang löst nur ein Ereignis aus, das genaueste: Ein neuer Status löst „candidate.statusChanged“ aus, nicht „candidate.changed“.',
    noEvent: 'Wählen Sie mindestens ein Ereignis.',
    all: 'Alle auswählen',
    nothing: 'Keines auswählen',
    submit: 'Registrieren',
    outcomes: { new: 'registriert', back: 'reaktiviert', duplicate: 'war schon registriert und ist aktiv' },
    failed: (reason: string) => `nicht registriert: ${reason}`,
    full: 'für dieses Ereignis sind keine weiteren Registrierungen möglich. Entfernen Sie zuerst solche, die nicht mehr gebraucht werden.',
    unreachable: 'der Dienst war nicht erreichbar',
    results: 'Ergebnis',
    done: (count: string) =>
      count === '1' ? '1 Ereignis ist registriert.' : `${count} Ereignisse sind registriert.`,
    undone: 'Die Registrierung ist zurückgenommen.',
    undoneInPart: (count: string) =>
      `Nur ${count} der Registrierungen sind zurückgenommen. Entfernen Sie die anderen in der Liste.`,
    incomplete: 'Nicht alles wurde registriert. Registriertes bleibt bestehen.',
  },
  reactivate: {
    title: 'Registrierung reaktivieren',
    lead: 'Beheben Sie zuerst die Ursache am Empfänger. Die Zählung der Fehler beginnt wieder bei null.',
    missed: 'Auch die verpassten Aufrufe nachholen',
    missedHelp:
      'Alle fehlgeschlagenen und übersprungenen, solange sie im Protokoll stehen: die ältesten zuerst, einen nach dem anderen.',
    submit: 'Reaktivieren',
    done: (pair: string) => `${pair}: wieder aktiv.`,
    doneWithMissed: (pair: string) => `${pair}: wieder aktiv. Die verpassten Aufrufe folgen.`,
    already: (pair: string) => `${pair}: war inzwischen schon wieder aktiv.`,
  },
  remove: {
    title: 'Registrierung entfernen?',
    lead: 'Die Adresse wird bei diesem Ereignis nicht mehr aufgerufen. Aufrufe, die noch ausstehen, verfallen, auch wenn Sie das Entfernen rückgängig machen. Das Protokoll behält seine Einträge.',
    submit: 'Entfernen',
    done: (pair: string) => `${pair}: entfernt.`,
    undone: (pair: string) => `${pair}: wieder registriert.`,
  },
  test: {
    title: 'Testaufruf',
    lead: 'Ein Testaufruf ist signiert wie jeder andere und nennt einen Datensatz, den es nicht gibt. Er steht nicht im Protokoll und zählt bei keiner Registrierung.',
    send: 'Testaufruf senden',
    again: 'Noch einmal senden',
    outcome: 'Ergebnis des Testaufrufs',
    running: 'Der Testaufruf läuft …',
    delivered: (after: string) => `Zugestellt: Der Empfänger hat nach ${after} mit Status 200 geantwortet.`,
    failed: (after: string) => `Nicht zugestellt, nach ${after}.`,
    answer: 'Anfang der Antwort:',
    noAnswer: 'Die Antwort hat keinen Inhalt.',
    busy: 'Es läuft schon ein Testaufruf. Warten Sie, bis er zu Ende ist, höchstens 15 Sekunden.',
    notSent: 'Der Testaufruf wurde nicht gesendet.',
  },
  reasons: {
    causes: {
      status: (status: string) => `Der Empfänger hat mit Status ${status} geantwortet.`,
      timeout: (seconds: string) => `Der Empfänger hat nicht innerhalb von ${seconds} Sekunden geantwortet.`,
      refused: (_: string) => 'Der Empfänger hat die Verbindung abgelehnt.',
      unresolved: (_: string) => 'Der Rechnername ist unbekannt.',
      notAccepted: (_: string) => 'Der Empfänger hat die Verbindung nicht rechtzeitig angenommen.',
      unreachable: (_: string) => 'Das Netz des Empfängers ist nicht erreichbar.',
      closed: (_: string) => 'Der Empfänger hat die Verbindung geschlossen, bevor er geantwortet hat.',
      reset: (_: string) => 'Der Empfänger hat die Verbindung abgebrochen, bevor er geantwortet hat.',
      malformed: (_: string) => 'Die Antwort ist kein gültiges HTTP.',
      interim: (_: string) =>
        'Der Empfänger hat einen Zwischenstatus gesendet, 100 oder 101. Aufrufe unterstützen das nicht.',
      expired: (_: string) => 'Das Zertifikat des Empfängers ist abgelaufen.',
      otherHost: (_: string) => 'Das Zertifikat des Empfängers gilt für einen anderen Rechnernamen.',
      untrusted: (_: string) =>
        'Das Zertifikat des Empfängers stammt von keiner vertrauten Stelle, oder seine Kette ist unvollständig.',
      noTls: (_: string) => 'Eine TLS-Verbindung zum Empfänger kam nicht zustande.',
      notPublic: (_: string) => 'Die Adresse ist nicht öffentlich.',
      tooManyHeaders: (count: string) => `Die Kopfzeilen der Antwort haben mehr als ${count} Bytes.`,
      paused: (count: string) => `Die Registrierung wurde nach ${count} Fehlern pausiert.`,
      wasPaused: (_: string) => 'Die Registrierung war pausiert.',
      removed: (_: string) => 'Die Registrierung wurde entfernt.',
    },
    hints: {
      timeout: 'Antworten Sie zuerst mit 200 und erledigen Sie die Arbeit danach.',
      refused:
        'Prüfen Sie, ob der Empfänger läuft und von hier aus erreichbar ist: Port, Firewall, Zertifikat.',
      unresolved: 'Prüfen Sie die Schreibweise der Adresse und den Eintrag im DNS.',
      notAccepted: 'Prüfen Sie, ob der Empfänger läuft und eine Firewall die Verbindung zulässt.',
      unreachable: 'Prüfen Sie die Adresse und ob der Empfänger von hier aus erreichbar ist.',
      closed: 'Sehen Sie im Protokoll des Empfängers oder seines Proxys zu dieser Zeit nach.',
      reset: 'Sehen Sie im Protokoll des Empfängers oder seines Proxys zu dieser Zeit nach.',
      malformed: 'Prüfen Sie, ob an diesem Port ein Webserver antwortet und ob er https erwartet.',
      interim:
        'Der Empfänger oder sein Proxy soll gleich mit dem endgültigen Status antworten, ohne „100 Continue“.',
      expired: 'Erneuern Sie das Zertifikat des Empfängers.',
      otherHost:
        'Registrieren Sie die Adresse mit einem Rechnernamen des Zertifikats, oder lassen Sie es für diesen ausstellen.',
      untrusted: 'Verwenden Sie ein Zertifikat einer öffentlichen Stelle und senden Sie die ganze Kette.',
      noTls: 'Prüfen Sie, ob der Port https spricht, mit TLS 1.2 oder neuer.',
      notPublic: 'Ihr Empfänger braucht eine öffentliche Adresse, oder der Betreiber erlaubt interne.',
      tooManyHeaders: 'Der Empfänger soll weniger und kürzere Kopfzeilen senden, etwa weniger Cookies.',
      paused: 'Beheben Sie die Ursache und reaktivieren Sie die Registrierung.',
      wasPaused: 'Reaktivieren Sie die Registrierung.',
      removed: 'Registrieren Sie die Adresse wieder für dieses Ereignis.',
      unknown: 'Sehen Sie im Protokoll des Empfängers zu dieser Zeit nach.',
    },
    statusHints: {
      success: 'Nur 200 gilt als zugestellt. Antworten Sie auch ohne Inhalt mit 200.',
      redirect: 'Weiterleitungen wird nicht gefolgt. Registrieren Sie die Adresse, zu der sie führt.',
      denied:
        'Verlangt der Empfänger eine Anmeldung? Er soll die Signatur prüfen, mit dem aktuellen Schlüssel.',
      missing: 'Prüfen Sie den Pfad der Adresse, und ob der Empfänger POST annimmt.',
      other: 'Die Ursache steht im Protokoll des Empfängers.',
    },
  },
  rules: {
    heading: 'Regeln der Zustellung',
    delivered: (seconds: string) =>
      `Als zugestellt gilt ein Aufruf nur, wenn der Empfänger innerhalb von ${seconds} mit Status 200 antwortet.`,
    retries: (delays: string) =>
      `Nach einem Fehler wird er wiederholt, jeweils ${delays} nach dem vorigen Versuch.`,
    noRetries: 'Nach einem Fehler wird er nicht wiederholt.',
    threshold: (count: string) => `Nach ${failuresOf(count)} wird die Registrierung pausiert.`,
    format: 'Format der Aufrufe',
    formatHelp: 'Gilt für alle Registrierungen, ab dem nächsten Aufruf.',
    formats: { 1482: 'Standardformat', 1483: 'CloudEvents 1.0' } as Readonly<Record<number, string>>,
    formatSet: (format: string) => `Format der Aufrufe: jetzt ${format}.`,
    formatChanged: 'Jemand hat das Format inzwischen geändert. Es wurde nichts geändert.',
    formatBack: (format: string) => `Format der Aufrufe: wieder ${format}.`,
  },
  secrets: {
    heading: 'Signaturschlüssel',
    lead: 'Jeder Aufruf ist nach Standard Webhooks signiert. Der Empfänger prüft die Signatur mit dem Schlüssel.',
    name: 'Schlüssel',
    role: 'Verwendung',
    current: 'Aktueller Schlüssel',
    currentUse: 'signiert jeden Aufruf',
    previous: 'Voriger Schlüssel',
    previousUse: 'signiert bis sieben Tage nach dem Wechsel zusätzlich',
    show: 'Anzeigen …',
    showOf: (name: string) => `Anzeigen: ${name}`,
    showLead: 'Wer ihn kennt, kann Aufrufe fälschen. Tragen Sie ihn nur bei Ihren Empfängern ein.',
    gone: 'Dieser Schlüssel signiert nicht mehr.',
    rotate: 'Schlüssel wechseln …',
    title: 'Signaturschlüssel wechseln?',
    warning:
      'Ein neuer Schlüssel wird erzeugt. Sieben Tage lang sind die Aufrufe mit dem neuen und dem aktuellen Schlüssel signiert. In dieser Zeit stellen Sie jeden Empfänger um, ohne dass ein Aufruf verloren geht.',
    warningPrevious:
      'Der letzte Wechsel liegt weniger als sieben Tage zurück. Der vorige Schlüssel signiert dann sofort nicht mehr: Empfänger, die ihn noch verwenden, lehnen die Aufrufe ab.',
    submit: 'Schlüssel wechseln',
    unsure:
      'Der Dienst hat nicht geantwortet. Versuchen Sie es hier noch einmal: Gewechselt wird nur einmal, und der neue Schlüssel wird dann gezeigt.',
    newTitle: 'Neuer Signaturschlüssel',
    newLead:
      'Tragen Sie ihn bei jedem Empfänger ein. Die nächsten sieben Tage signieren der neue und der vorige Schlüssel jeden Aufruf.',
    label: 'Schlüssel',
  },
};

/** The log of deliveries. */
export const DELIVERIES_DE = {
  heading: 'Zustellungen',
  lead: 'Für jedes Ereignis und jede Registrierung ein Eintrag, die neuesten zuerst. Ohne Zeitraum sind es die letzten 30 Tage. Der Zeitraum zählt ganze Tage in UTC.',
  from: 'Von',
  to: 'Bis',
  event: 'Ereignis',
  allEvents: 'Alle',
  chosenEvents: (count: string) => `${count} gewählt`,
  record: 'Nr. des Datensatzes',
  status: 'Zustand',
  allStatuses: 'Alle',
  statuses: {
    delivered: 'Zugestellt',
    failed: 'Fehlgeschlagen',
    skipped: 'Übersprungen',
    pending: 'Ausstehend',
  },
  reset: 'Filter zurücksetzen',
  refresh: 'Aktualisieren',
  occurred: 'Eingetreten',
  receiver: 'Empfänger',
  attempts: 'Versuche',
  recordOf: (id: string) => `Datensatz ${id}`,
  detailsOf: (event: string, record: string, moment: string) =>
    `Einzelheiten: ${event}, ${record}, ${moment}`,
  next: 'nächster Versuch',
  none: 'In diesem Zeitraum gab es keine Zustellung.',
  noneLead: 'Ein Eintrag entsteht, wenn ein Ereignis eintritt, für das eine Adresse registriert ist.',
  noneFiltered: 'Keine Zustellung passt zu diesen Filtern.',
  unfinished: 'Der Zeitraum ist noch nicht zu Ende gelesen.',
  unfinishedLead: (moment: string) =>
    `Gelesen ist, was seit dem ${moment} eingetreten ist. Ältere Einträge kann es noch geben.`,
  goOn: 'Ältere Einträge durchsuchen',
  details: {
    title: 'Zustellung',
    gone: 'Diesen Eintrag gibt es nicht.',
    goneLead: 'Einträge werden nach einiger Zeit entfernt, gewöhnlich nach 90 Tagen.',
    id: 'Kennung (webhook-id)',
    occurred: 'Eingetreten',
    endpoint: 'Datensatz abrufen',
    additional: 'Weitere Angaben',
    reason: 'Grund',
    answer: 'Anfang der Antwort',
    noAnswer: 'keine',
    latency: 'Dauer des letzten Aufrufs',
    lastAttempt: 'Letzter Versuch',
    nextAttempt: 'Nächster Versuch',
    noAttempt: 'noch keiner',
    noNext: 'keiner mehr',
    failedCalls: 'Fehlgeschlagene Aufrufe',
    keptCalls: 'Nur die letzten 20 sind aufbewahrt.',
  },
  resend: {
    one: 'Erneut zustellen',
    queued: (count: string) =>
      count === '1' ? '1 Zustellung ist eingereiht.' : `${count} Zustellungen sind eingereiht.`,
    nothing: 'Es gab nichts, was erneut zuzustellen war.',
    left: (count: string) =>
      count === '1'
        ? '1 Zustellung ist nicht eingereiht, weil ihre Registrierung pausiert oder entfernt ist. Reaktivieren oder registrieren Sie die Adresse zuerst.'
        : `${count} Zustellungen sind nicht eingereiht, weil ihre Registrierung pausiert oder entfernt ist. Reaktivieren oder registrieren Sie die Adresse zuerst.`,
    inPart:
      'Danach ist ein Fehler aufgetreten, und die übrigen Zustellungen sind nicht eingereiht. Starten Sie das erneute Zustellen noch einmal.',
    all: 'Erneut zustellen …',
    title: 'Erneut zustellen?',
    exactly: (count: string) =>
      count === '1'
        ? 'Zu den Filtern passt 1 Zustellung, die fehlgeschlagen ist oder übersprungen wurde.'
        : `Zu den Filtern passen ${count} Zustellungen, die fehlgeschlagen sind oder übersprungen wurden.`,
    atLeast: (count: string) =>
      count === '1'
        ? 'Bisher gelesen: 1 Zustellung, die fehlgeschlagen ist oder übersprungen wurde. Der Zeitraum ist noch nicht zu Ende gelesen; gesendet wird alles, was zu den Filtern passt.'
        : `Bisher gelesen: ${count} Zustellungen, die fehlgeschlagen sind oder übersprungen wurden. Der Zeitraum ist noch nicht zu Ende gelesen; gesendet wird alles, was zu den Filtern passt.`,
    meaning:
      'Jeder Aufruf behält seine Kennung, die ältesten kommen zuerst. Ein Empfänger, der die Kennung prüft, verarbeitet keinen doppelt. Zustellungen an pausierte oder entfernte Registrierungen werden nicht gesendet.',
    submit: 'Erneut zustellen',
    result: 'Ergebnis',
    close: 'Schließen',
  },
};
