import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { CallError } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { upload } from '../../../core/api/upload.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useTexts } from '../../../core/texts/language.tsx';
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
  failure?: string;
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
  const texts = useTexts();
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
  const reasonOf = (error: unknown) =>
    error instanceof CallError
      ? (error.faults[0]?.message ?? texts.documents.refused)
      : texts.states.unreachable;
  const send = async (number: number, file: File, { category, shouldParseCV }: UploadOptions) => {
    try {
      await upload(documentUpload, {
        path: { candidateId, documentCategory: category },
        file,
        body: { shouldParseCV },
        onProgress: (progress) => change(number, { progress }),
      });
      dismiss(number);
      show({ text: texts.documents.added(file.name) });
      await queryClient.invalidateQueries({ queryKey: queries.candidate(candidateId).queryKey });
    } catch (error) {
      change(number, { failure: reasonOf(error) });
    }
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
      if (failure === undefined) queue.current = queue.current.then(() => send(number, file, options));
    }
  };
  return { items, options, setOptions, add, dismiss };
}
