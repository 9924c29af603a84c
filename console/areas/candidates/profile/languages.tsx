import { call } from '../../../core/api/call.ts';
import { useChoices } from '../../../core/forms/use-choices.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import {
  candidateAddLanguage,
  candidateChangeLanguage,
  candidateDeleteLanguage,
} from '../../../generated/operations.ts';
import { AddChosen } from './add-skill.tsx';
import { SkillList } from './skill-list.tsx';
import { type TaggedCandidate, useCandidateSource } from './source.ts';

function findLevel({ record, tag }: TaggedCandidate, languageId: number) {
  const language = record.languages.find((each) => each.languageId === languageId);
  return { record: { levelId: language?.languageLevelId ?? null }, tag };
}

/** Languages, each with its level, which can be changed. */
export function Languages({ candidate }: { candidate: TaggedCandidate }) {
  const { properties, level } = useTexts().candidatePage;
  const { id, languages } = candidate.record;
  const { read } = useCandidateSource(id);
  const choices = useChoices('languages');
  const levels = useChoices('languagelevels');
  const add = (languageId: number, languageLevelId?: number | null) =>
    call(candidateAddLanguage, { path: { id }, body: { languageId, languageLevelId } });
  const pathOf = (languageId: number) => ({ candidateId: id, languageId });
  const remove = (languageId: number) => call(candidateDeleteLanguage, { path: pathOf(languageId) });
  const formOf = (languageId: number) => ({
    name: `candidate-${id}-language-${languageId}`,
    fields: [{ property: 'levelId', label: level, kind: 'choice', choices: levels } as const],
    current: findLevel(candidate, languageId),
    read: async () => findLevel(await read(), languageId),
    save: (body: object, ifMatch: string) =>
      call(candidateChangeLanguage, { path: pathOf(languageId), body: body as never, ifMatch }),
  });
  const nameOf = (languageId: number) =>
    choices?.find(({ value }) => value === languageId)?.label ?? String(languageId);
  return (
    <SkillList
      candidateId={id}
      title={properties.languages}
      items={languages.map(({ languageId, name, languageLevelId, level }) => ({
        key: languageId,
        name: [name, level].filter(Boolean).join(', '),
        remove: () => remove(languageId),
        restore: () => add(languageId, languageLevelId),
        form: formOf(languageId),
      }))}
    >
      {(change, title) => (
        <AddChosen
          label={title}
          choices={choices?.filter(({ value }) => languages.every(({ languageId }) => languageId !== value))}
          levels={levels}
          add={(chosen, level) =>
            change(nameOf(chosen), { add: () => add(chosen, level), remove: () => remove(chosen) })
          }
        />
      )}
    </SkillList>
  );
}
