/** What the console shows before somebody has signed in, and what any of its parts can show. Everybody loads it in both languages. */
export const START_DE = {
  signIn: {
    title: 'Anmelden',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    tenants:
      'Diese Zugangsdaten gelten für mehrere Mandanten. Wählen Sie den Mandanten, mit dem Sie arbeiten:',
    submit: 'Anmelden',
    forgotten: 'Passwort vergessen?',
    wrong: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    tooMany: 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
    required: 'Bitte ausfüllen.',
    showPassword: 'Zeichen anzeigen',
  },
  deactivated: {
    title: 'Ihr Konto ist deaktiviert',
    lead: 'Sie sind abgemeldet. Mit diesem Konto kann sich niemand mehr anmelden, bis es jemand aus der Administration wieder aktiviert.',
    signIn: 'Mit einem anderen Konto anmelden',
  },
  states: {
    loading: 'Wird geladen …',
    failed: 'Das konnte nicht geladen werden.',
    retry: 'Noch einmal versuchen',
    deadFilters: 'Dieser Link enthält einen Filter, den es nicht gibt oder nicht mehr gibt.',
    removeFilters: 'Alle Filter aufheben',
    guid: 'Kennung für die Administration:',
    unreachable: 'Der Dienst ist nicht erreichbar. Prüfen Sie die Verbindung.',
    broken: 'Auf dieser Seite ist ein Fehler aufgetreten.',
    brokenLead: 'Laden Sie die Seite neu. Bleibt der Fehler, nennen Sie der Administration die Kennung.',
    reload: 'Seite neu laden',
    offline: 'Keine Verbindung. Änderungen sind erst wieder möglich, wenn die Verbindung steht.',
    forbidden: 'Dafür fehlt Ihnen die Berechtigung',
    forbiddenLead: (role: string) =>
      `Ihre Rolle „${role}“ schließt diese Seite nicht ein. Die Administration Ihres Unternehmens kann Ihre Rolle ändern.`,
    askAdmin: 'Die Administration Ihres Unternehmens kann Ihre Rolle ändern.',
    unknown: 'Diese Seite gibt es nicht',
    unknownLead: 'Die Adresse ist unvollständig oder veraltet.',
    toToday: 'Zur Seite „Heute“',
    gone: 'Das ist inzwischen gelöscht und kann nicht mehr gespeichert werden. Ihr Text bleibt hier, bis Sie das Formular schließen: Kopieren Sie ihn, wenn Sie ihn brauchen.',
    notSaved: 'Das hat nicht geklappt. Es wurde nichts geändert.',
    unsure: 'Der Dienst hat nicht geantwortet. Es kann sein, dass die Änderung trotzdem gemacht wurde.',
  },
};

/** Both languages have the same keys. */
export type StartTexts = typeof START_DE;
