export const FAILURES_DE = {
  /** Of a form. */
  notSent:
    'Keine Verbindung: Es wurde nichts gespeichert. Ihre Angaben bleiben stehen. Speichern Sie noch einmal, wenn die Verbindung wieder da ist.',
  unchanged:
    'Keine Verbindung: Es wurde nichts geändert. Versuchen Sie es noch einmal, wenn die Verbindung wieder da ist.',
  expired:
    'Ihre Sitzung war abgelaufen. Es wurde nichts geändert. Versuchen Sie es noch einmal, wenn Sie wieder angemeldet sind.',
  denied:
    'Dafür fehlt Ihnen die Berechtigung. Es wurde nichts geändert. Die Administration Ihres Unternehmens kann Ihre Rolle ändern.',
  /** What was entered in forms that have disappeared. */
  kept: {
    title: 'Nicht gespeichert',
    gone: 'Wozu Sie das geschrieben haben, ist inzwischen gelöscht oder zusammengeführt. Kopieren Sie Ihren Text, wenn Sie ihn noch brauchen: Er bleibt hier, bis Sie ihn schließen.',
    forbidden: (role: string) =>
      `Ihre Rolle ist jetzt „${role}“. Damit fehlt Ihnen die Berechtigung, das zu speichern. Die Administration Ihres Unternehmens kann Ihre Rolle ändern. Kopieren Sie Ihren Text, wenn Sie ihn noch brauchen: Er bleibt hier, bis Sie ihn schließen.`,
    created:
      'Das haben Sie noch eingegeben, während Ihre Angaben gespeichert wurden. Es ist nicht mitgespeichert. Kopieren Sie Ihren Text, wenn Sie ihn noch brauchen: Er bleibt hier, bis Sie ihn schließen.',
  },
};
