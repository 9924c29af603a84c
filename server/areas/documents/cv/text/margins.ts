import { lineText, type TextLine } from './lines.ts';

/** "Seite 2 von 3", "Page", "2/3", "Lebenslauf – Seite 2": no part of the text. */
const PAGE_NUMBER =
  /^(?:.{0,40}[\s–—|·-])?(?:seite|page|s\.|p\.)\s*\d{0,3}\s*(?:(?:von|of|\/)\s*\d{0,3})?$|^[\s–—-]*\d{1,3}\s*(?:(?:von|of|\/)\s*\d{1,3})?[\s–—-]*$/iu;

export function isPageNumber(text: string): boolean {
  return PAGE_NUMBER.test(text.trim());
}

/** What programs that scan write on every page. */
const SCANNER_NOTE =
  /^(?:\S+ )?(?:gescannt|scanned|erstellt|created|digitalisiert)\s+(?:mit|von|with|by|using|in|auf|from)\s.{1,60}$|^(?:cam ?scanner|adobe scan|genius scan|office lens|microsoft lens|tap ?scanner|(?:my|tiny|i|clear|swift|fast|easy|doc|quick|photo)?scan(?:ner)?(?: ?(?:pro|app|bot|able))?|scan)(?:\s.{0,30})?$/iu;

/** A page number, or what a scanner adds. A page with nothing else is a scan. */
export function isScannerNote(text: string): boolean {
  return SCANNER_NOTE.test(text.trim()) || isPageNumber(text);
}

/**
 * The lines of a text with those of its page headers before it and those of its page footers after it. Page numbers
 * are left out, and so is what the text has too.
 */
export function withMargins(
  body: readonly TextLine[],
  headers: readonly TextLine[],
  footers: readonly TextLine[],
): TextLine[] {
  const seen = new Set(body.map(lineText));
  const keepNew = (lines: readonly TextLine[]) =>
    lines.filter((line) => {
      const text = lineText(line);
      const isNew = !seen.has(text) && !isPageNumber(text);
      if (isNew) seen.add(text);
      return isNew;
    });
  const above = keepNew(headers);
  const [first, ...others] = body;
  const gapped =
    first === undefined || above.length === 0 ? body : [{ ...first, hasGapBefore: true }, ...others];
  return [...above, ...gapped, ...keepNew(footers)];
}
