import { call } from '../../../core/api/call.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useTexts } from '../../../core/texts/language.tsx';
import {
  candidateAddDriversLicense,
  candidateAddKeyword,
  candidateAddLanguage,
  candidateAddProfession,
  candidateDeleteDriversLicense,
  candidateDeleteKeyword,
  candidateDeleteLanguage,
  candidateDeleteProfession,
  candidateDeleteQualification,
  candidateSetQualification,
} from '../../../generated/operations.ts';
import { AddChosen, AddProfession, AddText } from './add-skill.tsx';
import classes from './page.module.css';
import { SkillList } from './skill-list.tsx';
import { type Candidate, useChoices } from './source.ts';

/** What the candidate can do. Each entry is added and removed at once. */
export function Skills({ candidate }: { candidate: Candidate }) {
  const { candidatePage } = useTexts();
  return (
    <section className={formClasses.part} aria-labelledby="skills">
      <h2 id="skills">{candidatePage.parts.skills}</h2>
      <div className={classes.skills}>
        <Professions candidate={candidate} />
        <Qualifications candidate={candidate} />
        <Licences candidate={candidate} />
        <Languages candidate={candidate} />
        <Keywords candidate={candidate} />
      </div>
    </section>
  );
}

const labelOf = (choices: ReturnType<typeof useChoices>, id: number): string =>
  choices?.find(({ value }) => value === id)?.label ?? String(id);

function Professions({ candidate }: { candidate: Candidate }) {
  const { properties } = useTexts().candidatePage;
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
        name: name ?? String(professionId),
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

function Qualifications({ candidate }: { candidate: Candidate }) {
  const { candidatePage } = useTexts();
  const { id, qualifications } = candidate;
  const remove = (qualificationId: number) =>
    call(candidateDeleteQualification, { path: { id, qualificationId } });
  return (
    <SkillList
      candidateId={id}
      title={candidatePage.properties.qualifications}
      items={qualifications.map(({ qualificationId, name, score }) => ({
        key: qualificationId,
        name: name ?? String(qualificationId),
        remove: () => remove(qualificationId),
        restore: () => call(candidateSetQualification, { path: { id }, body: { qualificationId, score } }),
      }))}
    >
      {(change) => (
        <AddText
          label={candidatePage.newQualification}
          add={(name) => {
            let added: number | undefined;
            change(name, {
              add: async () => {
                added = (await call(candidateSetQualification, { path: { id }, body: { name } })).id;
              },
              remove: async () => added !== undefined && (await remove(added)),
            });
          }}
        />
      )}
    </SkillList>
  );
}

function Licences({ candidate }: { candidate: Candidate }) {
  const { properties } = useTexts().candidatePage;
  const { id, driversLicences } = candidate;
  const choices = useChoices('driverslicenses');
  const add = (
    driversLicenseId: number,
    dates: { issuedAt?: string | null; validUntil?: string | null } = {},
  ) => call(candidateAddDriversLicense, { path: { id }, body: { driversLicenseId, ...dates } });
  const remove = (driversLicenseId: number) =>
    call(candidateDeleteDriversLicense, { path: { candidateId: id, driversLicenseId } });
  return (
    <SkillList
      candidateId={id}
      title={properties.driversLicences}
      items={driversLicences.map(({ driversLicenseId, name, issuedAt, validUntil }) => ({
        key: driversLicenseId,
        name: name ?? String(driversLicenseId),
        remove: () => remove(driversLicenseId),
        restore: () => add(driversLicenseId, { issuedAt, validUntil }),
      }))}
    >
      {(change, title) => (
        <AddChosen
          label={title}
          choices={choices?.filter(({ value }) =>
            driversLicences.every((each) => each.driversLicenseId !== value),
          )}
          add={(chosen) =>
            change(labelOf(choices, chosen), { add: () => add(chosen), remove: () => remove(chosen) })
          }
        />
      )}
    </SkillList>
  );
}

function Languages({ candidate }: { candidate: Candidate }) {
  const { properties } = useTexts().candidatePage;
  const { id, languages } = candidate;
  const choices = useChoices('languages');
  const levels = useChoices('languagelevels');
  const add = (languageId: number, languageLevelId?: number | null) =>
    call(candidateAddLanguage, { path: { id }, body: { languageId, languageLevelId } });
  const remove = (languageId: number) =>
    call(candidateDeleteLanguage, { path: { candidateId: id, languageId } });
  return (
    <SkillList
      candidateId={id}
      title={properties.languages}
      items={languages.map(({ languageId, name, languageLevelId, level }) => ({
        key: languageId,
        name: [name, level].filter(Boolean).join(', '),
        remove: () => remove(languageId),
        restore: () => add(languageId, languageLevelId),
      }))}
    >
      {(change, title) => (
        <AddChosen
          label={title}
          choices={choices?.filter(({ value }) => languages.every(({ languageId }) => languageId !== value))}
          levels={levels}
          add={(chosen, level) =>
            change(labelOf(choices, chosen), { add: () => add(chosen, level), remove: () => remove(chosen) })
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
            change(keyword, {
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
