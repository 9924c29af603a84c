import { createHash } from 'node:crypto';
import type { Fault } from '../../../core/http/index.ts';
import { LARGEST_BODY_BYTES } from '../../../core/http/limits.ts';
import type { MultipartForm, ReceivedFile } from '../../../core/http/multipart.ts';
import { LINE_LENGTH } from '../../../core/http/schema.ts';
import { lengthOf, truncate } from '../../../core/text/truncate.ts';
import type { ConsentVersion } from '../consents.ts';
import type { FormTexts } from '../texts.ts';
import type { FormToken } from './form-token.ts';
import { postalCodeRule } from './postal-code.ts';

export const MAXIMUM_FILES = 20;

/** The fields of the form, in their order on the page. */
const FIELDS = [
  'cv',
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'countryId',
  'zipCode',
  'city',
  'salutationId',
  'street',
  'streetNumber',
  'availableFrom',
  'message',
  'documents',
  'privacyChecked',
  'termsOfUseChecked',
  'whatsAppConsentChecked',
  'homepage',
] as const;
export type Field = (typeof FIELDS)[number];

/** The part of the form that is folded until the visitor opens it. */
export const FOLDED_FIELDS = [
  'salutationId',
  'street',
  'streetNumber',
  'availableFrom',
  'message',
  'documents',
] as const satisfies readonly Field[];

const CONSENT_FIELDS = [
  'privacyChecked',
  'termsOfUseChecked',
  'whatsAppConsentChecked',
] as const satisfies readonly Field[];

/** An error message for the visitor. `field` is undefined if the error concerns the entire form. */
export interface FormError {
  field: Field | undefined;
  message: string;
}

/** The data of an application that does not come from the form. */
interface ApplicationSource {
  jobAdId: number;
  /** Undefined selects the default channel. */
  channelId: number | undefined;
  sourceOfSupplyId: number | undefined;
}

// The types that have text.
const TEXT =
  /^(application\/(pdf|rtf|msword|vnd\.oasis\.opendocument\.text|vnd\.openxmlformats-officedocument\.wordprocessingml\.document)|text\/plain)$/;
const PICTURE = /^image\/(jpeg|png)$/;
/** A file of a program before 2007 that does not say which. */
const OLD_OFFICE = 'application/x-cfb';

function hasText(mediaType: string, fileName: string): boolean {
  return TEXT.test(mediaType) || (mediaType === OLD_OFFICE && /\.doc$/i.test(fileName));
}

function isAccepted(mediaType: string, fileName: string): boolean {
  return hasText(mediaType, fileName) || PICTURE.test(mediaType);
}

function hasLongName(fileName: string): boolean {
  return lengthOf(fileName) > LINE_LENGTH;
}

/** Converts the form to the body of an external application. Values can be missing or blank; the check of the body detects that. */
export function toApplication(
  { fields, files }: Pick<MultipartForm, 'fields' | 'files'>,
  source: ApplicationSource,
): object {
  // Browsers send line breaks as CRLF.
  const text = (name: Field) => fields.get(name)?.replaceAll('\r\n', '\n');
  const id = (name: Field) => {
    const value = text(name)?.trim() ?? '';
    return /^\d{1,3}$/.test(value) ? Number(value) : undefined;
  };
  const consentsToWhatsApp = fields.has('whatsAppConsentChecked');
  return {
    ...source,
    salutationId: id('salutationId'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    phoneNumber: text('phoneNumber'),
    street: text('street'),
    streetNumber: text('streetNumber'),
    zipCode: text('zipCode'),
    city: text('city'),
    countryId: id('countryId'),
    message: text('message'),
    availableFrom: text('availableFrom'),
    // A person who agrees to WhatsApp messages has WhatsApp.
    hasWhatsApp: consentsToWhatsApp,
    whatsAppConsentChecked: consentsToWhatsApp,
    privacyChecked: fields.has('privacyChecked'),
    termsOfUseChecked: fields.has('termsOfUseChecked'),
    keywords: [],
    documents: files
      // The others have errors of their own.
      .filter(({ upload, fileName }) => upload !== undefined && !hasLongName(fileName))
      .map((file) => ({
        filename: file.fileName,
        base64File: file.upload!,
        documentCategory: file.field === 'cv' ? 'cv' : 'application',
        // Of a picture that is not read, the document says so.
        shouldParseCV: file.field === 'cv',
      })),
  };
}

/** A hash of the contents, which is the same if a double click sends the form twice. */
export function contentSha256({ fields, files }: Pick<MultipartForm, 'fields' | 'files'>): Buffer {
  const content = {
    fields: [...fields].sort(([a], [b]) => (a < b ? -1 : 1)),
    files: files.map(({ field, fileName, upload }) => [field, fileName, upload?.result.sha256]),
  };
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

/** The error if the token does not prove that the form was opened here and filled in by a person. */
export function tokenError(token: FormToken | undefined, texts: FormTexts): FormError[] {
  if (token?.state === 'valid') return [];
  return [{ field: undefined, message: texts.errors[token?.state ?? 'outdated'] }];
}

/** The error if the form did not show the consent texts that are in force. What the visitor ticked is then not about them. */
export function consentsError(
  token: FormToken | undefined,
  current: ConsentVersion,
  { errors }: FormTexts,
): FormError[] {
  return hasShown(token, current) ? [] : [{ field: 'privacyChecked', message: errors.consentsChanged }];
}

/** A form that was opened before forms named their texts did not prove what it showed. */
export function hasShown(token: FormToken | undefined, { version }: ConsentVersion): boolean {
  return token?.consents?.version === version;
}

/** What the visitor sent, without consents to texts that the form did not show. */
export function valuesToShow(
  fields: ReadonlyMap<string, string>,
  token: FormToken | undefined,
  current: ConsentVersion,
): ReadonlyMap<string, string> {
  if (hasShown(token, current)) return fields;
  return new Map([...fields].filter(([name]) => !CONSENT_FIELDS.some((field) => field === name)));
}

export function honeypotError(fields: ReadonlyMap<string, string>, texts: FormTexts): FormError[] {
  // The visitor sees this error, because a browser could fill in the field automatically. The application is then not lost.
  return (fields.get('homepage') ?? '') === ''
    ? []
    : [{ field: 'homepage', message: texts.errors.doNotFill }];
}

/** The error if the applicant agrees to WhatsApp messages without a number to send them to. */
export function whatsAppError(fields: ReadonlyMap<string, string>, { errors }: FormTexts): FormError[] {
  const hasNumber = (fields.get('phoneNumber') ?? '').trim() !== '';
  return hasNumber || !fields.has('whatsAppConsentChecked')
    ? []
    : [{ field: 'phoneNumber', message: errors.whatsAppNumber }];
}

export function isUsable(file: ReceivedFile, mediaTypes: ReadonlyMap<ReceivedFile, string>): boolean {
  return (
    file.upload !== undefined &&
    file.upload.bytes > 0 &&
    !hasLongName(file.fileName) &&
    isAccepted(mediaTypes.get(file)!, file.fileName)
  );
}

export function isReadable(file: ReceivedFile, mediaTypes: ReadonlyMap<ReceivedFile, string>): boolean {
  return isUsable(file, mediaTypes) && hasText(mediaTypes.get(file)!, file.fileName);
}

/** The errors if all files of the application, including those sent earlier, exceed its limits. */
export function totalErrors(files: readonly ReceivedFile[], { errors }: FormTexts): FormError[] {
  const bytes = files.reduce((sum, { upload }) => sum + (upload?.bytes ?? 0), 0);
  const found: FormError[] = [];
  if (files.length > MAXIMUM_FILES)
    found.push({ field: 'documents', message: errors.tooManyFiles(MAXIMUM_FILES) });
  if (bytes > LARGEST_BODY_BYTES)
    found.push({ field: 'documents', message: errors.allTooLarge(LARGEST_BODY_BYTES / 1024 ** 2) });
  return found;
}

export function fileErrors(
  form: Omit<MultipartForm, 'fields' | 'discard'>,
  mediaTypes: ReadonlyMap<ReceivedFile, string>,
  maximumMegabytes: number,
  { errors }: FormTexts,
): FormError[] {
  const { files, hasTooManyFiles, hasUnadmittedFiles } = form;
  const found: FormError[] = [];
  // The error of the token explains it.
  if (hasUnadmittedFiles) return found;
  if (hasTooManyFiles) found.push({ field: 'documents', message: errors.tooManyFiles(MAXIMUM_FILES) });
  for (const file of files) {
    const field = file.field === 'cv' ? 'cv' : 'documents';
    const name = truncate(file.fileName, 100);
    if (file.upload === undefined)
      found.push({ field, message: errors.fileTooLarge(name, maximumMegabytes) });
    else if (hasLongName(file.fileName))
      found.push({ field, message: errors.fileNameTooLong(name, LINE_LENGTH) });
    else if (file.upload.bytes === 0) found.push({ field, message: errors.fileEmpty(name) });
    else if (!isAccepted(mediaTypes.get(file)!, file.fileName))
      found.push({ field, message: errors.fileKind(name) });
  }
  return found;
}

/** Converts the faults of the operation to error messages for the visitor. */
export function toFormErrors(
  faults: readonly Fault[],
  fields: ReadonlyMap<string, string>,
  { errors }: FormTexts,
): FormError[] {
  const special: Partial<Record<Field, string>> = {
    email: errors.email,
    phoneNumber: errors.phoneNumber,
    zipCode: errors.zipCode[postalCodeRule(fields.get('countryId'))],
    availableFrom: errors.availableFrom,
    privacyChecked: errors.consent,
    termsOfUseChecked: errors.consent,
  };
  return faults.map(({ property, code }) => {
    const field = FIELDS.find((name) => name === property);
    if (field === undefined) return { field, message: errors.unclear };
    if (field.endsWith('Checked')) return { field, message: special[field] ?? errors.invalid };
    if (code === 'required') return { field, message: errors.required };
    if (code === 'length') return { field, message: errors.tooLong };
    return { field, message: special[field] ?? errors.invalid };
  });
}

/** Sorts the errors in the order of the form and keeps one error per field. Files can have several errors. */
export function sortErrors(errors: readonly FormError[]): FormError[] {
  const position = ({ field }: FormError) => (field === undefined ? -1 : FIELDS.indexOf(field));
  const seen = new Set<string>();
  return [...errors]
    .sort((a, b) => position(a) - position(b))
    .filter(({ field, message }) => {
      // Each file can have its own error.
      const key = field === 'cv' || field === 'documents' || field === undefined ? message : field;
      return !seen.has(key) && seen.add(key);
    });
}
