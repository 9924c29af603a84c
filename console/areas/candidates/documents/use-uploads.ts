import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, faultsIn, isStatus, isUnsure } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { nameOf } from '../../../core/api/records.ts';
import { upload } from '../../../core/api/upload.ts';
import { forgetKey, keyOf } from '../../../core/drafts/upload-keys.ts';
import { failureText } from '../../../core/forms/failure-text.ts';
import { toFaultText } from '../../../core/forms/faults.tsx';
import { useMessages } from '../../../core/frame/messages.tsx';
import { paths } from '../../../core/paths.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import type { Texts } from '../../../core/texts/texts-de.ts';
import { documentUploadLimits } from '../../../generated/limits.ts';
import { documentUpload } from '../../../generated/operations.ts';
import type { SchemaCandidateDto } from '../../../generated/types.ts';
import {
  addItem,
  changeItem,
  isListShown,
  removeItem,
  sendInTurn,
  type UploadItem,
  uploadItemsOf,
  useUploadItems,
} from './upload-items.ts';

/** The service accepts no larger document. */
const MAXIMUM_BYTES = 25 * 1024 * 1024;

interface UploadOptions {
  category: string;
  shouldParseCV: boolean;
}

export interface UploadList {
  items: readonly UploadItem[];
  /** For the next files. */
  options: UploadOptions;
  setOptions(options: UploadOptions): void;
  /** A browser hands over dropped folders as if they were files. */
  add(files: readonly File[], folders?: ReadonlySet<File>): void;
  dismiss(number: number): void;
}

/** Until the user chooses: the CV, if there is none. */
const CV: UploadOptions = { category: 'cv', shouldParseCV: true };
const OTHER: UploadOptions = { category: 'other', shouldParseCV: false };

/**
 * Uploads files to a candidate, one after the other. Those that fail stay in the list, with the reason. If the user has left the
 * candidate, a message says what became of them.
 */
export function useUploads(candidate: SchemaCandidateDto, hasCv: boolean): UploadList {
  const candidateId = candidate.id;
  const language = useLanguage();
  const { texts } = language;
  const queryClient = useQueryClient();
  const items = useUploadItems(candidateId);
  const [chosen, setOptions] = useState<UploadOptions | undefined>();
  const options = chosen ?? (hasCv ? OTHER : CV);
  const { sayAdded, sayFailed } = useOutcome(candidate);
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.candidate(candidateId).queryKey });
  const send = async (number: number, file: File, options: UploadOptions) => {
    const { category, shouldParseCV } = options;
    const sent = { to: `candidate-${candidateId}`, file, options: { category, shouldParseCV } };
    try {
      await upload(documentUpload, {
        path: { candidateId, documentCategory: category },
        file,
        body: { shouldParseCV },
        idempotencyKey: keyOf(sent),
        onProgress: (progress) => changeItem(candidateId, number, { progress }),
      });
      forgetKey(sent);
      removeItem(candidateId, number);
      sayAdded(file.name);
    } catch (error) {
      if (faultsIn(error).length > 0) forgetKey(sent);
      const retry = canRetry(error) ? () => queueUp(number, file, options) : undefined;
      changeItem(candidateId, number, { failure: reasonOf(error, language), retry });
      // The page of a candidate who is gone disappears with its list.
      if (!isListShown(candidateId) || isStatus(error, 404)) sayFailed();
    }
    await refresh();
  };
  const queueUp = (number: number, file: File, options: UploadOptions) => {
    changeItem(candidateId, number, { progress: 0, failure: undefined, retry: undefined });
    sendInTurn(candidateId, () => send(number, file, options));
  };
  const add = (files: readonly File[], folders?: ReadonlySet<File>) => {
    for (const file of files) {
      const failure = folders?.has(file) ? texts.documents.folder : sizeFault(file, texts);
      const number = addItem(candidateId, file.name, failure);
      if (failure === undefined) queueUp(number, file, options);
    }
  };
  const dismiss = (number: number) => removeItem(candidateId, number);
  return { items, options, setOptions, add, dismiss };
}

/** Returns the functions that say what became of a file. */
function useOutcome(candidate: SchemaCandidateDto) {
  const { texts, formats } = useLanguage();
  const show = useMessages();
  const candidateId = candidate.id;
  /** Another message can have replaced the one about an earlier file. */
  const sayFailed = (added?: string) => {
    const failed = uploadItemsOf(candidateId).filter(({ failure }) => failure !== undefined);
    const names = formats.list(failed.map(({ name }) => texts.documents.quoted(name)));
    const text = texts.documents.notAdded(nameOf(candidate) || String(candidateId), names);
    const reasons = [...new Set(failed.map(({ failure }) => failure))];
    show({
      text: [added, text, ...reasons].filter(Boolean).join(' '),
      isFailure: true,
      link: {
        text: texts.documents.toDocuments,
        to: paths.candidate(candidateId),
        search: { tab: 'documents' },
      },
    });
  };
  const sayAdded = (name: string) => {
    const text = texts.documents.added(name);
    const hasFailed = uploadItemsOf(candidateId).some(({ failure }) => failure !== undefined);
    if (hasFailed && !isListShown(candidateId)) sayFailed(text);
    else show({ text });
  };
  return { sayAdded, sayFailed };
}

function sizeFault({ size }: File, { documents }: Texts): string | undefined {
  if (size === 0) return documents.empty;
  return size > MAXIMUM_BYTES ? documents.tooBig : undefined;
}

/** Whether the same file can be stored later, without a change of it or of what the tenant has stored. */
function canRetry(error: unknown): boolean {
  if (faultsIn(error).length > 0 || error instanceof DOMException) return false;
  return ![403, 404, 413, 507].some((status) => isStatus(error, status));
}

/** Why a file was not stored. */
function reasonOf(error: unknown, language: ReturnType<typeof useLanguage>): string {
  const { texts } = language;
  const [fault] = faultsIn(error);
  if (isUnsure(error)) return texts.forms.unsure;
  if (error instanceof DOMException) return texts.documents.unreadable;
  if (fault === undefined) return reasonOfStatus(error, texts);
  if (fault.property !== 'base64File')
    return toFaultText(fault, language, documentUploadLimits[fault.property ?? '']);
  return fault.code === 'length' ? texts.documents.tooBig : texts.documents.refused;
}

function reasonOfStatus(error: unknown, texts: Texts): string {
  switch (error instanceof CallError ? error.status : undefined) {
    case 401:
      return texts.documents.expired;
    case 403:
      return failureText(error, texts);
    case 404:
      return texts.documents.candidateGone;
    case 413:
      return texts.documents.tooBig;
    case 507:
      return texts.documents.noSpace;
    case 429:
    case 503:
      return texts.documents.busy;
    default:
      return texts.documents.refused;
  }
}
