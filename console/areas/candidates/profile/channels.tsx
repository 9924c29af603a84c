import { CloseButton } from '@mantine/core';
import formClasses from '../../../core/forms/forms.module.css';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { AddEntry } from './addition.tsx';
import { addAgain, type Channel, propertiesOf, removeSeen } from './channel-changes.ts';
import { CHANNEL_KINDS, useChannelKinds } from './channel-kinds.ts';
import classes from './page.module.css';
import partClasses from './parts.module.css';
import type { Candidate } from './source.ts';
import { type SkillChange, useSkillChange } from './use-skill-change.ts';

/** Email addresses and numbers beside those of the contact. */
export function Channels({ candidate }: { candidate: Candidate }) {
  const texts = useTexts();
  const { addTo, properties, channels: names } = texts.candidatePage;
  const mayEdit = useMay()('candidates:write');
  const kinds = useChannelKinds(candidate);
  const { id: candidateId, contactChannels } = candidate;
  return (
    <section className={formClasses.part} aria-labelledby="channels">
      <h2 id="channels">{properties.contactChannels}</h2>
      {contactChannels.length === 0 ? (
        <p className={formClasses.lead}>{texts.candidate.notGiven}</p>
      ) : (
        <ul className={classes.entries} aria-labelledby="channels">
          {contactChannels.map((channel) => (
            <ChannelRow key={channel.id} candidateId={candidateId} channel={channel} mayEdit={mayEdit} />
          ))}
        </ul>
      )}
      {mayEdit && (
        <div className={partClasses.additions}>
          {CHANNEL_KINDS.map((kind) => (
            <AddEntry
              key={kind}
              candidateId={candidateId}
              part={`new-${kind}`}
              title={addTo(names[kind])}
              label={`+ ${names[kind]}`}
              {...kinds[kind]}
            />
          ))}
        </div>
      )}
    </section>
  );
}

interface ChannelRowProps {
  candidateId: number;
  channel: Channel;
  mayEdit: boolean;
}

function ChannelRow({ candidateId, channel, mayEdit }: ChannelRowProps) {
  const texts = useTexts();
  const { candidatePage } = texts;
  const change = useSkillChange(candidateId);
  const { kind, address } = channel;
  const factsOf = ({ isPrimary, consentChecked }: Channel) =>
    [
      candidatePage.channels[kind],
      isPrimary && candidatePage.primary,
      consentChecked === true && candidatePage.consent,
      consentChecked === false && candidatePage.noConsent,
    ]
      .filter(Boolean)
      .join(' · ');
  const toRemoval = (seen: Channel): SkillChange => ({
    done: candidatePage.removed(address),
    undone: candidatePage.added(address),
    run: () => removeSeen(candidateId, seen),
    undo: () => addAgain(candidateId, seen),
    meanwhile({ contactChannels }) {
      const now = contactChannels.find(({ id }) => id === seen.id);
      if (now === undefined) return { text: candidatePage.removed(address), properties: propertiesOf(kind) };
      return {
        text: candidatePage.channelNotRemoved(address, factsOf(now)),
        properties: propertiesOf(kind),
        anyway: { label: candidatePage.removeAnyway, change: toRemoval(now) },
      };
    },
  });
  return (
    <li className={`${classes.item} ${classes.entry}`}>
      <div className={classes.text}>
        <a className={partClasses.address} href={`${kind === 'email' ? 'mailto' : 'tel'}:${address}`}>
          {address}
        </a>
        <span className={classes.secondary}>{factsOf(channel)}</span>
      </div>
      {mayEdit && (
        <CloseButton
          aria-label={candidatePage.remove(address)}
          aria-disabled={change.isPending || undefined}
          onClick={() => !change.isPending && change.mutate(toRemoval(channel))}
        />
      )}
    </li>
  );
}
