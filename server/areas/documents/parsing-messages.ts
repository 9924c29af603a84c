import type { ParsingReason } from './cv/worker/parse.ts';

const WITHOUT_RECOGNITION =
  'Ask for the CV as a PDF with text, or as DOCX. An operator can turn the recognition on with CV_OCR=on.';

/**
 * Why a CV was not read, for people. They never contain anything from the file. A document has only the message, and its reason
 * is found by it: if you change a message, documents that failed before have no reason any more.
 */
export const PARSING_MESSAGES: Record<ParsingReason | 'unreadable' | 'internal' | 'retried', string> = {
  unknownFormat: 'The file is not a PDF, DOCX, DOC, ODT, RTF or text file, nor a JPEG or PNG picture.',
  oldWord: 'The file has the format of Word before 97. Save it as DOCX or PDF.',
  image: `The file is a picture, and this installation does not recognize text in pictures. ${WITHOUT_RECOGNITION}`,
  otherImage:
    'The file is a picture that is neither JPEG nor PNG. Ask for the CV as a PDF with text, or as DOCX.',
  scan: `The pages of the file have no text. Scans are such files: their pages are pictures, and this installation does not recognize text in pictures. ${WITHOUT_RECOGNITION}`,
  unrecognized: 'No text was recognized in the pictures. Ask for the CV as a PDF with text, or as DOCX.',
  tooManyPixels: 'The picture has more than 50 million pixels. Save it with fewer.',
  encrypted: 'The file is password-protected.',
  damaged: 'The file is damaged.',
  noText: 'The file contains no text.',
  tooLarge: 'The file is larger than 25 MiB.',
  tooManyEntries: 'The file has too many parts.',
  suspiciousCompression: 'The file is too large when decompressed.',
  timeout: 'Reading the file took too long.',
  memory: 'Reading the file took too much memory.',
  crashed: 'Reading the file failed.',
  unreadable: 'The stored file cannot be read.',
  internal: 'The data in the file could not be stored.',
  retried: 'The data in the file could not be stored. It will be retried automatically.',
};

export const PARSING_REASONS = Object.keys(PARSING_MESSAGES) as (keyof typeof PARSING_MESSAGES)[];
