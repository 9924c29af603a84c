import { call } from '../../../core/api/call.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import {
  candidateAddKeyword,
  candidateAddProfession,
  candidateDeleteKeyword,
  candidateDeleteProfession,
} from '../../../generated/operations.ts';
import { AddProfession, AddText } from './add-skill.tsx';
import { Languages } from './languages.tsx';
import { Licences } from './licences.tsx';
import classes from './page.module.css';
import { Qualifications } from './qualifications.tsx';
import { SkillList } from './skill-list.tsx';
import type { Candidate, TaggedCandidate } from './source.ts';

/** What the candidate can do. */
export function Skills({ candidate: tagged }: { candidate: TaggedCandidate }) {
  const candidate = tagged.record;
  const { candidatePage } = useTexts();
  return (
    <section className={formClasses.part} aria-labelledby="skills">
      <h2 id="skills">{candidatePage.parts.skills}</h2>
      <div className={classes.skills}>
        <Professions candidate={candidate} />
        <Qualifications candidate={tagged} />
        <Licences candidate={candidate} />
        <Languages candidate={tagged} />
        <Keywords candidate={candidate} />
      </div>
    </section>
  );
}

function Professions({ candidate }: { candidate: Candidate }) {
  const { candidatePage } = useTexts();
  const { properties } = candidatePage;
  const formats = useFormats();
  const { id } = candidate;
  const add = (professionId: number, more: { isPrimary?: boolean; yearsOfExperience?: number | null } = {}) =>
    call(candidateAddProfession, { path: { id }, body: { professionId, ...more } });
  const remove = (professionId: number) => call(candidateDeleteProfession, { path: { id, professionId } });
  return (
    <SkillList
      candidateId={id}
      title={properties.professionObjects}
      items={candidate.professionObjects.map(({ professionId, name, isPrimary, yearsOfExperience }) => ({
        key: professionId,
        name: [
          name ?? String(professionId),
          isPrimary && candidatePage.mainProfession,
          yearsOfExperience !== null && candidatePage.years(formats.number(yearsOfExperience)),
        ]
          .filter(Boolean)
          .join(', '),
        remove: () => remove(professionId),
        restore: () => add(professionId, { isPrimary, yearsOfExperience }),
      }))}
    >
      {(change) => (
        <AddProfession
          add={(professionId, name) =>
            change(name, { add: () => add(professionId), remove: () => remove(professionId) })
          }
        />
      )}
    </SkillList>
  );
}

function Keywords({ candidate }: { candidate: Candidate }) {
  const { candidatePage } = useTexts();
  const { id, keywords } = candidate;
  const add = (keyword: string) => call(candidateAddKeyword, { path: { id }, body: { keyword } });
  const remove = (keywordId: number) => call(candidateDeleteKeyword, { path: { id, keywordId } });
  return (
    <SkillList
      candidateId={id}
      title={candidatePage.properties.keywords}
      items={keywords.map(({ id: keywordId, keyword }) => ({
        key: keywordId,
        name: keyword,
        remove: () => remove(keywordId),
        restore: () => add(keyword),
      }))}
    >
      {(change) => (
        <AddText
          label={candidatePage.newKeyword}
          add={(keyword) => {
            let added: number | undefined;
            return change(keyword, {
              add: async () => {
                added = (await add(keyword)).id;
              },
              remove: async () => added !== undefined && (await remove(added)),
            });
          }}
        />
      )}
    </SkillList>
  );
}
