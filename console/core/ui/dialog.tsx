import { getDefaultZIndex, Modal } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../texts/language.tsx';
import classes from './dialog.module.css';

interface DialogProps {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  /** Absent for a dialog that cannot be left. */
  close?: (() => void) | undefined;
  /** Whether it has room for a table. */
  isWide?: boolean;
}

/** Those that are open, the uppermost last. The question whether to leave the page is above a dialog with a form. */
const openDialogs: object[] = [];
const handledEvents = new WeakSet<Event>();

/** Returns how many dialogs were open before this one. Escape closes only the uppermost. */
function useLayer(isOpen: boolean, close: (() => void) | undefined): number {
  const [layer, setLayer] = useState(0);
  const dialog = useRef({});
  useLayoutEffect(() => {
    if (!isOpen) return;
    const { current } = dialog;
    setLayer(openDialogs.length);
    openDialogs.push(current);
    return () => void openDialogs.splice(openDialogs.indexOf(current), 1);
  }, [isOpen]);
  useWindowEvent(
    'keydown',
    (event) => {
      const isMine = openDialogs.at(-1) === dialog.current;
      if (event.key !== 'Escape' || event.isComposing || !isMine || handledEvents.has(event)) return;
      // The list of an input is open.
      if ((event.target as Element | null)?.getAttribute?.('data-mantine-stop-propagation') === 'true')
        return;
      // The dialog below it is the uppermost one as soon as this one is closed, which can be before it gets the event.
      handledEvents.add(event);
      close?.();
    },
    { capture: true },
  );
  return layer;
}

/** A dialog with its title. The header of Mantine's own would be a second banner of the page. */
export function Dialog({ isOpen, title, children, close, isWide = false }: DialogProps) {
  const texts = useTexts();
  const canClose = close !== undefined;
  const zIndex = Number(getDefaultZIndex('modal')) + useLayer(isOpen, close);
  return (
    <Modal.Root
      opened={isOpen}
      onClose={close ?? (() => {})}
      closeOnEscape={false}
      closeOnClickOutside={canClose}
      yOffset="10dvh"
      size={isWide ? 'lg' : undefined}
      zIndex={zIndex}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.header}>
          <Modal.Title component="h2">{title}</Modal.Title>
          {canClose && <Modal.CloseButton aria-label={texts.frame.close} />}
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
