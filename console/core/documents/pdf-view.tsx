import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { isServiceReachable } from '../connection.ts';
import { useFormats, useTexts } from '../texts/language.tsx';
import { Button } from '../ui/button.tsx';
import { Loading, Notice, NotLoaded } from '../ui/states.tsx';
import type { PagePlace } from './mark.tsx';
import { isPasswordMissing, openPdf, type PDFDocumentProxy, WorkerMissingError } from './pdf.ts';
import { PdfPage, type Size } from './pdf-page.tsx';
import classes from './viewer.module.css';

const ZOOM_STEP = 1.25;
const SMALLEST = 0.25;
const LARGEST = 5;
const MARGIN_PIXELS = 24;
/** A page of A4 in points, until the first one is known. */
const A4: Size = { width: 595, height: 842 };
const WIDTH_OF_PAGE = 'width';

type Opened = { pdf: PDFDocumentProxy; first: Size } | { error: unknown } | undefined;

function usePdf(contents: Blob): { opened: Opened; retry: () => void } {
  const [opened, setOpened] = useState<Opened>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt.
  useEffect(() => {
    let isCurrent = true;
    let destroy: (() => Promise<void>) | undefined;
    const open = async () => {
      const data = await contents.arrayBuffer();
      if (!isCurrent) return;
      const loading = openPdf(data);
      destroy = () => loading.destroy();
      const pdf = await loading.promise;
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      if (isCurrent) setOpened({ pdf, first: { width, height } });
    };
    open().catch((error: unknown) => {
      // The page says if the connection is lost, and knows when it is back.
      if (error instanceof WorkerMissingError) void isServiceReachable();
      if (isCurrent) setOpened({ error });
    });
    return () => {
      isCurrent = false;
      void destroy?.();
    };
  }, [contents, attempt]);
  const retry = () => {
    setOpened(undefined);
    setAttempt(attempt + 1);
  };
  return { opened, retry };
}

/** A PDF, page by page. */
export function PdfView({ contents, mark }: { contents: Blob; mark?: PagePlace }) {
  const texts = useTexts();
  const { opened, retry } = usePdf(contents);
  if (opened === undefined) return <Loading rows={8} />;
  if ('error' in opened) {
    if (opened.error instanceof WorkerMissingError) return <NotLoaded error={opened.error} retry={retry} />;
    const isLocked = isPasswordMissing(opened.error);
    return (
      <div role="alert">
        <Notice title={isLocked ? texts.documents.locked : texts.documents.damaged} />
      </div>
    );
  }
  return <Pages pdf={opened.pdf} first={opened.first} mark={mark} />;
}

/** The scale that the user chose: a number, or that of a page as wide as the window of the viewer. */
function useScale(first: Size, scroller: { current: HTMLElement | null }) {
  const [chosen, setChosen] = useState<number | typeof WIDTH_OF_PAGE>(WIDTH_OF_PAGE);
  const [width, setWidth] = useState(A4.width);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(scroller.current!);
    return () => observer.disconnect();
  }, [scroller]);
  const fitting = Math.max(SMALLEST, (width - MARGIN_PIXELS) / first.width);
  const scale = chosen === WIDTH_OF_PAGE ? fitting : chosen;
  return {
    scale,
    isFitting: chosen === WIDTH_OF_PAGE,
    fit: () => setChosen(WIDTH_OF_PAGE),
    zoom: (factor: number) => setChosen(Math.min(LARGEST, Math.max(SMALLEST, scale * factor))),
  };
}

function Pages({ pdf, first, mark }: { pdf: PDFDocumentProxy; first: Size; mark: PagePlace | undefined }) {
  const texts = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(1);
  const { scale, isFitting, fit, zoom } = useScale(first, scroller);
  const go = (page: number) => pageOf(scroller.current, page)?.scrollIntoView({ block: 'start' });
  const onScroll = useCallback(() => setCurrent(pageAt(scroller.current!)), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      '+': () => zoom(ZOOM_STEP),
      '-': () => zoom(1 / ZOOM_STEP),
      '0': fit,
      ArrowRight: () => go(current + 1),
      ArrowLeft: () => go(current - 1),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  useEffect(() => scroller.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <Toolbar
        {...{ current, pages: pdf.numPages, go, scale, isFitting, fit }}
        larger={() => zoom(ZOOM_STEP)}
        smaller={() => zoom(1 / ZOOM_STEP)}
      />
      <section
        ref={scroller}
        className={classes.pages}
        aria-label={texts.documents.pages}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        {Array.from({ length: pdf.numPages }, (_, index) => (
          <PdfPage
            // biome-ignore lint/suspicious/noArrayIndexKey: the pages never change places.
            key={index}
            pdf={pdf}
            number={index + 1}
            scale={scale}
            expected={first}
            scroller={scroller}
            mark={mark?.page === index + 1 ? mark : undefined}
          />
        ))}
      </section>
    </>
  );
}

const pagesOf = (scroller: HTMLElement | null) => [
  ...(scroller?.querySelectorAll<HTMLElement>('[data-page]') ?? []),
];
const pageOf = (scroller: HTMLElement | null, page: number) => pagesOf(scroller)[page - 1];

/** The page in the middle of the window. */
function pageAt(scroller: HTMLElement): number {
  const middle = scroller.getBoundingClientRect().top + scroller.clientHeight / 2;
  const found = pagesOf(scroller).findLastIndex((page) => page.getBoundingClientRect().top <= middle);
  return Math.max(0, found) + 1;
}

interface ToolbarProps {
  current: number;
  pages: number;
  go: (page: number) => void;
  scale: number;
  isFitting: boolean;
  fit: () => void;
  larger: () => void;
  smaller: () => void;
}

function Toolbar({ current, pages, go, scale, isFitting, fit, larger, smaller }: ToolbarProps) {
  const texts = useTexts();
  const formats = useFormats();
  const common = { variant: 'default', size: 'compact-sm' } as const;
  return (
    <div className={classes.toolbar}>
      <Button
        {...common}
        aria-label={texts.documents.previousPage}
        disabled={current <= 1}
        onClick={() => go(current - 1)}
      >
        ‹
      </Button>
      <span role="status">{texts.documents.page(formats.number(current), formats.number(pages))}</span>
      <Button
        {...common}
        aria-label={texts.documents.nextPage}
        disabled={current >= pages}
        onClick={() => go(current + 1)}
      >
        ›
      </Button>
      <div className={classes.zoom}>
        <Button
          {...common}
          aria-label={texts.documents.smaller}
          disabled={scale <= SMALLEST}
          onClick={smaller}
        >
          −
        </Button>
        <span className={classes.scale}>{formats.number(Math.round(scale * 100))} %</span>
        <Button {...common} aria-label={texts.documents.larger} disabled={scale >= LARGEST} onClick={larger}>
          +
        </Button>
        <Button {...common} aria-pressed={isFitting} onClick={fit}>
          {texts.documents.fit}
        </Button>
      </div>
    </div>
  );
}
