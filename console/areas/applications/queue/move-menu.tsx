import { Button, Kbd, Menu } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type Application, STAGES } from '../../../core/api/records.ts';
import { useKeys } from '../../../core/keys/keys.tsx';
import { useTexts } from '../../../core/texts/language.tsx';
import { useMove } from './use-move.ts';

interface MoveMenuProps {
  application: Application;
  /** On a card, one of many: without a key of its own. */
  isCompact?: boolean;
  /** The id of the text that says whose application it is. */
  describedBy?: string;
  /** Runs before the application moves. */
  onMove?: () => void;
}

export function MoveMenu({ application, isCompact = false, describedBy, onMove }: MoveMenuProps) {
  const texts = useTexts();
  const [isOpen, setOpen] = useState(false);
  const move = useMove(application);
  const dropdown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Whoever opens it with a key goes on with the arrows.
    if (isOpen) dropdown.current?.querySelector<HTMLElement>('[role="menuitem"]:enabled')?.focus();
  }, [isOpen]);
  useKeys(isCompact ? [] : [{ key: 'e', name: 'move', run: () => setOpen(true) }]);
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      // A column would cut it off.
      withinPortal={isCompact}
      withInitialFocusPlaceholder={false}
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <Button
          loading={move.isPending}
          aria-describedby={describedBy}
          {...(isCompact
            ? { variant: 'default', size: 'compact-sm' }
            : { rightSection: <Kbd aria-hidden="true">e</Kbd> })}
        >
          {texts.queue.moveTo}
        </Button>
      </Menu.Target>
      <Menu.Dropdown ref={dropdown} aria-label={texts.queue.moveTo}>
        {STAGES.map((stage) => (
          <Menu.Item
            key={stage}
            disabled={stage === application.stage}
            onClick={() => {
              onMove?.();
              move.mutate(stage);
            }}
          >
            {texts.stages[stage]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
