import { CloseButton } from '@mantine/core';
import formClasses from '../../../core/forms/forms.module.css';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { AddEntry } from './addition.tsx';
import { addAgain, CHANNEL_KINDS, type Channel, removeChannel, useChannelKinds } from './channel-kinds.ts';
import classes from './page.module.css';
import partClasses from './parts.module.css';
import type { Candidate } from './source.ts';
import { useSkillChange } from './use-skill-change.ts';

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
  const { id, kind, address, isPrimary, consentChecked } = channel;
  const remove = () =>
    change.mutate({
      done: candidatePage.removed(address),
      undone: candidatePage.added(address),
      run: () => removeChannel(candidateId, id),
      undo: () => addAgain(candidateId, channel),
    });
  const facts = [
    candidatePage.channels[kind],
    isPrimary && candidatePage.primary,
    consentChecked === true && candidatePage.consent,
    consentChecked === false && candidatePage.noConsent,
  ];
  return (
    <li className={`${classes.item} ${classes.entry}`}>
      <div className={classes.text}>
        <a className={partClasses.address} href={`${kind === 'email' ? 'mailto' : 'tel'}:${address}`}>
          {address}
        </a>
        <span className={classes.secondary}>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      {mayEdit && (
        <CloseButton
          aria-label={candidatePage.remove(address)}
          aria-disabled={change.isPending || undefined}
          onClick={() => !change.isPending && remove()}
        />
      )}
    </li>
  );
}
