// Programs write the same word in different ways: ä is one character or an a with a mark, and a copied text has other or more blanks.

/** A name or keyword as it is stored: in normalization form C, with one blank for each run of white space. */
export function toStoredName(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
}

/** In lower case, with ss for ß: capitals write Straße as STRASSE or STRAẞE, and Switzerland writes Strasse. */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('ß', 'ss');
}

/**
 * Soft hyphens, zero width spaces, and marks of direction, which copies from web pages and word processors have. Joiners (U+200C and
 * U+200D) are parts of letters in some scripts. When this changes, a migration must change the stored forms: see
 * 0101_names_without_invisible_signs.sql.
 */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]+/g;

/**
 * The form by which keywords, and names of the tenant's value lists, are compared. Only this function makes it: lower() of
 * PostgreSQL depends on the locale of the database. It is composed after the conversion, because a lower-case letter can have a
 * composed form that its upper-case letter lacks: t with a diaeresis is one character, T with one is two.
 */
export function toNameMatch(name: string): string {
  const folded = foldCase(name);
  return toStoredName(folded.replaceAll(INVISIBLE, '')) || toStoredName(folded);
}
