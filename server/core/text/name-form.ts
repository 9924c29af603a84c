// Programs write the same word in different ways: ä is one character or an a with a mark, and a copied text has other or more blanks.

/** A name or keyword as it is stored: in normalization form C, with one blank for each run of white space. */
export function toStoredName(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
}

/**
 * The form by which keywords are compared. It is composed after the conversion, because a lower-case letter can have a composed
 * form that its upper-case letter lacks: t with a diaeresis is one character, T with one is two.
 */
export function toKeywordMatch(name: string): string {
  return toStoredName(name.toLowerCase());
}
