import { BlobDamagedError, BlobNotFoundError } from '../../../core/blobs/index.ts';
import { isOverDocumentQuota, isUnavailable, violatedConstraint } from '../../../core/db/faults.ts';
import { ApiError, type ReferenceKinds } from '../../../core/http/index.ts';
import type { MultipartForm, ReceivedFile } from '../../../core/http/multipart.ts';
import type { Services } from '../../../core/services.ts';
import { createApplicationCheck, describeDocuments } from '../../applications/index.ts';
import { detectMediaType, MAXIMUM_DOCUMENT_BYTES } from '../../documents/index.ts';
import { consentTexts } from '../consents.ts';
import { formPage } from '../pages/form.ts';
import type { FormState } from '../pages/form-state.ts';
import { keptFiles } from '../pages/kept-files.ts';
import { type Frame, LANGUAGE_BUTTON } from '../pages/layout.ts';
import { type Ad, findSourceOfSupply } from '../queries.ts';
import { loadCountries, loadSalutations } from '../tenant.ts';
import { TEXTS } from '../translations.ts';
import { CvReader } from './cv-reader.ts';
import {
  consentsError,
  type Field,
  type FormError,
  fileErrors,
  hasShown,
  honeypotError,
  isReadable,
  isUsable,
  sortErrors,
  toApplication,
  toFormErrors,
  tokenError,
  totalErrors,
  valuesToShow,
  whatsAppError,
} from './form.ts';
import { FormArrival, isCurrent, type SentForm } from './form-arrival.ts';
import { type FormToken, FormTokens } from './form-token.ts';
import { type HeldChoice, type HeldFile, HeldUploads, readChoice } from './held-uploads.ts';
import { prefill } from './prefill.ts';
import { HeldFilesGoneError, hasReceived, isReceived, receiveOnce } from './receive.ts';
import { type FormKind, PortalUsage } from './usage.ts';

const MEGABYTE = 1024 * 1024;

/** A form that a visitor sends. */
export interface Submission extends SentForm {
  frame: Frame;
  ad: Ad;
  /** Undefined selects the default channel. */
  channelId: number | undefined;
}

/** A form with all its files: those in the request, and those that were received before. */
interface Received extends Submission {
  form: MultipartForm;
  token: FormToken | undefined;
  choice: HeldChoice;
  /** The kept files, then those in the request. */
  files: ReceivedFile[];
  mediaTypes: Map<ReceivedFile, string>;
  /** The blobs of the request that stay after it. */
  keptKeys: Set<string>;
}

/** The form after its CV was read, as a page or for the script on the page. */
interface CvReading {
  hasErrors: boolean;
  page(): Promise<string>;
  result: { message: string; values: Record<string, string>; kept: string };
}

/** The form with its errors, or in another language. */
interface FormAgain {
  status: 200 | 422 | 507;
  html: string;
}

/** Creates application forms and processes the submitted ones. */
export class ApplicationIntake {
  readonly #services: Services;
  readonly #tokens: FormTokens;
  readonly #usage: PortalUsage;
  readonly #arrival: FormArrival;
  readonly #held: HeldUploads;
  readonly #reader: CvReader;
  readonly #check: ReturnType<typeof createApplicationCheck>;

  constructor(services: Services, references: ReferenceKinds) {
    this.#services = services;
    this.#tokens = new FormTokens(services.masterKeys);
    this.#usage = new PortalUsage(services);
    this.#arrival = new FormArrival(services, this.#tokens, this.#usage);
    this.#held = new HeldUploads(services);
    this.#reader = new CvReader(services);
    // The portal chooses the source, not the visitor. If all of them have expired, an expired one is better than no application.
    const source = {
      ...references['source of supply']!,
      find: async (_services: unknown, _db: unknown, _tenantId: unknown, ids: number[]) => ids,
    };
    this.#check = createApplicationCheck({ ...references, 'source of supply': source });
  }

  /**
   * Counts a submission, or a form that is sent to read its CV. Returns the seconds that the address has to wait, or 0 if it is
   * within the limit.
   */
  count(kind: FormKind, address: string): Promise<number> {
    return this.#usage.countForm(kind, address);
  }

  emptyForm(frame: Frame, tenantId: number, ad: Ad): Promise<string> {
    return this.#form({ frame, tenantId, ad }, {});
  }

  /** Processes a submitted form. Returns undefined if it was stored, or else the form again. */
  receive(submission: Submission): Promise<FormAgain | undefined> {
    return this.#process(submission, (received) => this.#checkAndStore(received));
  }

  /** Whether a form for an ad that is gone repeats an application that was stored while the ad was active. */
  async isRepeated(sent: SentForm, jobAdId: number): Promise<boolean> {
    const { tenantId } = sent;
    try {
      const { form, token } = await this.#arrival.read(sent, jobAdId, async (token) => {
        if (token === undefined) throw new ApiError('malformedBody');
        // The files are stored to compare their contents, and deleted afterwards. The files of a form that was never stored are
        // only read, because a browser shows the page after it has sent the entire form.
        return isCurrent(token) && hasReceived(this.#services, tenantId, token.text);
      });
      try {
        return isCurrent(token) && (await isReceived(this.#services, tenantId, token.text, form));
      } finally {
        await form.discard();
      }
    } catch (error) {
      // A form that is too large or malformed was never stored.
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  /** Reads the CV of a form, and keeps the files of the form. */
  readCv(submission: Submission): Promise<CvReading> {
    return this.#process(submission, (received) => this.#readCv(received));
  }

  async #process<T>(submission: Submission, work: (received: Received) => Promise<T>): Promise<T> {
    // A file must not come before a token that this service created for this form.
    const { form, token } = await this.#arrival.read(submission, submission.ad.id, async (token) => {
      if (token === undefined) throw new ApiError('malformedBody');
      return isCurrent(token);
    });
    const keptKeys = new Set<string>();
    try {
      const result = await work(await this.#complete(submission, form, token, keptKeys));
      await form.discard(keptKeys);
      return result;
    } catch (error) {
      // If the connection to the database broke, the transaction could have been committed. The sweep then checks in the
      // database which files were adopted.
      if (!isUnavailable(error)) await form.discard();
      throw error;
    }
  }

  /** Adds the files that were received with an earlier submission of the form. */
  async #complete(
    submission: Submission,
    form: MultipartForm,
    token: FormToken | undefined,
    keptKeys: Set<string>,
  ): Promise<Received> {
    const { tenantId } = submission;
    const held = isCurrent(token) ? await this.#held.find(tenantId, token.text) : [];
    const mediaTypes = new Map<ReceivedFile, string>();
    for (const file of form.files) await this.#detect(file, tenantId, mediaTypes);
    const hasNewCv = form.files.some((file) => file.field === 'cv' && isUsable(file, mediaTypes));
    const choice = readChoice(held, form.fields, hasNewCv);
    const files: ReceivedFile[] = [];
    for (const file of choice.kept) {
      try {
        const received = await this.#held.toReceived(file, tenantId);
        await this.#detect(received, tenantId, mediaTypes);
        files.push(received);
      } catch (error) {
        if (!(error instanceof BlobNotFoundError || error instanceof BlobDamagedError)) throw error;
        choice.isMissingSome = true;
        choice.removed.push(file);
      }
    }
    files.push(...form.files);
    return { ...submission, form, token, choice, files, mediaTypes, keptKeys };
  }

  async #detect(file: ReceivedFile, tenantId: number, mediaTypes: Map<ReceivedFile, string>): Promise<void> {
    if (file.upload !== undefined)
      mediaTypes.set(file, await detectMediaType(this.#services, tenantId, file.upload.result));
  }

  async #checkAndStore(received: Received): Promise<FormAgain | undefined> {
    const { form, frame, tenantId, ad, channelId, token, choice, files } = received;
    const services = this.#services;
    const texts = TEXTS[frame.language].form;
    const current = consentTexts(frame.settings, frame.tenant.name, frame.language);
    // The files are gone because the same form was stored a moment ago, or its texts have changed since.
    const couldBeRepeated = choice.isMissingSome || !hasShown(token, current);
    if (couldBeRepeated && isCurrent(token) && (await isReceived(services, tenantId, token.text, form)))
      return undefined;
    const sourceOfSupplyId = await findSourceOfSupply(services.database.tenant(tenantId), tenantId);
    const source = { jobAdId: ad.id, channelId, sourceOfSupplyId };
    const sent = toApplication({ fields: form.fields, files }, source);
    const { body, faults } = await this.#check(services, tenantId, sent);
    const errors = sortErrors([
      ...tokenError(token, texts),
      ...honeypotError(form.fields, texts),
      ...this.#fileErrors(received),
      ...consentsError(token, current, texts),
      ...toFormErrors(faults, form.fields, texts),
      ...whatsAppError(form.fields, texts),
    ]);
    // The visitor has not sent the form yet, so nothing is wrong with it.
    if (form.fields.has(LANGUAGE_BUTTON)) return this.#showAgain(received, { errors: [] });
    // The language of the texts that the visitor saw, also if the browser asks for another one now.
    const consents = token?.consents;
    if (errors.length > 0 || token === undefined || consents === undefined)
      return this.#showAgain(received, { errors });
    const documents = await describeDocuments(services, tenantId, body);
    const heldIds = choice.kept.map(({ id }) => id);
    try {
      await receiveOnce(services, tenantId, token.text, form, body, documents, consents, heldIds);
    } catch (error) {
      // The ad was deleted while the form was being stored. No other record that the application refers to can be deleted.
      if (violatedConstraint(error)?.kind === 'reference') throw new ApiError('recordNotFound');
      if (isOverDocumentQuota(error)) {
        services.log.error(
          { tenantId },
          'an application was not stored: the files of the tenant would exceed its quota',
        );
        const { html } = await this.#showAgain(received, {
          errors: [{ field: 'documents', message: texts.errors.noSpace }],
        });
        return { status: 507, html };
      }
      if (!(error instanceof HeldFilesGoneError)) throw error;
      return this.#showAgain(received, {
        errors: [{ field: 'documents', message: texts.errors.filesExpired }],
      });
    }
    await this.#held.release(tenantId, token.text);
    return undefined;
  }

  async #readCv(received: Received): Promise<CvReading> {
    const { form, frame, tenantId, clientAddress, token, files, mediaTypes } = received;
    const texts = TEXTS[frame.language].form;
    // Reading a CV needs no minimum time, because it stores nothing but files that are kept anyway.
    const errors = [...(isCurrent(token) ? [] : tokenError(token, texts)), ...this.#fileErrors(received)];
    const cv = files.findLast((file) => file.field === 'cv' && isUsable(file, mediaTypes));
    if (cv === undefined && errors.length === 0)
      errors.push({ field: 'cv', message: texts.errors.cvMissing });
    const facts =
      cv !== undefined && isCurrent(token) && isReadable(cv, mediaTypes)
        ? await this.#reader.read(tenantId, cv.upload!.result, clientAddress)
        : undefined;
    const filled = facts === undefined ? new Map<Field, string>() : prefill(facts, form.fields);
    const count = [...filled.keys()].filter((field) => field !== 'countryId').length;
    const message =
      facts === undefined ? texts.cvUnreadable : count === 0 ? texts.cvNothingNew : texts.cvFilled(count);
    const shown = await this.#holdFiles(received);
    const cvs = shown.files.filter(({ field }) => field === 'cv');
    return {
      hasErrors: errors.length > 0,
      page: () =>
        this.#form(received, {
          errors: sortErrors(errors),
          filled,
          cvMessage: errors.length > 0 ? undefined : message,
          kept: shown.files,
          lostFiles: shown.lostSome,
        }),
      result: {
        message: errors.length > 0 ? errors.map((error) => error.message).join(' ') : message,
        values: Object.fromEntries(filled),
        kept: cvs.length > 0 ? keptFiles(cvs, frame.language).text : '',
      },
    };
  }

  #fileErrors({ form, frame, files, choice, mediaTypes }: Received): FormError[] {
    const texts = TEXTS[frame.language].form;
    return [
      ...fileErrors(form, mediaTypes, MAXIMUM_DOCUMENT_BYTES / MEGABYTE, texts),
      ...totalErrors(files, texts),
      ...(choice.isMissingSome ? [{ field: 'documents' as const, message: texts.errors.filesExpired }] : []),
    ];
  }

  async #showAgain(received: Received, state: Pick<FormState, 'errors'>): Promise<FormAgain> {
    const { files, lostSome } = await this.#holdFiles(received);
    const html = await this.#form(received, { ...state, kept: files, lostFiles: lostSome });
    return { status: state.errors.length > 0 ? 422 : 200, html };
  }

  /** Keeps the files of a form that was not accepted. */
  async #holdFiles(received: Received): Promise<{ files: HeldFile[]; lostSome: boolean }> {
    const { form, token, tenantId, clientAddress, choice, mediaTypes, keptKeys } = received;
    const usable = form.files.filter((file) => isUsable(file, mediaTypes));
    if (!isCurrent(token)) return { files: [], lostSome: usable.length > 0 || form.hasUnadmittedFiles };
    if (choice.removed.length > 0) await this.#held.release(tenantId, token.text, choice.removed);
    const files = await this.#held.hold(tenantId, token.text, clientAddress, usable);
    for (const { blob } of files) keptKeys.add(blob.key);
    const isKept = ({ upload }: ReceivedFile) =>
      files.some(({ blob }) => blob.sha256 === upload!.result.sha256);
    return { files, lostSome: !usable.every(isKept) };
  }

  async #form(
    { frame, tenantId, ad, ...sent }: Pick<Submission, 'frame' | 'tenantId' | 'ad'> & Partial<Received>,
    state: Partial<FormState>,
  ): Promise<string> {
    const [salutations, countries] = await Promise.all([
      loadSalutations(this.#services, frame.language),
      loadCountries(this.#services, frame.language),
    ]);
    const { token } = sent;
    const consents = consentTexts(frame.settings, frame.tenant.name, frame.language);
    const tokenText = isCurrent(token)
      ? token.text
      : this.#tokens.create(tenantId, ad.id, this.#services.now());
    return formPage(frame, ad, {
      token: this.#tokens.toField(tokenText, consents),
      salutations,
      countries,
      consents,
      maximumMegabytes: MAXIMUM_DOCUMENT_BYTES / MEGABYTE,
      values: new Map([
        ...valuesToShow(sent.form?.fields ?? new Map(), token, consents),
        ...(state.filled ?? []),
      ]),
      errors: [],
      filled: new Map(),
      cvMessage: undefined,
      kept: [],
      lostFiles: false,
      ...state,
    });
  }
}
