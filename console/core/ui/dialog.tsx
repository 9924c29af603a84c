import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
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

/** A dialog with its title. The header of Mantine's own would be a second banner of the page. */
export function Dialog({ isOpen, title, children, close, isWide = false }: DialogProps) {
  const texts = useTexts();
  const canClose = close !== undefined;
  return (
    <Modal.Root
      opened={isOpen}
      onClose={close ?? (() => {})}
      closeOnEscape={canClose}
      closeOnClickOutside={canClose}
      yOffset="10dvh"
      size={isWide ? 'lg' : undefined}
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
