import { createHash } from 'node:crypto';
import type { Fault } from '../../../core/http/index.ts';
import type { MultipartForm, ReceivedFile } from '../../../core/http/multipart.ts';
import type { ExternalApplicationBody } from '../../applications/index.ts';
import type { FormTexts } from '../texts.ts';
import type { FormToken } from './form-token.ts';

export const MAXIMUM_FILES = 20;

/** Fields of the form in the order in which they stand there. */
export const FIELDS = [
  'salutationId',
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'street',
  'streetNumber',
  'zipCode',
  'city',
  'message',
  'availableFrom',
  'cv',
  'documents',
  'privacyChecked',
  'termsOfUseChecked',
  'whatsAppConsentChecked',
  'homepage',
] as const;
export type Field = (typeof FIELDS)[number];

/** What is wrong, in the words of the page; `field` is undefined for what concerns the whole form. */
export interface FormError {
  field: Field | undefined;
  message: string;
}

/** What goes in as an application besides the form. */
export interface Circumstances {
  jobAdId: number;
  /** Undefined: the one that applications have anyway. */
  channelId: number | undefined;
  sourceOfSupplyId: number | undefined;
}

// What the CV parser reads. Photos are for people.
const READABLE =
  /^(application\/(pdf|rtf|vnd\.oasis\.opendocument\.text|vnd\.openxmlformats-officedocument\.wordprocessingml\.document)|text\/plain)$/;
const ACCEPTED = /^image\/(jpeg|png)$/;

export function isAccepted(mediaType: string): boolean {
  return READABLE.test(mediaType) || ACCEPTED.test(mediaType);
}

/** The form as the external application it stands for. */
export function toApplication(
  { fields, files }: Pick<MultipartForm, 'fields' | 'files'>,
  mediaTypes: ReadonlyMap<ReceivedFile, string>,
  circumstances: Circumstances,
): ExternalApplicationBody {
  const text = (name: Field) => {
    // Browsers send line breaks as CR LF.
    const value = fields.get(name)?.replaceAll('\r\n', '\n').trim();
    return value === '' ? undefined : value;
  };
  const consentsToWhatsApp = fields.has('whatsAppConsentChecked');
  return {
    ...circumstances,
    salutationId: /^\d{1,3}$/.test(text('salutationId') ?? '') ? Number(text('salutationId')) : undefined,
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    phoneNumber: text('phoneNumber'),
    street: text('street'),
    streetNumber: text('streetNumber'),
    zipCode: text('zipCode'),
    city: text('city'),
    message: text('message'),
    availableFrom: text('availableFrom'),
    // Whoever agrees to be written to there has it.
    hasWhatsApp: consentsToWhatsApp,
    whatsAppConsentChecked: consentsToWhatsApp,
    privacyChecked: fields.has('privacyChecked'),
    termsOfUseChecked: fields.has('termsOfUseChecked'),
    keywords: [],
    documents: files
      .filter(({ upload }) => upload !== undefined)
      .map((file) => ({
        filename: file.fileName,
        base64File: file.upload!,
        documentCategory: file.field === 'cv' ? 'cv' : 'application',
        shouldParseCV: file.field === 'cv' && READABLE.test(mediaTypes.get(file)!),
      })),
    // What is missing here is found by the same check that finds it missing in a body.
  } as unknown as ExternalApplicationBody;
}

/** The same for the same contents: what is sent twice by a double click. */
export function contentSha256({ fields, files }: Pick<MultipartForm, 'fields' | 'files'>): Buffer {
  const content = {
    fields: [...fields].sort(([a], [b]) => (a < b ? -1 : 1)),
    files: files.map(({ field, fileName, upload }) => [field, fileName, upload?.result.sha256]),
  };
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

/** What the form itself must show, before its values are looked at. */
export function tokenError(token: FormToken | undefined, texts: FormTexts): FormError[] {
  if (token?.state === 'valid') return [];
  const { tooQuick, outdated } = texts.errors;
  return [{ field: undefined, message: token?.state === 'tooQuick' ? tooQuick : outdated }];
}

export function trapError(fields: ReadonlyMap<string, string>, texts: FormTexts): FormError[] {
  // Said rather than swallowed: should a browser fill it in for somebody, the application is not lost.
  return (fields.get('homepage') ?? '') === ''
    ? []
    : [{ field: 'homepage', message: texts.errors.doNotFill }];
}

export function fileErrors(
  { files, hasTooManyFiles }: Pick<MultipartForm, 'files' | 'hasTooManyFiles'>,
  mediaTypes: ReadonlyMap<ReceivedFile, string>,
  maximumMegabytes: number,
  { errors }: FormTexts,
): FormError[] {
  const found: FormError[] = [];
  if (hasTooManyFiles) found.push({ field: 'documents', message: errors.tooManyFiles(MAXIMUM_FILES) });
  for (const file of files) {
    const field = file.field === 'cv' ? 'cv' : 'documents';
    const name = file.fileName.slice(0, 100);
    if (file.upload === undefined)
      found.push({ field, message: errors.fileTooLarge(name, maximumMegabytes) });
    else if (file.upload.bytes === 0) found.push({ field, message: errors.fileEmpty(name) });
    else if (!isAccepted(mediaTypes.get(file)!)) found.push({ field, message: errors.fileKind(name) });
  }
  return found;
}

/** The faults that the operation would name, in the words of the page: one for each field. */
export function toFormErrors(faults: readonly Fault[], { errors }: FormTexts): FormError[] {
  const special: Partial<Record<Field, string>> = {
    email: errors.email,
    phoneNumber: errors.phoneNumber,
    zipCode: errors.zipCode,
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

/** In the order of the form, each field once. */
export function inOrder(errors: readonly FormError[]): FormError[] {
  const place = ({ field }: FormError) => (field === undefined ? -1 : FIELDS.indexOf(field));
  const seen = new Set<string>();
  return [...errors]
    .sort((a, b) => place(a) - place(b))
    .filter(({ field, message }) => {
      // Of files each may have its own; of anything else one message says enough.
      const key = field === 'cv' || field === 'documents' || field === undefined ? message : field;
      return !seen.has(key) && seen.add(key);
    });
}
