/** What came with an application and is not in the profile. */
export const SENT_DE = {
  differences: 'In der Bewerbung anders als im Profil',
  inProfile: (value: string) => `im Profil: ${value}`,
  takeOver: 'Übernehmen',
  takeOverNamed: (name: string) => `${name} ins Profil übernehmen`,
  takenOver: (name: string) => `${name}: ins Profil übernommen.`,
  notTakenOver: (name: string, value: string) =>
    `${name}: nicht übernommen, denn im Profil steht inzwischen „${value}“.`,
  takeOverAnyway: 'Trotzdem übernehmen',
  takenBack: (name: string) => `${name}: wieder wie vorher.`,
  allTakenOver: 'Das Profil hat jetzt alle Angaben aus der Bewerbung.',
  answers: 'Antworten aus dem Formular',
  moreAnswers: (count: number) => (count === 1 ? '1 weitere Antwort' : `${count} weitere Antworten`),
  cut: 'Das Formular hatte noch mehr Antworten. Sie stehen nur in der Schnittstelle.',
};
