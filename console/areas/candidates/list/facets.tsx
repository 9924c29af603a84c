import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import { STAGES } from '../../../core/api/records.ts';
import { Choices } from '../../../core/filters/choices.tsx';
import { Find } from '../../../core/filters/find.tsx';
import { useUsersOfFilter } from '../../../core/forms/use-choices.ts';
import classes from '../../../core/list/list.module.css';
import type { CandidateSearch } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { isReversedPeriod, Period } from '../../../core/ui/period.tsx';
import type { FoundPlace } from './place.ts';
import { PlaceFacet } from './place-facet.tsx';
import { MAXIMUM_LANGUAGES, MAXIMUM_QUALIFICATIONS } from './search.ts';
import type { ChangeSearch } from './use-change-search.ts';

const TYPING_MS = 150;
const FEWEST_LETTERS = 2;

interface FacetProps {
  search: CandidateSearch;
  change: ChangeSearch;
}

/** Every filter of the list. What has been chosen appears below as a chip. */
export function Facets({ search, change, place }: FacetProps & { place: FoundPlace }) {
  const texts = useTexts();
  const may = useMay();
  const { language } = useLanguage();
  const statuses = useQuery(queries.candidateStatuses(language)).data ?? [];
  const licences = useQuery(queries.licences(language)).data ?? [];
  const sources = useQuery(queries.sources(language)).data ?? [];
  const stages = STAGES.map((stage) => ({ id: stage, name: texts.stages[stage] }));
  return (
    <div className={classes.facets}>
      <Choices
        label={texts.candidates.status}
        entries={[{ id: 'none' as const, name: texts.candidates.noStatus }, ...statuses]}
        chosen={search.status}
        choose={(status) => change({ status })}
      />
      <Choices
        label={texts.candidates.stage}
        entries={stages}
        chosen={search.stage}
        choose={(stage) => change({ stage })}
      />
      {may('users:read') && <ResponsibleFacet search={search} change={change} />}
      <ProfessionFacet search={search} change={change} />
      <Choices
        label={texts.candidates.licence}
        entries={licences}
        chosen={search.licence}
        choose={(licence) => change({ licence })}
      />
      <QualificationFacet search={search} change={change} />
      <LanguageFacet search={search} change={change} />
      <PlaceFacet search={search} change={change} place={place} />
      {may('jobads:read') && <JobAdFacet search={search} change={change} />}
      <Choices
        label={texts.candidates.source}
        entries={sources}
        chosen={search.source}
        choose={(source) => change({ source })}
      />
      <DayFacets search={search} change={change} />
    </div>
  );
}

const added = <Id,>(chosen: readonly Id[] = [], { id }: { id: Id }) => [...new Set([...chosen, id])];

/** What is said at a filter of which all entries must apply, and of which only so many can be chosen. */
function useAllOf(count: number, maximum: number): string {
  const { texts, formats } = useLanguage();
  const { allOf, noMore } = texts.candidates;
  return count < maximum ? allOf : noMore(formats.number(maximum));
}

/** The entries whose name has the words. */
function entriesWith<One extends { name: string }>(words: string, entries: readonly One[]): One[] {
  const wanted = words.trim().toLocaleLowerCase();
  return entries.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
}

function ResponsibleFacet({ search, change }: FacetProps) {
  const texts = useTexts();
  const [words, setWords] = useState('');
  const users = useUsersOfFilter() ?? [];
  return (
    <Find
      label={texts.candidates.responsible}
      entries={entriesWith(words, [{ id: 'none' as const, name: texts.candidates.nobody }, ...users])}
      words={words}
      setWords={setWords}
      pick={(user) => change({ responsible: added(search.responsible, user) })}
    />
  );
}

function ProfessionFacet({ search, change }: FacetProps) {
  const texts = useTexts();
  const { language } = useLanguage();
  const [words, setWords] = useState('');
  const [wanted] = useDebouncedValue(words.trim(), TYPING_MS);
  const isLong = wanted.length >= FEWEST_LETTERS;
  const professions = useQuery({ ...queries.professionsLike(wanted, language), enabled: isLong });
  return (
    <Find
      label={texts.candidates.profession}
      entries={isLong ? (professions.data ?? []) : []}
      words={words}
      setWords={setWords}
      pick={(profession) => change({ profession: added(search.profession, profession) })}
    />
  );
}

/** A company has its own list, which can have hundreds. */
function QualificationFacet({ search, change }: FacetProps) {
  const texts = useTexts();
  const { language } = useLanguage();
  const [words, setWords] = useState('');
  const qualifications = useQuery(queries.qualifications(language)).data ?? [];
  const count = search.qualification?.length ?? 0;
  return (
    <Find
      label={texts.candidates.qualification}
      description={useAllOf(count, MAXIMUM_QUALIFICATIONS)}
      isFull={count >= MAXIMUM_QUALIFICATIONS}
      entries={entriesWith(words, qualifications)}
      words={words}
      setWords={setWords}
      pick={(qualification) => change({ qualification: added(search.qualification, qualification) })}
    />
  );
}

function JobAdFacet({ search, change }: FacetProps) {
  const texts = useTexts();
  const [words, setWords] = useState('');
  const [wanted] = useDebouncedValue(words.trim(), TYPING_MS);
  const jobAds = useQuery(queries.jobAdsLike(wanted));
  return (
    <Find
      label={texts.candidates.jobAd}
      entries={jobAds.data ?? []}
      words={words}
      setWords={setWords}
      pick={(jobAd) => change({ jobAd: added(search.jobAd, jobAd) })}
    />
  );
}

function LanguageFacet({ search, change }: FacetProps) {
  const { candidates: texts } = useTexts();
  const { language } = useLanguage();
  const [level, setLevel] = useState('');
  const languages = useQuery(queries.languages(language)).data ?? [];
  const levels = useQuery(queries.languageLevels(language)).data ?? [];
  const chosen = search.language ?? [];
  const isFull = chosen.length >= MAXIMUM_LANGUAGES;
  const isChosen = (id: number) => chosen.some((one) => Number(one.split(':')[0]) === id);
  return (
    <div className={classes.pair}>
      <Choices
        label={texts.spoken}
        description={useAllOf(chosen.length, MAXIMUM_LANGUAGES)}
        entries={languages
          .filter(({ id }) => !isFull || isChosen(id))
          .map(({ id, name }) => ({ id: String(id), name }))}
        // Those that are chosen are offered again: another level of a language replaces the one before.
        chosen={[]}
        count={chosen.length}
        choose={(next) =>
          change({
            language: [
              ...chosen.filter((one) => one.split(':')[0] !== next.at(-1)),
              next.at(-1)! + (level === '' ? '' : `:${level}`),
            ],
          })
        }
      />
      <NativeSelect
        label={texts.level}
        value={level}
        onChange={({ currentTarget }) => setLevel(currentTarget.value)}
        data={[
          { value: '', label: texts.anyLevel },
          ...levels.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </div>
  );
}

function DayFacets({ search, change }: FacetProps) {
  const { candidates: texts } = useTexts();
  const { available, from, to } = search;
  return (
    <>
      <TextInput
        type="date"
        max="9999-12-31"
        label={texts.available}
        value={available ?? ''}
        onChange={({ currentTarget: { value } }) => change({ available: value || undefined })}
      />
      <Period from={from} to={to} labels={texts} isReversed={isReversedPeriod(search)} change={change} />
    </>
  );
}
