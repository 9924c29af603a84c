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
 * The form by which keywords, and names of the tenant's value lists, are compared. Only this function makes it: lower() of
 * PostgreSQL depends on the locale of the database. It is composed after the conversion, because a lower-case letter can have a
 * composed form that its upper-case letter lacks: t with a diaeresis is one character, T with one is two.
 */
export function toNameMatch(name: string): string {
  return toStoredName(foldCase(name));
}
