import { call } from '../../../core/api/call.ts';
import { changeSeen } from '../../../core/api/change-seen.ts';
import { EntryError } from '../../../core/api/errors.ts';
import { withLimits } from '../../../core/forms/fields.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { candidateSetQualificationLimits } from '../../../generated/limits.ts';
import { candidateDeleteQualification, candidateSetQualification } from '../../../generated/operations.ts';
import { AddText } from './add-skill.tsx';
import { SkillList } from './skill-list.tsx';
import { type TaggedCandidate, useCandidateSource } from './source.ts';

function findScore({ record, tag }: TaggedCandidate, qualificationId: number) {
  const qualification = record.qualifications.find((each) => each.qualificationId === qualificationId);
  return { record: { score: qualification?.score ?? null }, tag };
}

const ALREADY = new EntryError([{ property: 'name', code: 'duplicate', message: '' }]);

/** Qualifications, each with its score, which can be changed. */
export function Qualifications({ candidate }: { candidate: TaggedCandidate }) {
  const { candidatePage } = useTexts();
  const formats = useFormats();
  const { id, qualifications } = candidate.record;
  const { read } = useCandidateSource(id);
  const path = { id };
  const remove = (qualificationId: number) =>
    call(candidateDeleteQualification, { path: { id, qualificationId } });
  const add = async (name: string): Promise<number> => {
    let added: number | undefined;
    const before = await changeSeen({
      read,
      isAsSeen: () => true,
      // Only with the tag, nobody can add it after the read: undoing would remove the qualification of a colleague.
      change: async (ifMatch) => {
        added = (await call(candidateSetQualification, { path, body: { name }, ifMatch })).id;
      },
    });
    // The service finds a name in either language, and accepts what the candidate has.
    if (before.qualifications.some(({ qualificationId }) => qualificationId === added)) throw ALREADY;
    return added!;
  };
  const formOf = (qualificationId: number) => ({
    name: `candidate-${id}-qualification-${qualificationId}`,
    fields: withLimits(
      [{ property: 'score', label: candidatePage.score, kind: 'number' }],
      candidateSetQualificationLimits,
    ),
    current: findScore(candidate, qualificationId),
    read: async () => findScore(await read(), qualificationId),
    // Without If-Match, the last score counts.
    save: (body: object) => call(candidateSetQualification, { path, body: { qualificationId, ...body } }),
  });
  return (
    <SkillList
      candidateId={id}
      title={candidatePage.properties.qualifications}
      items={qualifications.map(({ qualificationId, name, score }) => ({
        key: qualificationId,
        name: [name ?? String(qualificationId), score !== null && candidatePage.scored(formats.number(score))]
          .filter(Boolean)
          .join(', '),
        remove: () => remove(qualificationId),
        restore: () => call(candidateSetQualification, { path, body: { qualificationId, score } }),
        form: formOf(qualificationId),
      }))}
    >
      {(change) => (
        <AddText
          label={candidatePage.newQualification}
          add={(name) => {
            let added: number | undefined;
            return change(name, {
              add: async () => {
                added = await add(name);
              },
              remove: async () => added !== undefined && (await remove(added)),
            });
          }}
        />
      )}
    </SkillList>
  );
}
