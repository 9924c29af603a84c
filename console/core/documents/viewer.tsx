import { CloseButton } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useSending } from '../forms/use-sending.ts';
import { useTexts } from '../texts/language.tsx';
import { Button } from '../ui/button.tsx';
import { Failed, Loading, Notice } from '../ui/states.tsx';
import { usePart } from '../use-part.ts';
import { type Kind, kindOf, type Viewable } from './kinds.ts';
import type { Mark, PagePlace } from './mark.tsx';
import { PictureView } from './picture-view.tsx';
import { saveFile } from './save.ts';
import { TextView } from './text-view.tsx';
import { type Opened, readContents, useSettled } from './use-opened.ts';
import classes from './viewer.module.css';

interface ViewerProps {
  opened: Opened;
  close: () => void;
  /** Reads the contents again, after a failure. */
  retry: () => void;
  /** The place that is marked in a PDF, a picture, or a text. */
  mark?: Mark;
  /** What is known about the document, above its contents. */
  children?: ReactNode;
}

/** A region named after the file. It has the focus when it appears, and Escape closes it. */
export function Viewer({ opened: { document, contents }, close, retry, mark, children }: ViewerProps) {
  const texts = useTexts();
  const region = useRef<HTMLElement>(null);
  const name = useName(document);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each document that is opened.
  useEffect(() => {
    region.current?.focus({ preventScroll: true });
    region.current?.scrollIntoView({ block: 'nearest' });
  }, [document.id]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  return (
    <section ref={region} className={classes.viewer} aria-label={name} tabIndex={-1} onKeyDown={onKeyDown}>
      <header className={classes.header}>
        <strong>{name}</strong>
        <Download document={document} contents={contents} />
        <CloseButton aria-label={texts.documents.close(name)} onClick={close} />
      </header>
      {children}
      {contents === undefined ? (
        <Notice
          title={kindOf(document) === 'tooLarge' ? texts.documents.tooLarge : texts.documents.notShown}
        />
      ) : (
        <Contents key={document.id} document={document} contents={contents} retry={retry} mark={mark} />
      )}
    </section>
  );
}

export function useName({ id, originalFileName }: Pick<Viewable, 'id' | 'originalFileName'>): string {
  const texts = useTexts();
  return originalFileName ?? texts.documents.unnamed(String(id));
}

/** Saves what is open. Only contents that are not open are read for it. */
function Download({ document, contents }: Opened) {
  const texts = useTexts();
  const save = useSending({
    mutationFn: async () => saveFile(await (contents ?? readContents(document))),
  });
  return (
    <>
      {save.isError && (
        <span role="alert" className={classes.failed}>
          {texts.documents.notRead}
        </span>
      )}
      <Button variant="default" size="compact-sm" loading={save.isPending} onClick={() => save.mutate()}>
        {texts.documents.download}
      </Button>
    </>
  );
}

const loadPdfView = () => import('./pdf-view.tsx');

interface ContentsProps {
  document: Viewable;
  contents: Promise<Blob>;
  retry: () => void;
  mark: Mark | undefined;
}

function Contents({ document, contents, retry, mark }: ContentsProps) {
  const read = useSettled(contents);
  if (read.state === 'pending') return <Loading rows={8} />;
  if (read.state === 'failed') return <Failed error={read.error} retry={retry} />;
  return <Shown kind={kindOf(document)} document={document} contents={read.value} mark={mark} />;
}

interface ShownProps {
  kind: Kind;
  document: Viewable;
  contents: Blob;
  mark: Mark | undefined;
}

function Shown({ kind, document, contents, mark }: ShownProps) {
  const name = useName(document);
  const place = mark !== undefined && 'page' in mark ? mark : undefined;
  if (kind === 'image')
    return <PictureView contents={contents} type={document.mimeType} name={name} mark={place} />;
  if (kind === 'text')
    return <TextView contents={contents} mark={mark !== undefined && 'line' in mark ? mark : undefined} />;
  return <Pdf contents={contents} mark={place} />;
}

function Pdf(props: { contents: Blob; mark: PagePlace | undefined }) {
  const view = usePart(loadPdfView);
  if (view.state === 'pending') return <Loading rows={8} />;
  // Not by itself, because it can load the page again, which closes the viewer.
  if (view.state === 'failed') return <Failed error={view.error} retry={view.retry} />;
  return <view.part.PdfView {...props} />;
}
