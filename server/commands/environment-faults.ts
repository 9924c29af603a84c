import { closest, distance } from 'fastest-levenshtein';
import { contentsOfEnvFile } from '../config/env-file.ts';
import { nearest } from '../config/nearest.ts';
import { SETTINGS } from '../config.ts';

// Sentences about the file `.env` and the environment, each with the way out. None repeats a value, which can be a secret.

/** What Node, OpenSSL, the system, and our compose.yaml read from the environment, which the file may set as well. */
const OTHER_VARIABLES =
  /^(?:NODE_|SSL_|TZ$|TMPDIR$|LANG$|LC_|HTTPS?_PROXY$|NO_PROXY$|COMPOSE_|PG|POSTGRES_|DOMAIN$|OBJECTS_PASSWORD$)/;

/** Letters that differ between a setting and its misspelling in the environment, where names of other programs are similar too. */
const MISSPELLED = 2;

/**
 * The variables of `.env` that are no setting: the file is for settings only. And those of the environment that are nearly one, because
 * services of systemd and containers have their settings there.
 */
export function findUnknownNames(): string[] {
  const known = SETTINGS.map(({ name }) => name);
  const isUnknown = (name: string) => !known.includes(name) && !OTHER_VARIABLES.test(name);
  const inFile = contentsOfEnvFile().names.filter(isUnknown);
  const misspelled = Object.keys(process.env).filter(
    (name) => isUnknown(name) && /^[A-Z]+(?:_[A-Z]+)+$/.test(name) && !inFile.includes(name),
  );
  return [
    ...inFile.map((name) => {
      const similar = nearest(name, known);
      const hint = similar === undefined ? 'See: npx stellwerk settings' : `Did you mean ${similar}?`;
      return `.env sets ${name}, which is not a setting and has no effect. ${hint}`;
    }),
    ...misspelled.flatMap((name) => {
      const similar = closest(name, known);
      return distance(name, similar) <= MISSPELLED
        ? `The environment sets ${name}, which is not a setting and has no effect. Did you mean ${similar}?`
        : [];
    }),
  ];
}

/** The lines of `.env` that cannot be used. Each may be meant to name another installation, so nothing runs without them. */
export function findUnusableLines(): string[] {
  const { isUndecodable, malformedLines } = contentsOfEnvFile();
  if (isUndecodable)
    return [
      'Line 1 of .env is not in UTF-8, as if the file was saved in UTF-16, and no line has an effect. Save the file in UTF-8.',
    ];
  return malformedLines.map(
    (line) =>
      `Line ${line} of .env is not a variable and has no effect. Write NAME=value, or # before a comment.`,
  );
}
