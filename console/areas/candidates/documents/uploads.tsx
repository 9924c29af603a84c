import { Button, Checkbox, CloseButton, NativeSelect } from '@mantine/core';
import { type DragEvent, type ReactNode, useEffect, useState } from 'react';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { FileButton } from '../../../core/ui/file-button.tsx';
import classes from './documents.module.css';
import type { UploadItem } from './upload-items.ts';
import type { UploadList } from './use-uploads.ts';

const CATEGORIES = [
  'cv',
  'application',
  'driverlicense',
  'workpermit',
  'certificateofgoodconduct',
  'other',
] as const;

/** The button that adds files, what is being sent, and what failed. */
export function Uploads({ uploads }: { uploads: UploadList }) {
  const texts = useTexts();
  const { items, options, setOptions, add, dismiss } = uploads;
  const { category, shouldParseCV } = options;
  return (
    <>
      <div className={classes.add}>
        <NativeSelect
          label={texts.documents.category}
          value={category}
          onChange={({ currentTarget: { value } }) =>
            setOptions({ category: value, shouldParseCV: value === 'cv' })
          }
          data={CATEGORIES.map((value) => ({ value, label: texts.documents.categories[value] }))}
        />
        <FileButton multiple onChange={(files) => add(files)}>
          {(props) => (
            <Button {...props} variant="default">
              {texts.documents.add}
            </Button>
          )}
        </FileButton>
        <span className={classes.hint}>{texts.documents.drop}</span>
        {category === 'cv' && (
          <Checkbox
            className={classes.parse}
            label={texts.documents.parse}
            checked={shouldParseCV}
            onChange={({ currentTarget: { checked } }) => setOptions({ category, shouldParseCV: checked })}
          />
        )}
      </div>
      {items.length > 0 && (
        <ul className={classes.documents} aria-label={texts.documents.uploads}>
          {items.map((item) => (
            <li key={item.number}>
              <Item item={item} dismiss={() => dismiss(item.number)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Item({ item, dismiss }: { item: UploadItem; dismiss: () => void }) {
  const { name, progress, failure, retry } = item;
  const texts = useTexts();
  const formats = useFormats();
  if (failure !== undefined)
    return (
      <>
        <p role="alert" className={classes.failure}>
          <strong>{name}</strong>: {failure}
        </p>
        {retry !== undefined && (
          <Button variant="default" size="compact-sm" onClick={retry}>
            {texts.states.retry}
          </Button>
        )}
        <CloseButton size="sm" aria-label={texts.documents.dismiss(name)} onClick={dismiss} />
      </>
    );
  return (
    <>
      <span className={classes.row}>{name}</span>
      <progress aria-label={texts.documents.uploading(name)} max={1} value={progress} />
      <span className={classes.secondary}>{formats.number(Math.round(progress * 100))} %</span>
    </>
  );
}

/** Accepts files that are dropped on it. Beside it, a file that is dropped does not replace the page. */
export function DropZone({ uploads, children }: { uploads: UploadList; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    const items = [...event.dataTransfer.items].filter(({ kind }) => kind === 'file');
    const isFolder = (index: number) => items[index]?.webkitGetAsEntry()?.isDirectory === true;
    uploads.add(files, new Set(files.filter((_, index) => isFolder(index))));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same.
    <div
      className={classes.zone}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        if (event.dataTransfer.types.includes('Files')) setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={onDrop}
    >
      {children}
    </div>
  );
}
