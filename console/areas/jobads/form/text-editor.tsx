import { Input } from '@mantine/core';
import { type ClipboardEvent, type DragEvent, useEffect, useRef } from 'react';
import { useTexts } from '../../../core/texts/language.tsx';
import classes from './form.module.css';
import { readPasted } from './pasted.ts';
import { show } from './safe-html.ts';

interface TextEditorProps {
  id: string;
  label: string;
  /** Sanitized HTML of the service, or what was typed here. */
  value: string;
  change: (html: string) => void;
  error?: string;
}

/** Runs a command of the browser's editor. It is deprecated, and there is no other one. */
const run = (command: string, value?: string): void => void document.execCommand(command, false, value);

/** A text with bold and italic words, headings, and lists. The service stores only these, whatever else is in it. */
export function TextEditor({ id, label, value, change, error }: TextEditorProps) {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What is typed is in the field already. Writing it again would lose the position of the cursor.
    if (field.current !== null && field.current.innerHTML !== value) show(field.current, value);
  }, [value]);
  const isOwnText = useRef(false);
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    insert(event.clipboardData);
  };
  const drop = (event: DragEvent) => {
    // The browser moves it.
    if (isOwnText.current) return;
    event.preventDefault();
    if (!placeCursor(event)) return;
    field.current?.focus();
    insert(event.dataTransfer);
  };
  return (
    <div className={classes.editor}>
      <span className={classes.label} id={`${id}-label`}>
        {label}
      </span>
      <Toolbar label={label} field={field} />
      {/* biome-ignore lint/a11y/useSemanticElements: a text area has no bold words and no lists. */}
      <div
        id={id}
        ref={field}
        className={classes.text}
        role="textbox"
        tabIndex={0}
        contentEditable
        suppressContentEditableWarning
        aria-multiline="true"
        aria-labelledby={`${id}-label`}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onInput={({ currentTarget }) => change(htmlOf(currentTarget))}
        onPaste={paste}
        onDrop={drop}
        onDragStart={() => {
          isOwnText.current = true;
        }}
        onDragEnd={() => {
          isOwnText.current = false;
        }}
        onFocus={() => run('defaultParagraphSeparator', 'p')}
      />
      {error !== undefined && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </div>
  );
}

function insert(data: DataTransfer): void {
  const html = readPasted(data.getData('text/html'));
  if (html !== undefined) run('insertHTML', html);
  else run('insertText', data.getData('text/plain'));
}

/** Puts the cursor where something is dropped. Returns whether there is text. */
function placeCursor({ clientX, clientY }: DragEvent): boolean {
  const range = document.caretRangeFromPoint?.(clientX, clientY);
  if (!range) return false;
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  return true;
}

/** Browsers leave an empty line behind when everything is deleted. */
function htmlOf(field: HTMLElement): string {
  return (field.textContent ?? '').trim() === '' ? '' : field.innerHTML;
}

function Toolbar({ label, field }: { label: string; field: { current: HTMLDivElement | null } }) {
  const texts = useTexts();
  const tools = [
    { name: texts.jobAds.bold, run: () => run('bold') },
    { name: texts.jobAds.italic, run: () => run('italic') },
    { name: texts.jobAds.bullets, run: () => run('insertUnorderedList') },
    { name: texts.jobAds.numbers, run: () => run('insertOrderedList') },
    { name: texts.jobAds.heading, run: () => run('formatBlock', 'h3') },
    { name: texts.jobAds.paragraph, run: () => run('formatBlock', 'p') },
  ];
  return (
    <div role="toolbar" aria-label={texts.jobAds.formatting(label)} className={classes.toolbar}>
      {tools.map((tool) => (
        <button
          key={tool.name}
          type="button"
          // The selection stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            field.current?.focus();
            tool.run();
          }}
        >
          {tool.name}
        </button>
      ))}
    </div>
  );
}
