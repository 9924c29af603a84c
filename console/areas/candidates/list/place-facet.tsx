import { NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import classes from '../../../core/list/list.module.css';
import type { CandidateSearch } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import type { FoundPlace } from './place.ts';
import { USUAL_RADIUS_KM } from './search.ts';
import type { ChangeSearch } from './use-change-search.ts';

const RADIUSES_KM = [5, 10, 20, 30, 50, 75, 100, 200];

interface PlaceFacetProps {
  search: CandidateSearch;
  change: ChangeSearch;
  place: FoundPlace;
}

export function PlaceFacet({ search, change, place: { around, fault } }: PlaceFacetProps) {
  const { candidates: texts } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(search.place ?? '');
  const [before, setBefore] = useState(search.place);
  if (before !== search.place) {
    setBefore(search.place);
    setTyped(search.place ?? '');
  }
  const choose = (place: string | undefined) => {
    if (place !== search.place)
      change({ place, radius: place === undefined ? undefined : (search.radius ?? USUAL_RADIUS_KM) });
  };
  const send = () => choose(typed.trim() === '' ? undefined : typed.trim());
  const radius = search.radius ?? USUAL_RADIUS_KM;
  const radiuses = [...new Set([...RADIUSES_KM, radius])].sort((a, b) => a - b);
  const choices = fault?.choices ?? around?.others ?? [];
  const unclear = fault?.choices === undefined ? texts.unknownPlace : texts.severalPlaces;
  return (
    <div className={classes.pair}>
      <TextInput
        ref={field}
        label={texts.place}
        maxLength={100}
        autoComplete="off"
        value={typed}
        error={fault === undefined ? undefined : unclear}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={send}
        onKeyDown={({ key }) => key === 'Enter' && send()}
      />
      <NativeSelect
        label={texts.radius}
        value={String(radius)}
        disabled={search.place === undefined}
        onChange={({ currentTarget }) => change({ radius: Number(currentTarget.value) })}
        data={radiuses.map(String)}
      />
      {choices.length > 0 && (
        <div className={classes.places}>
          {fault === undefined && <span>{texts.otherPlaces}:</span>}
          <ul aria-label={fault === undefined ? texts.otherPlaces : texts.placeChoices}>
            {choices.map((choice) => (
              <li key={choice}>
                <button
                  type="button"
                  className={classes.link}
                  onClick={() => {
                    // The button is about to disappear.
                    field.current?.focus();
                    choose(choice);
                  }}
                >
                  {choice}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
