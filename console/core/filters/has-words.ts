/** Whether one of the texts has all the words, in any order and case. */
export function hasWords(words: string | undefined, texts: readonly (string | null)[]): boolean {
  const text = texts.join(' ').toLocaleLowerCase();
  return (words ?? '')
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
