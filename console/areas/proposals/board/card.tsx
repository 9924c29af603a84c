import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { useFirstItem } from '../../../core/ui/use-first-item.ts';
import { Ago } from '../../../core/ui/when.tsx';
import { type Proposal, useMove } from '../use-proposal-changes.ts';
import classes from './board.module.css';
import { Rate } from './rate.tsx';

/** Opens a dialog about the proposal. */
export type Ask = (kind: 'edit' | 'remove', proposal: Proposal) => void;

interface CardProps {
  proposal: Proposal;
  /** The proposal that was moved last. Its card takes the focus in its new column. */
  moved: RefObject<number | undefined>;
  ask: Ask;
}

const TIMES = {
  shortlisted: 'shortlistedAtUtc',
  proposed: 'proposedAtUtc',
  accepted: 'acceptedAtUtc',
  placed: 'placedAtUtc',
  declined: 'declinedAtUtc',
} as const;

export function Card({ proposal, moved, ask }: CardProps) {
  const { proposals: texts } = useTexts();
  const formats = useFormats();
  const may = useMay();
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (moved.current !== proposal.id) return;
    moved.current = undefined;
    card.current?.querySelector('button')?.focus();
  }, [moved, proposal.id]);
  const { candidateId, candidateName, city, availableFrom, status, rate, comment, createdByName } = proposal;
  const about = [city, availableFrom !== null && texts.availableFrom(formats.day(availableFrom))].filter(
    Boolean,
  );
  const at = proposal[TIMES[status]];
  return (
    <li ref={card} className={classes.card}>
      <Link to={paths.candidate(candidateId)} className={classes.name}>
        {candidateName}
      </Link>
      {about.length > 0 && <span className={classes.quiet}>{about.join(' · ')}</span>}
      {rate !== null && <Rate {...rate} />}
      {comment !== null && <p className={classes.comment}>{comment}</p>}
      {at !== null && (
        <span className={classes.quiet}>
          <Ago utc={at} />
        </span>
      )}
      {/* Whoever moved it to this status can be somebody else, so the two are no pair. */}
      {createdByName !== null && <span className={classes.quiet}>{texts.shortlistedBy(createdByName)}</span>}
      {may('proposals:write') && <Actions proposal={proposal} moved={moved} ask={ask} />}
    </li>
  );
}

function Actions({ proposal, moved, ask }: CardProps) {
  const { proposals: texts } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { move, isPending } = useMove();
  const { candidateName, possibleStatuses, status } = proposal;
  const { target, dropdown } = useFirstItem(isOpen);
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      // Outside the main part it would be in no landmark.
      portalProps={{ target: '#content' }}
      withInitialFocusPlaceholder={false}
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <Button
          ref={target}
          variant="default"
          size="compact-sm"
          className={classes.move}
          loading={isPending}
          aria-label={texts.moveOf(candidateName)}
        >
          {texts.move}
        </Button>
      </Menu.Target>
      <Menu.Dropdown ref={dropdown} aria-label={texts.moveOf(candidateName)}>
        {possibleStatuses.map((next) => (
          <Menu.Item
            key={next}
            onClick={() => {
              moved.current = proposal.id;
              move(proposal, next);
            }}
          >
            {texts.statuses[next]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => ask('edit', proposal)}>{texts.edit}</Menu.Item>
        {status !== 'placed' && <Menu.Item onClick={() => ask('remove', proposal)}>{texts.remove}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
