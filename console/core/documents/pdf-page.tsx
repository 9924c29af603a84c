import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTexts } from '../texts/language.tsx';
import { PageMark, type PagePlace } from './mark.tsx';
import { type PDFDocumentProxy, RenderingCancelledException, TextLayer } from './pdf.ts';
import classes from './viewer.module.css';

export interface Size {
  width: number;
  height: number;
}

/** Pages this far away are drawn before they are seen, in heights of the window. */
const NEAR = '100%';
/** Browsers draw no larger canvas, or run out of memory. */
const MAXIMUM_PIXELS = 16_000_000;

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  scale: number;
  /** The size until the page itself is known. */
  expected: Size;
  scroller: RefObject<HTMLElement | null>;
  mark?: PagePlace;
}

/** One page. It is drawn when it is near, and forgotten when it is far away. */
export function PdfPage({ pdf, number, scale, expected, scroller, mark }: PdfPageProps) {
  const texts = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(frame, scroller);
  const [size, setSize] = useState(expected);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isNear) return;
    const drawing = draw(pdf, number, scale, frame.current!, setSize);
    drawing.promise.catch((error: unknown) => {
      if (!drawing.isCancelled()) setFailed(!(error instanceof RenderingCancelledException));
    });
    return drawing.cancel;
  }, [isNear, pdf, number, scale]);
  useEffect(() => {
    if (!isNear) frame.current?.replaceChildren();
  }, [isNear]);
  const style = {
    width: Math.floor(size.width * scale),
    height: Math.floor(size.height * scale),
    // What the layer of the text calculates with.
    '--total-scale-factor': scale,
    '--scale-round-x': '1px',
    '--scale-round-y': '1px',
  };
  return (
    <div className={classes.page} data-page={number} style={style}>
      <div ref={frame} className={classes.drawn} />
      {mark !== undefined && <PageMark pdf={pdf} mark={mark} scale={scale} />}
      {isFailed && <p role="alert">{texts.documents.pageFailed(String(number))}</p>}
    </div>
  );
}

function useIsNear(frame: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setNear(entry!.isIntersecting), {
      root: scroller.current,
      rootMargin: NEAR,
    });
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, [frame, scroller]);
  return isNear;
}

/** Draws the page and its text, which can be selected. What was drawn before stays until then. */
function draw(
  pdf: PDFDocumentProxy,
  number: number,
  scale: number,
  frame: HTMLElement,
  onSize: (size: Size) => void,
) {
  let isCancelled = false;
  const cancels: (() => void)[] = [];
  const run = async () => {
    const page = await pdf.getPage(number);
    if (isCancelled) return;
    const { width, height } = page.getViewport({ scale: 1 });
    onSize({ width, height });
    const viewport = page.getViewport({ scale });
    const sharpest = Math.sqrt(MAXIMUM_PIXELS / (viewport.width * viewport.height));
    const ratio = Math.min(window.devicePixelRatio, sharpest);
    const sharp = page.getViewport({ scale: scale * ratio });
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(sharp.width);
    canvas.height = Math.floor(sharp.height);
    const rendering = page.render({ canvas, viewport: sharp });
    cancels.push(() => rendering.cancel());
    await rendering.promise;
    if (isCancelled) return;
    const container = document.createElement('div');
    container.className = classes.textLayer!;
    frame.replaceChildren(canvas, container);
    const text = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
    cancels.push(() => text.cancel());
    await text.render();
  };
  return {
    promise: run(),
    isCancelled: () => isCancelled,
    cancel() {
      isCancelled = true;
      for (const cancel of cancels) cancel();
    },
  };
}
