import { Kbd, Menu } from '@mantine/core';
import { useState } from 'react';
import { type ApplicationStage, STAGES } from '../../../core/api/records.ts';
import { useKeys } from '../../../core/keys/keys.tsx';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { useFirstItem } from '../../../core/ui/use-first-item.ts';
import { type Asked, MoveWithReason } from './move-with-reason.tsx';
import { type MovedApplication, useMove } from './use-move.ts';

interface MoveMenuProps {
  application: MovedApplication;
  /** Whether the key opens this menu. Only one of a page can have it. */
  hasKey?: boolean;
  /** On a card, one of many. */
  isCompact?: boolean;
  /** The id of the text that says whose application it is. */
  describedBy?: string;
  /** Runs before the application moves. */
  onMove?: () => void;
  /** Asks for the reason, if the menu can disappear while somebody types it. Without it, the menu asks itself. */
  ask?: (asked: Asked) => void;
}

/** Stages that end an application without a hire. People ask why. */
const WITH_REASON: readonly ApplicationStage[] = ['rejected', 'withdrawn'];

export function MoveMenu({
  application,
  isCompact = false,
  hasKey = !isCompact,
  describedBy,
  onMove,
  ask,
}: MoveMenuProps) {
  const texts = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<Asked | undefined>();
  const move = useMove(application);
  const choose = (stage: ApplicationStage) => {
    if (WITH_REASON.includes(stage)) return (ask ?? setAsked)({ application, stage });
    onMove?.();
    move.mutate({ stage });
  };
  const { target, dropdown } = useFirstItem(isOpen);
  useKeys(hasKey ? [{ key: 'e', name: 'move', run: () => setOpen(true) }] : []);
  return (
    <>
      <Menu
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        // A column would cut it off. Outside the main part it would be in no landmark.
        withinPortal={isCompact}
        portalProps={{ target: '#content' }}
        withInitialFocusPlaceholder={false}
        returnFocus
        transitionProps={{ duration: 0 }}
      >
        <Menu.Target>
          <Button
            ref={target}
            loading={move.isPending}
            aria-describedby={describedBy}
            variant={isCompact ? 'transparent' : hasKey ? 'filled' : 'default'}
            {...(isCompact && { size: 'compact-xs', px: 0, fz: '0.75rem', fw: 500, c: 'var(--accent)' })}
            rightSection={hasKey && <Kbd aria-hidden="true">e</Kbd>}
          >
            {texts.queue.moveTo}
          </Button>
        </Menu.Target>
        <Menu.Dropdown ref={dropdown} aria-label={texts.queue.moveTo}>
          {STAGES.map((stage) => (
            <Menu.Item key={stage} disabled={stage === application.stage} onClick={() => choose(stage)}>
              {texts.stages[stage]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {ask === undefined && (
        <MoveWithReason asked={asked} close={() => setAsked(undefined)} onMove={onMove} />
      )}
    </>
  );
}
