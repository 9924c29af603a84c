import type { IncomingMessage } from 'node:http';
import { isUnavailable } from '../../../core/db/faults.ts';
import type { ReferenceKinds } from '../../../core/http/index.ts';
import { LARGEST_BODY_BYTES } from '../../../core/http/limits.ts';
import { type MultipartForm, type ReceivedFile, readMultipart } from '../../../core/http/multipart.ts';
import type { Services } from '../../../core/services.ts';
import { createApplicationCheck, describeDocuments } from '../../applications/index.ts';
import { detectMediaType, MAXIMUM_DOCUMENT_BYTES } from '../../documents/index.ts';
import { consentTexts } from '../consents.ts';
import { formPage } from '../pages/form.ts';
import type { Frame } from '../pages/layout.ts';
import { type Ad, findSourceOfSupply } from '../queries.ts';
import { loadSalutations } from '../tenant.ts';
import { TEXTS } from '../translations.ts';
import {
  type FormError,
  fileErrors,
  honeypotError,
  MAXIMUM_FILES,
  sortErrors,
  toApplication,
  toFormErrors,
  tokenError,
} from './form.ts';
import { FormTokens } from './form-token.ts';
import { receiveOnce } from './receive.ts';
import { SenderLimit } from './sender-limit.ts';

const LIMITS = {
  maximumBodyBytes: LARGEST_BODY_BYTES,
  maximumFileBytes: MAXIMUM_DOCUMENT_BYTES,
  maximumFiles: MAXIMUM_FILES,
  maximumFields: 40,
  // The longest message, with four bytes per character.
  maximumFieldBytes: 4 * 65_535 + 4,
};
const MEGABYTE = 1024 * 1024;

/** Creates application forms and processes the submitted ones. */
export class ApplicationIntake {
  readonly #services: Services;
  readonly #tokens: FormTokens;
  readonly #limit = new SenderLimit();
  readonly #check: ReturnType<typeof createApplicationCheck>;

  constructor(services: Services, references: ReferenceKinds) {
    this.#services = services;
    this.#tokens = new FormTokens(services.masterKey);
    this.#check = createApplicationCheck(references);
  }

  /** Counts a submission. Returns the seconds that the address has to wait, or 0 if the submission is within the limit. */
  countSubmission(address: string): number {
    return this.#limit.count(address, this.#services.now());
  }

  emptyForm(frame: Frame, tenantId: number, ad: Ad): Promise<string> {
    return this.#form(frame, tenantId, ad, undefined, new Map(), [], false);
  }

  /** Processes a submitted form. Returns undefined if it was stored, or else the form page with its errors. */
  async receive(
    request: IncomingMessage,
    frame: Frame,
    tenantId: number,
    ad: Ad,
    channelId: number | undefined,
  ): Promise<string | undefined> {
    const form = await readMultipart(this.#services, tenantId, request, LIMITS);
    try {
      const errorPage = await this.#checkAndStore(form, frame, tenantId, ad, channelId);
      await form.discard();
      return errorPage;
    } catch (error) {
      // If the connection to the database broke, the transaction could have been committed. The sweep then checks in the
      // database which files were adopted.
      if (!isUnavailable(error)) await form.discard();
      throw error;
    }
  }

  async #checkAndStore(
    form: MultipartForm,
    frame: Frame,
    tenantId: number,
    ad: Ad,
    channelId: number | undefined,
  ): Promise<string | undefined> {
    const services = this.#services;
    const texts = TEXTS[frame.language].form;
    const token = this.#tokens.read(form.fields.get('token') ?? '', tenantId, ad.id, services.now());
    const mediaTypes = await detectMediaTypes(form);
    const sourceOfSupplyId = await findSourceOfSupply(services.database.tenant(tenantId), tenantId);
    const source = { jobAdId: ad.id, channelId, sourceOfSupplyId };
    const sent = toApplication(form, mediaTypes, source);
    const { body, faults } = await this.#check(services, tenantId, sent);
    const errors = sortErrors([
      ...tokenError(token, texts),
      ...honeypotError(form.fields, texts),
      ...fileErrors(form, mediaTypes, MAXIMUM_DOCUMENT_BYTES / MEGABYTE, texts),
      ...toFormErrors(faults, texts),
    ]);
    if (errors.length > 0 || token === undefined) {
      const kept = token?.state === 'outdated' ? undefined : token?.text;
      return this.#form(frame, tenantId, ad, kept, form.fields, errors, form.files.length > 0);
    }
    const { version } = consentTexts(frame.settings, frame.tenant.name, frame.language);
    const consents = { version, language: frame.language };
    const documents = await describeDocuments(services, body);
    await receiveOnce(services, tenantId, token.text, form, body, documents, consents);
    return undefined;
  }

  async #form(
    frame: Frame,
    tenantId: number,
    ad: Ad,
    token: string | undefined,
    values: ReadonlyMap<string, string>,
    errors: readonly FormError[],
    lostFiles: boolean,
  ): Promise<string> {
    return formPage(frame, ad, {
      token: token ?? this.#tokens.create(tenantId, ad.id, this.#services.now()),
      salutations: await loadSalutations(this.#services, frame.language),
      consents: consentTexts(frame.settings, frame.tenant.name, frame.language),
      maximumMegabytes: MAXIMUM_DOCUMENT_BYTES / MEGABYTE,
      values,
      errors,
      lostFiles,
    });
  }
}

async function detectMediaTypes({ files }: Pick<MultipartForm, 'files'>): Promise<Map<ReceivedFile, string>> {
  const types = new Map<ReceivedFile, string>();
  for (const file of files) {
    if (file.upload !== undefined) types.set(file, await detectMediaType(file.upload.result.head));
  }
  return types;
}
