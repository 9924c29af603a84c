import type { IncomingMessage } from 'node:http';
import { isUnavailable } from '../../../core/db/faults.ts';
import type { ReferenceKinds } from '../../../core/http/index.ts';
import { LARGEST_BODY_BYTES } from '../../../core/http/limits.ts';
import { type MultipartForm, type ReceivedFile, readMultipart } from '../../../core/http/multipart.ts';
import type { Services } from '../../../core/services.ts';
import { createApplicationCheck, describeDocuments } from '../../applications/index.ts';
import { detectMediaType, MAXIMUM_DOCUMENT_BYTES } from '../../documents/index.ts';
import { consentTexts } from '../consents.ts';
import { loadSalutations } from '../firm.ts';
import { formPage } from '../pages/form.ts';
import type { Frame } from '../pages/layout.ts';
import { type Ad, findSourceOfSupply } from '../queries.ts';
import { TEXTS } from '../translations.ts';
import {
  type FormError,
  fileErrors,
  inOrder,
  MAXIMUM_FILES,
  toApplication,
  toFormErrors,
  tokenError,
  trapError,
} from './form.ts';
import { FormTokens } from './form-token.ts';
import { receiveOnce } from './receive.ts';
import { SenderLimit } from './sender-limit.ts';

const LIMITS = {
  maximumBodyBytes: LARGEST_BODY_BYTES,
  maximumFileBytes: MAXIMUM_DOCUMENT_BYTES,
  maximumFiles: MAXIMUM_FILES,
  maximumFields: 40,
  // The longest message, every character of it in four bytes.
  maximumFieldBytes: 4 * 65_535 + 4,
};
const MEGABYTE = 1024 * 1024;

/** Hands out application forms and takes them in. */
export class ApplicationDesk {
  readonly #services: Services;
  readonly #tokens: FormTokens;
  readonly #limit = new SenderLimit();
  readonly #check: ReturnType<typeof createApplicationCheck>;

  constructor(services: Services, references: ReferenceKinds) {
    this.#services = services;
    this.#tokens = new FormTokens(services.masterKey);
    this.#check = createApplicationCheck(references);
  }

  /** Seconds this address has to wait before it may send another form; 0: it may now. */
  admit(address: string): number {
    return this.#limit.count(address, this.#services.now());
  }

  emptyForm(frame: Frame, tenantId: number, ad: Ad): Promise<string> {
    return this.#form(frame, tenantId, ad, undefined, new Map(), [], false);
  }

  /** Takes a sent form in. Answers the page to show when it cannot be: the form again, with what is wrong. */
  async receive(
    request: IncomingMessage,
    frame: Frame,
    tenantId: number,
    ad: Ad,
    channelId: number | undefined,
  ): Promise<string | undefined> {
    const form = await readMultipart(this.#services, tenantId, request, LIMITS);
    try {
      const refusal = await this.#judge(form, frame, tenantId, ad, channelId);
      await form.discard();
      return refusal;
    } catch (error) {
      // Whether a transaction was committed when its connection broke is not known: what it adopted then is left to
      // the sweep, which asks the database.
      if (!isUnavailable(error)) await form.discard();
      throw error;
    }
  }

  async #judge(
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
    const body = toApplication(form, mediaTypes, { jobAdId: ad.id, channelId, sourceOfSupplyId });
    const errors = inOrder([
      ...tokenError(token, texts),
      ...trapError(form.fields, texts),
      ...fileErrors(form, mediaTypes, MAXIMUM_DOCUMENT_BYTES / MEGABYTE, texts),
      ...toFormErrors(await this.#check(services, tenantId, body), texts),
    ]);
    if (errors.length > 0 || token === undefined) {
      const kept = token?.state === 'outdated' ? undefined : token?.text;
      return this.#form(frame, tenantId, ad, kept, form.fields, errors, form.files.length > 0);
    }
    const { version } = consentTexts(frame.settings, frame.firm.name, frame.language);
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
      consents: consentTexts(frame.settings, frame.firm.name, frame.language),
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
