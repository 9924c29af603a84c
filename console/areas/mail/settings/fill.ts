/** A placeholder as the service recognizes it. */
const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The text with samples in place of its placeholders. One without a sample stays. */
export const fill = (text: string, samples: Readonly<Record<string, string>>): string =>
  text.replaceAll(PLACEHOLDER, (placeholder, name: string) => samples[name] ?? placeholder);
