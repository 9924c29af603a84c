/** What was typed after a text was sent: the rest if the text was continued, or else all of it. */
export function typedSince(sent: string, now: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}
