/**
 * Whether this is npm run test:long, which runs only the test files that import this. They have a short form in npm test, which fails
 * too if the behavior breaks, but sees fewer combinations.
 */
export const isLong = process.env.STELLWERK_TEST_LONG !== undefined;

/** The number for the form of this run. */
export const shortOrLong = (short: number, long: number) => (isLong ? long : short);
