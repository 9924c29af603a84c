import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../texts/language.tsx';
import type { PDFDocumentProxy } from './pdf.ts';
import classes from './viewer.module.css';

/** A place in a PDF, in points of its page, or in a picture, in its pixels. */
export interface PagePlace {
  page: number;
  rectangle: { left: number; bottom: number; right: number; top: number };
}

/** A line of a text file: its number among those that have letters, and what it says. */
export interface LinePlace {
  line: number;
  text: string;
}

/** Another object is another request to show it. */
export type Mark = PagePlace | LinePlace;

/** Pixels around the letters. */
const MARGIN = 3;

interface PageMarkProps {
  pdf: PDFDocumentProxy;
  mark: PagePlace;
  scale: number;
}

/** The frame around a place of a page. It scrolls into view when it appears. */
export function PageMark({ pdf, mark, scale }: PageMarkProps) {
  const texts = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState<{ left: number; top: number; width: number; height: number } | undefined>();
  useEffect(() => {
    let isCurrent = true;
    const place = async () => {
      const page = await pdf.getPage(mark.page);
      const { left, bottom, right, top } = mark.rectangle;
      const viewport = page.getViewport({ scale });
      const corners = [
        viewport.convertToViewportPoint(left, bottom),
        viewport.convertToViewportPoint(right, top),
      ];
      const [xs, ys] = [corners.map(([x]) => x as number), corners.map(([, y]) => y as number)];
      const [x, y] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
      if (isCurrent)
        setBox({
          left: x,
          top: y,
          width: Math.max(...xs) + MARGIN - x,
          height: Math.max(...ys) + MARGIN - y,
        });
    };
    // A page that cannot be read says so itself.
    place().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [pdf, mark, scale]);
  const isPlaced = box !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each place that is asked for.
  useEffect(() => {
    if (isPlaced) frame.current?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [isPlaced, mark]);
  return (
    box && (
      <div
        ref={frame}
        className={classes.mark}
        role="img"
        aria-label={texts.documents.proposals.marked}
        style={box}
      />
    )
  );
}
