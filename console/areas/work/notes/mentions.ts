/** A user who can be mentioned. */
export interface Mentionable {
  id: number;
  name: string;
}

const MAXIMUM_OFFERED = 8;
/** What follows an @ at the beginning or after a space, up to the cursor: at most two words. */
const BEGUN = /(?:^|[\s(])@([\p{L}\p{M}\d.'-]*(?: [\p{L}\p{M}\d.'-]*)?)$/u;

interface Begun {
  /** Where the @ is. */
  start: number;
  words: string;
}

/** The mention that the user is typing. */
export function findBegun(text: string, cursor: number): Begun | undefined {
  const found = BEGUN.exec(text.slice(0, cursor));
  return found === null ? undefined : { start: cursor - found[1]!.length - 1, words: found[1]! };
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** The users of whom every word begins a part of the name. Nobody, once the name of the only one is complete. */
export function findOffered(users: readonly Mentionable[], words: string): Mentionable[] {
  const wanted = plain(words).split(' ').filter(Boolean);
  const found = users.filter(({ name }) => {
    const parts = plain(name).split(/[\s-]+/);
    return wanted.every((word) => parts.some((part) => part.startsWith(word)));
  });
  const isComplete = found.length === 1 && plain(found[0]!.name) === plain(words).trim();
  return isComplete ? [] : found.slice(0, MAXIMUM_OFFERED);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What continues a name: a letter, an accent, a digit, or the second half of a double name. */
const CONTINUED = '[\\p{L}\\p{M}\\d]|[-\\u2010\\u2011][\\p{L}\\d]';

/** The users whose name follows an @ in the text, with all who have it. A longer name goes before one that begins like it. */
export function findMentioned(users: readonly Mentionable[], text: string): Mentionable[] {
  // One letter with an accent can be two characters.
  let rest = text.normalize('NFC');
  return [...Map.groupBy(users, ({ name }) => name.normalize('NFC'))]
    .sort(([one], [other]) => other.length - one.length)
    .flatMap(([name, namesakes]) => {
      const pattern = new RegExp(`@${escaped(name)}(?!${CONTINUED})`, 'gu');
      const isFound = pattern.test(rest);
      // No name has a line break, so what stands around it does not become one.
      rest = rest.replace(pattern, '\n');
      return isFound ? namesakes : [];
    });
}
