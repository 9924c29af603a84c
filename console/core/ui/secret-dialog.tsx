import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import formClasses from '../forms/forms.module.css';
import { useTexts } from '../texts/language.tsx';
import { Button } from './button.tsx';
import confirmClasses from './confirm.module.css';
import { CopiedText } from './copied-text.tsx';
import { Dialog } from './dialog.tsx';
import { Problem } from './form-problem.tsx';

interface SecretDialogProps {
  title: string;
  /** Undefined while there is none to show. */
  secret: string | undefined;
  /** Whether the service is making one. The page asks before it is left, because the secret would be lost. */
  isExpected?: boolean;
  label: string;
  /** Forgets the secret. */
  close: () => void;
  /** What it is for. */
  children?: ReactNode;
}

/** Shows a secret once. It is only in the memory of the page, and gone when the dialog is closed. */
export function SecretDialog({ title, secret, isExpected = false, close, ...shown }: SecretDialogProps) {
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isOpen = secret !== undefined;
  const leave = () => {
    setCopied(false);
    setAsking(false);
    close();
  };
  const ask = () => (isCopied ? leave() : setAsking(true));
  useBlocker({
    shouldBlockFn: () => {
      setAsking(isOpen);
      return true;
    },
    enableBeforeUnload: true,
    disabled: !(isExpected || isOpen) || isCopied,
  });
  return (
    <Dialog isOpen={isOpen} close={ask} title={title}>
      {isOpen && (
        <Secret
          {...shown}
          secret={secret}
          isAsking={isAsking && !isCopied}
          onCopied={() => setCopied(true)}
          ask={ask}
          leave={leave}
        />
      )}
    </Dialog>
  );
}

interface SecretProps extends Pick<SecretDialogProps, 'label' | 'children'> {
  secret: string;
  isAsking: boolean;
  onCopied: () => void;
  ask: () => void;
  leave: () => void;
}

function Secret({ secret, label, children, isAsking, onCopied, ask, leave }: SecretProps) {
  const { copy: words } = useTexts();
  return (
    <div className={confirmClasses.question}>
      <p>
        <strong>{words.once}</strong>
      </p>
      {children}
      <CopiedText label={label} text={secret} onCopied={onCopied} />
      {isAsking && (
        <Problem text={words.notCopied}>
          <Button variant="default" onClick={leave}>
            {words.closeAnyway}
          </Button>
        </Problem>
      )}
      <div className={formClasses.actions}>
        <Button onClick={ask}>{words.done}</Button>
      </div>
    </div>
  );
}
