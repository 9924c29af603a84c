import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../texts/language.tsx';
import { Button } from './button.tsx';
import classes from './copied-text.module.css';

interface CopiedTextProps {
  label: string;
  text: string;
  onCopied?: () => void;
  /** Whether it is copied as soon as it is shown, because somebody has asked for that. */
  isCopiedAtOnce?: boolean;
}

/** A text that people take elsewhere, with a button that copies it. */
export function CopiedText({ label, text, onCopied, isCopiedAtOnce = false }: CopiedTextProps) {
  const { copy: words } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'copied' | 'selected'>();
  const copy = async () => {
    const isCopied = await copyText(text, input.current);
    setState(isCopied ? 'copied' : 'selected');
    if (isCopied) onCopied?.();
  };
  const start = useRef(isCopiedAtOnce ? copy : undefined);
  useEffect(() => void start.current?.(), []);
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
      <Button variant="default" aria-label={words.copyOf(label)} onClick={copy}>
        {words.copy}
      </Button>
      <span role="status" className={classes.state}>
        {state !== undefined && words[state]}
      </span>
    </div>
  );
}

/** Browsers offer the clipboard only with TLS. Elsewhere the text is selected, and copied as people do it. */
async function copyText(text: string, input: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    input?.focus();
    input?.select();
    return document.execCommand('copy');
  }
}
