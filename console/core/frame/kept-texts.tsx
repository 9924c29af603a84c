import { Textarea } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { closeKept, type Kept, type KeptText } from '../forms/kept-texts.ts';
import { useSession } from '../session/use-session.ts';
import { useTexts } from '../texts/language.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copied-text.tsx';
import classes from './kept-texts.module.css';

/** What was entered in forms that have disappeared, to be copied. */
export function KeptTexts({ kept: { loss, texts } }: { kept: Kept }) {
  const { roles, failures, frame } = useTexts();
  const { role } = useSession();
  const id = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  const { title, forbidden, ...leads } = failures.kept;
  return (
    <section ref={section} className={classes.kept} tabIndex={-1} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{loss === 'forbidden' ? forbidden(roles[role]) : leads[loss]}</p>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: texts are only added at the end.
        <Text key={index} {...text} />
      ))}
      <Button variant="default" onClick={closeKept}>
        {frame.close}
      </Button>
    </section>
  );
}

function Text({ label, text }: KeptText) {
  const input = useRef<HTMLTextAreaElement>(null);
  return (
    <div className={classes.text}>
      <Textarea ref={input} label={label} value={text} readOnly autosize maxRows={12} spellCheck={false} />
      <CopyButton label={label} text={text} input={input} />
    </div>
  );
}
