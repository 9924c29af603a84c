import { getDefaultZIndex, Modal } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useState } from 'react';
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

let openDialogs = 0;

/** How many dialogs were open before this one. The question whether to leave the page is above a dialog with a form. */
function useLayer(isOpen: boolean): number {
  const [layer, setLayer] = useState(0);
  useLayoutEffect(() => {
    if (!isOpen) return;
    setLayer(openDialogs);
    openDialogs += 1;
    return () => {
      openDialogs -= 1;
    };
  }, [isOpen]);
  return layer;
}

/** A dialog with its title. The header of Mantine's own would be a second banner of the page. */
export function Dialog({ isOpen, title, children, close, isWide = false }: DialogProps) {
  const texts = useTexts();
  const canClose = close !== undefined;
  const zIndex = Number(getDefaultZIndex('modal')) + useLayer(isOpen);
  return (
    <Modal.Root
      opened={isOpen}
      onClose={close ?? (() => {})}
      closeOnEscape={canClose}
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
