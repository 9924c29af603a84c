import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { queries } from '../../../core/api/queries.ts';
import type { NamedValue } from '../../../core/api/queries-candidates.ts';
import { ChipList, type FilterChip } from '../../../core/filters/chip-list.tsx';
import { useUserNames } from '../../../core/forms/use-choices.ts';
import { type CandidateSearch, paths, type Without } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useFormats, useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { type FoundPlace, nameOfPlace } from './place.ts';
import { USUAL_RADIUS_KM } from './search.ts';
import type { ChangeSearch } from './use-change-search.ts';

type ListName =
  | 'status'
  | 'stage'
  | 'responsible'
  | 'profession'
  | 'licence'
  | 'qualification'
  | 'language'
  | 'jobAd'
  | 'source';

interface ChipsProps {
  search: CandidateSearch;
  change: ChangeSearch;
  around: FoundPlace['around'];
}

/** The filters that are active, each with a button that removes it. */
export function Chips({ search, change, around }: ChipsProps) {
  const navigate = useNavigate();
  const { text, branch, sort } = search;
  const kept = Object.fromEntries(
    Object.entries({ text, branch, sort }).filter(([, value]) => value !== undefined),
  );
  return (
    <ChipList
      chips={[...useListChips(search), ...useOtherChips(search, around)]}
      change={change}
      reset={() => void navigate({ to: paths.candidates, search: kept, replace: true })}
    />
  );
}

type Chip = FilterChip<CandidateSearch>;

/** The names of the chosen entries. Until they are known, and if they are gone, their ids. */
function useNames({ profession = [], qualification = [], jobAd = [], responsible = [] }: CandidateSearch) {
  const { language } = useLanguage();
  const may = useMay();
  const lists = {
    status: useQuery(queries.candidateStatuses(language)).data,
    responsible: useUserNames(
      may('users:read'),
      responsible.filter((id) => id !== 'none'),
    ),
    profession: useQuery({ ...queries.professionsById(profession, language), enabled: profession.length > 0 })
      .data,
    licence: useQuery(queries.licences(language)).data,
    qualification: useQuery({
      ...queries.qualifications(language),
      enabled: qualification.length > 0,
    }).data,
    source: useQuery(queries.sources(language)).data,
    language: useQuery(queries.languages(language)).data,
    level: useQuery(queries.languageLevels(language)).data,
  };
  const titles = useQueries({ queries: jobAd.map((id) => queries.jobAdTitle(id)) });
  const nameIn = (list: readonly NamedValue[] | undefined, id: number) =>
    list?.find((entry) => entry.id === id)?.name ?? String(id);
  return {
    of: (name: Exclude<keyof typeof lists, 'level'>, id: number) => nameIn(lists[name], id),
    level: (id: number) => nameIn(lists.level, id),
    jobAd: (id: number) => titles[jobAd.indexOf(id)]?.data ?? String(id),
  };
}

function useListChips(search: CandidateSearch): Chip[] {
  const texts = useTexts();
  const names = useNames(search);
  const chips = (name: ListName, label: string, nameOf: (value: never) => string): Chip[] => {
    const values: readonly (string | number)[] = search[name] ?? [];
    return values.map((value) => {
      const rest = values.filter((other) => other !== value);
      return {
        key: `${name} ${value}`,
        text: `${label}: ${nameOf(value as never)}`,
        without: { [name]: rest.length === 0 ? undefined : rest },
      };
    });
  };
  const language = (value: string) => {
    const [id, level] = value.split(':').map(Number) as [number, number?];
    const name = names.of('language', id);
    return level === undefined
      ? name
      : `${name}, ${texts.candidates.level.toLowerCase()} ${names.level(level)}`;
  };
  const { candidates } = texts;
  return [
    ...chips('status', candidates.status, (id: number | Without) =>
      id === 'none' ? candidates.noStatus : names.of('status', id),
    ),
    ...chips('stage', texts.queue.stage, (stage: keyof typeof texts.stages) => texts.stages[stage]),
    ...chips('responsible', candidates.responsible, (id: number | Without) =>
      id === 'none' ? candidates.nobody : names.of('responsible', id),
    ),
    ...chips('profession', candidates.profession, (id: number) => names.of('profession', id)),
    ...chips('licence', candidates.licence, (id: number) => names.of('licence', id)),
    ...chips('qualification', candidates.qualification, (id: number) => names.of('qualification', id)),
    ...chips('language', candidates.spoken, language),
    ...chips('jobAd', candidates.jobAd, names.jobAd),
    ...chips('source', candidates.source, (id: number) => names.of('source', id)),
  ];
}

function useOtherChips(
  { place, radius, available, from, to }: CandidateSearch,
  around: FoundPlace['around'],
): Chip[] {
  const { candidates: texts } = useTexts();
  const formats = useFormats();
  const chips: Chip[] = [];
  if (place !== undefined)
    chips.push({
      key: 'place',
      text: texts.around(
        around === undefined ? place : nameOfPlace(around),
        formats.number(radius ?? USUAL_RADIUS_KM),
      ),
      without: { place: undefined, radius: undefined },
    });
  const days = { available, from, to };
  for (const name of ['available', 'from', 'to'] as const) {
    const day = days[name];
    if (day !== undefined)
      chips.push({ key: name, text: `${texts[name]} ${formats.day(day)}`, without: { [name]: undefined } });
  }
  return chips;
}
