import { contentsOfEnvFile } from '../config/env-file.ts';
import { nearest } from '../config/nearest.ts';
import { SETTINGS } from '../config.ts';

// Sentences about the file `.env`, each with the way out. None repeats a value, which can be a secret.

/** What Node, OpenSSL, the system, and our compose.yaml read from the environment, which the file may set as well. */
const OTHER_VARIABLES =
  /^(?:NODE_|SSL_|TZ$|TMPDIR$|LANG$|LC_|HTTPS?_PROXY$|NO_PROXY$|COMPOSE_|PG|POSTGRES_|DOMAIN$|OBJECTS_PASSWORD$)/;

/** The variables of `.env` that are no setting: the file is for settings only. */
export function findUnknownNames(): string[] {
  const known = SETTINGS.map(({ name }) => name);
  return contentsOfEnvFile()
    .names.filter((name) => !known.includes(name) && !OTHER_VARIABLES.test(name))
    .map((name) => {
      const similar = nearest(name, known);
      const hint = similar === undefined ? 'See: npx stellwerk settings' : `Did you mean ${similar}?`;
      return `.env sets ${name}, which is not a setting and has no effect. ${hint}`;
    });
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
