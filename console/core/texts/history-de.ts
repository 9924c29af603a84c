export const HISTORY_DE = {
  heading: 'Verlauf',
  kept: 'Der Verlauf nennt Eigenschaften, nie ihre Werte.',
  none: 'Noch keine Änderung.',
  when: 'Zeit',
  who: 'Wer',
  what: 'Was',
  more: 'Ältere Einträge',
  unknown: 'nicht aufgezeichnet',
  actors: {
    user: 'Unbekannter Benutzer',
    client: 'Anwendung',
    portal: 'Stellenportal',
    system: 'Stellwerk',
    operator: 'Betrieb',
  },
};
