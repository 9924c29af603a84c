import { useLanguage } from '../../../core/texts/language.tsx';
import type {
  SchemaMatchCriterionDto,
  SchemaMatchedCandidateDto,
  SchemaMatchOutcomeDto,
} from '../../../generated/types.ts';

export type Match = SchemaMatchedCandidateDto;

/** What a request asks for, and what a record says, in words. */
export function useWords() {
  const { formats, texts } = useLanguage();
  const { asked, said, units } = texts.proposals;
  const number = (value: number | null) => (value === null ? '' : formats.entry(value));
  const pay = (value: number | null) => (value === null ? '' : formats.euros(value));
  return {
    askedFor({ kind, names, date, lastDay, number: amount, period }: SchemaMatchCriterionDto): string {
      switch (kind) {
        case 'skill':
          return names.join(asked.or);
        case 'language':
          return names.join(' ');
        case 'distance':
          return asked.distance(number(amount));
        case 'availability':
          return asked.availability(formats.day(date!));
        case 'workPermit':
          return lastDay === null || lastDay === date
            ? asked.workPermit(formats.day(date!))
            : asked.workPermitFor(formats.day(date!), formats.day(lastDay));
        case 'weeklyHours':
          return asked.hours(number(amount));
        case 'pay':
          return asked.pay(pay(amount), units[period ?? 'hour']);
        case 'car':
          return said.yes;
        default:
          return names.join(', ');
      }
    },
    saidBy(
      { outcome, names, date, number: amount, period, limit, isOwnLimit }: SchemaMatchOutcomeDto,
      kind: SchemaMatchCriterionDto['kind'],
    ): string {
      switch (kind) {
        case 'distance':
          if (amount === null) return said.nothing;
          return (isOwnLimit ? said.distance : said.distanceOnly)(number(amount), number(limit));
        case 'availability':
          return date === null ? said.nothing : formats.day(date);
        case 'workPermit':
          if (date !== null && outcome === 'partly') return said.workPermitPartly(formats.day(date));
          if (date !== null) return said.workPermit(formats.day(date));
          return outcome === 'met' ? said.permitFree : said.nothing;
        case 'weeklyHours':
          return amount === null ? said.nothing : number(amount);
        case 'pay':
          return amount === null || period === null ? said.nothing : said.pay(pay(amount), units[period]);
        case 'shiftWork':
        case 'car':
          return { met: said.yes, partly: said.yes, missed: said.not, unknown: said.nothing }[outcome];
        default:
          return names.length === 0 ? said.nothing : names.join(', ');
      }
    },
  };
}
