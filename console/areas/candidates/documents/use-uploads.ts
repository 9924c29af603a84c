import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { faultsIn, isStatus, UnreachableError } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { upload } from '../../../core/api/upload.ts';
import { forgetKey, keyOf } from '../../../core/drafts/upload-keys.ts';
import { failureText } from '../../../core/forms/failure-text.ts';
import { toFaultText } from '../../../core/forms/faults.tsx';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useLanguage } from '../../../core/texts/language.tsx';
import { documentUploadLimits } from '../../../generated/limits.ts';
import { documentUpload } from '../../../generated/operations.ts';

/** The service accepts no larger document. */
const MAXIMUM_BYTES = 25 * 1024 * 1024;

export interface UploadOptions {
  category: string;
  shouldParseCV: boolean;
}

export interface UploadItem {
  number: number;
  name: string;
  /** From 0 to 1. */
  progress: number;
  /** Why it failed. */
  failure?: string | undefined;
  /** Sends it again, if it failed without a fault of the file. */
  retry?: (() => void) | undefined;
}

export interface UploadList {
  items: readonly UploadItem[];
  /** For the next files. */
  options: UploadOptions;
  setOptions(options: UploadOptions): void;
  add(files: readonly File[]): void;
  dismiss(number: number): void;
}

/** Until the user chooses: the CV, if there is none. */
const CV: UploadOptions = { category: 'cv', shouldParseCV: true };
const OTHER: UploadOptions = { category: 'other', shouldParseCV: false };

let lastNumber = 0;

/** Uploads files to a candidate, one after the other. Those that fail stay in the list, with the reason. */
export function useUploads(candidateId: number, hasCv: boolean): UploadList {
  const language = useLanguage();
  const { texts } = language;
  const show = useMessages();
  const queryClient = useQueryClient();
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const [chosen, setOptions] = useState<UploadOptions | undefined>();
  const options = chosen ?? (hasCv ? OTHER : CV);
  const queue = useRef(Promise.resolve());
  const change = useCallback(
    (number: number, values: Partial<UploadItem>) =>
      setItems((all) => all.map((item) => (item.number === number ? { ...item, ...values } : item))),
    [],
  );
  const dismiss = useCallback(
    (number: number) => setItems((all) => all.filter((item) => item.number !== number)),
    [],
  );
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
        onProgress: (progress) => change(number, { progress }),
      });
      forgetKey(sent);
      dismiss(number);
      show({ text: texts.documents.added(file.name) });
    } catch (error) {
      const isRefused = faultsIn(error).length > 0;
      if (isRefused) forgetKey(sent);
      const retry =
        isRefused || error instanceof DOMException ? undefined : () => queueUp(number, file, options);
      change(number, { failure: reasonOf(error, language), retry });
    }
    await refresh();
  };
  const queueUp = (number: number, file: File, options: UploadOptions) => {
    change(number, { progress: 0, failure: undefined, retry: undefined });
    queue.current = queue.current.then(() => send(number, file, options));
  };
  const add = (files: readonly File[]) => {
    for (const file of files) {
      const number = ++lastNumber;
      const failure =
        file.size === 0
          ? texts.documents.empty
          : file.size > MAXIMUM_BYTES
            ? texts.documents.tooBig
            : undefined;
      setItems((all) => [...all, { number, name: file.name, progress: 0, failure }]);
      if (failure === undefined) queueUp(number, file, options);
    }
  };
  return { items, options, setOptions, add, dismiss };
}

/** Why a file was not stored. */
function reasonOf(error: unknown, language: ReturnType<typeof useLanguage>): string {
  const { texts } = language;
  const [fault] = faultsIn(error);
  if (error instanceof UnreachableError) return texts.forms.unsure;
  if (error instanceof DOMException) return texts.documents.unreadable;
  if (fault === undefined) return isStatus(error, 403) ? failureText(error, texts) : texts.documents.refused;
  if (fault.property !== 'base64File')
    return toFaultText(fault, language, documentUploadLimits[fault.property ?? '']);
  return fault.code === 'length' ? texts.documents.tooBig : texts.documents.refused;
}
