import { contentsOfEnvFile } from '../config/env-file.ts';
import { nearest } from '../config/nearest.ts';
import { SETTINGS } from '../config.ts';

/** What Node, OpenSSL, the system, and our compose.yaml read from the environment, which the file may set as well. */
const OTHER_VARIABLES =
  /^(?:NODE_|SSL_|TZ$|TMPDIR$|LANG$|LC_|HTTPS?_PROXY$|NO_PROXY$|COMPOSE_|PG|POSTGRES_|DOMAIN$|OBJECTS_PASSWORD$)/;

/** What `.env` has that is no setting: the file is for settings only. Each is a sentence with the way out. */
export function findEnvFileFaults(): string[] {
  const known = SETTINGS.map(({ name }) => name);
  const { names, malformedLines } = contentsOfEnvFile();
  return [
    ...names
      .filter((name) => !known.includes(name) && !OTHER_VARIABLES.test(name))
      .map((name) => {
        const similar = nearest(name, known);
        const hint = similar === undefined ? 'See: npx stellwerk settings' : `Did you mean ${similar}?`;
        return `.env sets ${name}, which is not a setting and has no effect. ${hint}`;
      }),
    ...malformedLines.map(
      (line) => `Line ${line} of .env is not a variable and has no effect. Write NAME=value.`,
    ),
  ];
}
