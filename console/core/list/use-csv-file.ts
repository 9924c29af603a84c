import { useEffect, useRef, useState } from 'react';
import { UnreachableError } from '../api/errors.ts';
import { type Cell, MAXIMUM_CSV_ROWS } from '../csv.ts';
import { useMessages } from '../frame/messages.tsx';
import { toLocalDay } from '../local-day.ts';
import { saveCsv } from '../save-csv.ts';
import { useLanguage } from '../texts/language.tsx';

/** Of the largest page that the service returns. */
export const CSV_PAGE_ROWS = 200;

interface CsvPage {
  rows: readonly { id: number; cells: readonly Cell[] }[];
  total: number;
  totalIsExact: boolean;
  nextCursor: string | null;
}

export interface CsvList {
  /** Begins the name of the file. */
  title: string;
  head: readonly string[];
  readPage(cursor: string | undefined, signal: AbortSignal): Promise<CsvPage>;
}

interface Progress {
  done: number;
  /** Undefined until the first page is there. */
  all: number | undefined;
}

export interface CsvFile {
  /** Undefined while no file is being made. */
  progress: Progress | undefined;
  save(list: CsvList): Promise<void>;
  cancel(): void;
}

class TooManyRowsError extends Error {}

/**
 * Saves all rows of a list, also those that the page has not loaded. They are read page by page, so neither the service nor its database
 * keeps anything open for a slow browser. The file is saved when the last page is there, and never in part.
 */
export function useCsvFile(): CsvFile {
  const { texts, formats, language } = useLanguage();
  const show = useMessages();
  const [progress, setProgress] = useState<Progress | undefined>();
  const running = useRef<AbortController | undefined>(undefined);
  // A file that appears after its page has been left would surprise.
  useEffect(() => () => running.current?.abort(), []);

  const save = async (list: CsvList) => {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ done: 0, all: undefined });
    try {
      const rows = await readRows(list, controller.signal, setProgress);
      const name = saveCsv([list.title, toLocalDay(new Date())], [list.head, ...rows], language);
      show({ text: texts.csv.saved(name, formats.number(rows.length)) });
    } catch (error) {
      if (controller.signal.aborted) return;
      const { csv } = texts;
      const isTooLong = error instanceof TooManyRowsError;
      const text = isTooLong
        ? csv.tooMany(formats.number(MAXIMUM_CSV_ROWS))
        : error instanceof UnreachableError
          ? csv.unreachable
          : csv.failed;
      show({ text, isFailure: true });
    } finally {
      if (running.current === controller) {
        running.current = undefined;
        setProgress(undefined);
      }
    }
  };
  const cancel = () => {
    running.current?.abort();
    show({ text: texts.csv.cancelled });
  };
  return { progress, save, cancel };
}

async function readRows(
  list: CsvList,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<(readonly Cell[])[]> {
  // A record that came to a later place of the list while it was read is on a later page as well.
  const rows = new Map<number, readonly Cell[]>();
  let cursor: string | undefined;
  do {
    const page = await list.readPage(cursor, signal);
    signal.throwIfAborted();
    for (const { id, cells } of page.rows) if (!rows.has(id)) rows.set(id, cells);
    if (!page.totalIsExact || rows.size > MAXIMUM_CSV_ROWS) throw new TooManyRowsError();
    onProgress({ done: rows.size, all: Math.max(page.total, rows.size) });
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return [...rows.values()];
}
