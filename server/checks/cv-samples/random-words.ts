import { allFakers, type Faker } from '@faker-js/faker';
import type { SampleLanguage } from './document.ts';
import { isHeldOut } from './held-out.ts';

/** Draws that depend only on the seed. Words that are held out are drawn only for samples that are. */
export class RandomWords {
  readonly faker: Faker;
  readonly #isHeldOut: boolean;

  constructor(options: { seed: number; language: SampleLanguage; isHeldOut: boolean; usLike: boolean }) {
    if (options.language === 'de') this.faker = allFakers.de;
    else this.faker = options.usLike ? allFakers.en_US : allFakers.en_GB;
    this.faker.seed(options.seed);
    this.#isHeldOut = options.isHeldOut;
  }

  pick<T>(list: readonly T[]): T {
    return this.faker.helpers.arrayElement(this.#allowed(list));
  }

  /** Also draws words that are held out. */
  pickAny<T>(list: readonly T[]): T {
    return this.faker.helpers.arrayElement(list);
  }

  some<T>(list: readonly T[], count: number): T[] {
    return this.faker.helpers.arrayElements(this.#allowed(list), count);
  }

  /** True with this probability, from 0 to 1. */
  chance(probability: number): boolean {
    return this.faker.datatype.boolean(probability);
  }

  /** Both limits are included. */
  integer(minimum: number, maximum: number): number {
    return this.faker.number.int({ min: minimum, max: maximum });
  }

  #allowed<T>(list: readonly T[]): T[] {
    return list.filter((item) => this.#isHeldOut || !isHeldOut(JSON.stringify(item)));
  }
}
