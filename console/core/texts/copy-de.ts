/** Texts that people take elsewhere, such as a secret. */
export const COPY_DE = {
  copy: 'Kopieren',
  copyOf: (name: string) => `Kopieren: ${name}`,
  copied: 'Kopiert.',
  selected: 'Der Text ist markiert. Kopieren Sie ihn mit Strg+C, auf einem Mac mit ⌘+C.',
  once: 'Das wird nur dieses eine Mal gezeigt.',
  notCopied: 'Sie haben es noch nicht kopiert. Wenn Sie schließen, ist es nicht mehr zu sehen.',
  closeAnyway: 'Ohne Kopie schließen',
  done: 'Fertig',
};
