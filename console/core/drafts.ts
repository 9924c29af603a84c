// Texts that were begun and not sent. They are kept in memory only, so they end with the page and at sign-out.

const drafts = new Map<string, string>();

export const readDraft = (key: string): string => drafts.get(key) ?? '';

export function writeDraft(key: string, text: string): void {
  if (text.trim() === '') drafts.delete(key);
  else drafts.set(key, text);
}

export const forgetDrafts = (): void => drafts.clear();

// A page that would lose a draft asks before it is left.
window.addEventListener('beforeunload', (event) => {
  if (drafts.size > 0) event.preventDefault();
});
