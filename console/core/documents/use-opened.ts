import { useEffect, useRef, useState } from 'react';
import { documentReadContent } from '../../generated/operations.ts';
import { download } from '../api/call.ts';
import { kindOf, type Viewable } from './kinds.ts';

export interface Opened {
  document: Viewable;
  /** Undefined for a document that cannot be shown, whose contents are read only for a download. */
  contents: Promise<File> | undefined;
}

export function readContents({ id }: Viewable, signal?: AbortSignal): Promise<File> {
  const contents = download(documentReadContent, { path: { documentId: id }, signal });
  // It can be closed before anybody waits for it.
  contents.catch(() => {});
  return contents;
}

/**
 * The document that is open. Its contents are read by `open` itself and by nothing else, because every read is written to the
 * access log.
 */
export function useOpened() {
  const [opened, setOpened] = useState<Opened | undefined>();
  const reading = useRef<AbortController | undefined>(undefined);
  const close = () => {
    reading.current?.abort();
    setOpened(undefined);
  };
  const open = (document: Viewable) => {
    reading.current?.abort();
    reading.current = new AbortController();
    const kind = kindOf(document);
    const isShown = kind !== 'other' && kind !== 'tooLarge';
    setOpened({ document, contents: isShown ? readContents(document, reading.current.signal) : undefined });
  };
  useEffect(() => () => reading.current?.abort(), []);
  return { opened, open, close };
}

type Settled<Value> =
  | { state: 'pending' }
  | { state: 'done'; value: Value }
  | { state: 'failed'; error: unknown };

/** The value of a promise, when it has one. */
export function useSettled<Value>(promise: Promise<Value>): Settled<Value> {
  const [settled, setSettled] = useState<Settled<Value> & { of?: Promise<Value> }>({ state: 'pending' });
  useEffect(() => {
    let isCurrent = true;
    promise.then(
      (value) => isCurrent && setSettled({ state: 'done', value, of: promise }),
      (error: unknown) => isCurrent && setSettled({ state: 'failed', error, of: promise }),
    );
    return () => {
      isCurrent = false;
    };
  }, [promise]);
  return settled.of === promise ? settled : { state: 'pending' };
}
