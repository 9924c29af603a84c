import { CloseButton } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useIsConnected } from '../connection.ts';
import { failureText } from '../forms/failure-text.ts';
import { useTexts } from '../texts/language.tsx';
import { Button } from '../ui/button.tsx';
import classes from './messages.module.css';

/** Long enough to read it and to reach the button. Time stops while the pointer or the focus is in the message. */
const SHOWN_MS = 15_000;

interface Message {
  text: string;
  isFailure?: boolean;
  undo?: () => Promise<unknown>;
  /** Makes a change that was not made because of what a colleague has done. */
  anyway?: { label: string; run(): Promise<unknown> };
  /** Where the user finds what the message is about. */
  link?: { text: string; to: string; search: Record<string, string | number> };
}

/** Returns what closes the message, if it is still the one that is shown. */
type Show = (message: Message) => () => void;
const MessageContext = createContext<Show>(() => () => {});

/** Returns the function that shows a message, with a button if what was done can be undone. */
export const useMessages = (): Show => useContext(MessageContext);

export function MessageProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<(Message & { number: number }) | undefined>();
  const lastNumber = useRef(0);
  const show = useCallback<Show>((message) => {
    lastNumber.current += 1;
    const number = lastNumber.current;
    setCurrent({ ...message, number });
    return () => setCurrent((shown) => (shown?.number === number ? undefined : shown));
  }, []);
  const close = useMemo(() => () => setCurrent(undefined), []);
  return (
    <MessageContext value={show}>
      {children}
      <MessageArea message={current} close={close} />
    </MessageContext>
  );
}

type Close = () => void;

function MessageArea({
  message,
  close,
}: {
  message: (Message & { number: number }) | undefined;
  close: Close;
}) {
  const texts = useTexts();
  return (
    <div className={classes.area} data-passing>
      {/* The region is always there, because screen readers announce only what changes in a region that they know. */}
      <div role="status" aria-label={texts.frame.messages}>
        {message !== undefined && <ShownMessage key={message.number} message={message} close={close} />}
      </div>
    </div>
  );
}

/** Each message holds its own timer: one that is closed under the pointer, or with the focus, never says that they have left it. */
function ShownMessage({ message, close }: { message: Message; close: Close }) {
  const texts = useTexts();
  const [isHeld, setHeld] = useState(false);
  const { text, isFailure, undo, anyway, link } = message;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(close, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld, close]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the timer.
    <div
      className={classes.message}
      data-failure={isFailure}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{text}</span>
      {undo !== undefined && <ActionButton label={texts.frame.undo} run={undo} />}
      {anyway !== undefined && <ActionButton {...anyway} />}
      {link !== undefined && (
        <Link to={link.to} search={link.search} onClick={close}>
          {link.text}
        </Link>
      )}
      <CloseButton aria-label={texts.frame.close} onClick={close} />
    </div>
  );
}

interface ActionButtonProps {
  label: string;
  run: () => Promise<unknown>;
}

/**
 * It waits while another change is on its way: the page can show that one before its message is there, and the button of this message
 * would undo something else. Without a connection it would be gone and nothing undone.
 * An action that fails without a word is reported here.
 */
function ActionButton({ label, run }: ActionButtonProps) {
  const texts = useTexts();
  const show = useMessages();
  const [isRunning, setRunning] = useState(false);
  const isConnected = useIsConnected();
  const isChanging = useIsMutating() > 0 && !isRunning;
  const start = async () => {
    setRunning(true);
    await run().catch((error: unknown) => show({ text: failureText(error, texts), isFailure: true }));
    setRunning(false);
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      disabled={isChanging || !isConnected}
      loading={isRunning}
      onClick={start}
    >
      {label}
    </Button>
  );
}
