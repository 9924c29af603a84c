import { TextInput } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTexts } from '../texts/language.tsx';
import { Button } from './button.tsx';
import classes from './copied-text.module.css';

interface CopiedTextProps {
  label: string;
  text: string;
  onCopied?: (() => void) | undefined;
  /** Whether it is copied as soon as it is shown, because somebody has asked for that. */
  isCopiedAtOnce?: boolean;
}

/** A text that people take elsewhere, with a button that copies it. */
export function CopiedText({ label, text, onCopied, isCopiedAtOnce = false }: CopiedTextProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={classes.copied}>
      <TextInput
        ref={input}
        label={label}
        value={text}
        readOnly
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: classes.text }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        // By hand it is copied as well.
        onCopy={onCopied}
      />
      <CopyButton {...{ label, text, input, onCopied, isCopiedAtOnce }} />
    </div>
  );
}

interface CopyButtonProps extends CopiedTextProps {
  /** Shows the text. */
  input: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
}

/** Copies a text that is shown beside it, and says so. */
export function CopyButton({ label, text, input, onCopied, isCopiedAtOnce = false }: CopyButtonProps) {
  const { copy: words } = useTexts();
  const [state, setState] = useState<'copied' | 'selected'>();
  const copy = async () => {
    const isCopied = await copyText(text, input.current);
    setState(isCopied ? 'copied' : 'selected');
    if (isCopied) onCopied?.();
  };
  const start = useRef(isCopiedAtOnce ? copy : undefined);
  useEffect(() => void start.current?.(), []);
  return (
    <>
      <Button variant="default" aria-label={words.copyOf(label)} onClick={copy}>
        {words.copy}
      </Button>
      <span role="status" className={classes.state}>
        {state !== undefined && words[state]}
      </span>
    </>
  );
}

/** Browsers offer the clipboard only with TLS. Elsewhere the text is selected, and copied as people do it. */
async function copyText(
  text: string,
  input: HTMLInputElement | HTMLTextAreaElement | null,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    input?.focus();
    input?.select();
    return document.execCommand('copy');
  }
}
