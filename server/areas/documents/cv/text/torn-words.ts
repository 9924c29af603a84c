import { isHeadingWord } from '../extract/headings.ts';

// Words whose letters are set apart, as in labels and dates in capitals: where a letter is narrow, the distance looks like a
// space, so "SEPTEMBER" comes as "SE PT E MBE R".

/** Months, "heute" and the labels of personal data. Headings are known elsewhere. */
const WORDS =
  /^(?:januar|jänner|january|februar|february|märz|march|april|mai|may|juni|june|juli|july|august|september|oktober|october|november|dezember|december|jan|feb|mär|mrz|mar|apr|jun|jul|aug|sept?|okt|oct|nov|dez|dec|heute|jetzt|aktuell|gegenwärtig|present|current|today|now|bis|geburts(?:datum|tag|ort)|geboren|geschlecht|nationalität|staatsangehörigkeit|staatsbürgerschaft|familienstand|führerschein|fahrerlaubnis|telefon|mobil|handy|adresse|anschrift|wohnort|website|birth|place|date|born|nationality|citizenship|driving|licen[cs]e|address|phone|mobile|email|gender|status)$/u;
const MAXIMUM_PIECES = 14;

/** Words in capitals, or their pieces. */
const RUN = /(?<!\p{L})\p{Lu}{1,14}(?: \p{Lu}{1,14}){1,30}(?!\p{L})/gu;

/** Joins the pieces of such words. All of them are in capitals. */
export function joinTornWords(text: string): string {
  const isShouted = !/\p{Ll}/u.test(text);
  return text.replaceAll(RUN, (run) => joinPieces(run.split(' '), isShouted));
}

function joinPieces(pieces: readonly string[], isShouted: boolean): string {
  const words: string[] = [];
  for (let at = 0; at < pieces.length; ) {
    const count = piecesOfWord(pieces, at, isShouted);
    words.push(pieces.slice(at, at + count).join(''));
    at += count;
  }
  return words.join(' ');
}

/** How many pieces from this one on are one known word: as many as possible, or else one. */
function piecesOfWord(pieces: readonly string[], at: number, isShouted: boolean): number {
  for (let count = Math.min(MAXIMUM_PIECES, pieces.length - at); count > 1; count--) {
    const word = pieces
      .slice(at, at + count)
      .join('')
      .toLowerCase();
    if (WORDS.test(word) || (isShouted && isHeadingWord(word))) return count;
  }
  return 1;
}
