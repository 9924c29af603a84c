import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { cookieName, readSessionToken } from '../areas/access/index.ts';
import { markup } from '../core/html/markup.ts';
import {
  ApiError,
  type Language,
  type RouteGroup,
  type RouteRequest,
  type RouteResponse,
} from '../core/http/index.ts';
import { preferredLanguage } from '../core/http/language.ts';
import { sendsMail } from '../core/mail/index.ts';
import type { Services } from '../core/services.ts';
import { ConsoleBuild } from './console-build.ts';

const PREFIX = '/app';
const DIST = join(import.meta.dirname, '../../console/dist');
const NONCE_BYTES = 18;
const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";
/** A page that waits for the build asks again after this time. */
const RELOAD_SECONDS = 5;

const TEXTS = {
  de: {
    title: 'Stellwerk',
    needsScript: 'Die Konsole braucht JavaScript. Schalten Sie es in Ihrem Browser ein.',
    missing: 'Die Konsole ist noch nicht gebaut',
    missingText:
      'Nach dem Start des Dienstes dauert das einige Sekunden; diese Seite lädt sich dann neu. Bleibt sie stehen, führen Sie im Verzeichnis des Dienstes „npm run build:console“ aus. Die Schnittstelle und das Stellenportal arbeiten auch ohne sie.',
  },
  en: {
    title: 'Stellwerk',
    needsScript: 'The console needs JavaScript. Turn it on in your browser.',
    missing: 'The console has not been built yet',
    missingText:
      'The build takes a few seconds after the service starts. This page then reloads. If it does not, run “npm run build:console” in the directory of the service. The API and the job portal work without it.',
  },
};

/** The console at /app: one page for all addresses, and the hashed files that it loads. */
export function consoleRoutes(services: Services, directory = DIST): RouteGroup {
  const build = new ConsoleBuild(directory);
  const shell = (request: RouteRequest) => shellResponse(services, build, request);
  return {
    prefix: PREFIX,
    routes: [
      { method: 'GET', path: '/', handle: shell },
      { method: 'GET', path: '/assets/{name}', handle: (request) => assetResponse(build, request) },
      { method: 'GET', path: '/assets/{folder}/{name}', handle: (request) => assetResponse(build, request) },
    ],
    respondToUnknownPath(request) {
      // The page itself shows that it has no screen at this address.
      if (request.method === 'GET' || request.method === 'HEAD') return shell(request);
      throw new ApiError('methodNotAllowed', { headers: { allow: 'GET, HEAD' } });
    },
  };
}

async function assetResponse(build: ConsoleBuild, { params, headers }: RouteRequest): Promise<RouteResponse> {
  const path = [params.folder, params.name].filter((part) => part !== undefined).join('/');
  const file = await build.file(path, headers);
  const common = {
    'x-content-type-options': 'nosniff',
    // For the worker that reads PDFs of strangers: a worker has the policy of its own file.
    'content-security-policy': WORKER_POLICY,
    vary: 'accept-encoding',
  };
  if (file === undefined) {
    return {
      status: 404,
      type: 'text/plain; charset=utf-8',
      headers: { ...common, 'cache-control': 'no-store' },
      body: 'This version of the console has no such file. Reload the page.\n',
    };
  }
  const { type, encoding, body } = file;
  return {
    type,
    headers: {
      ...common,
      // The name has a hash of the contents.
      'cache-control': 'public, max-age=31536000, immutable',
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    },
    body,
  };
}

async function shellResponse(
  services: Services,
  consoleBuild: ConsoleBuild,
  request: RouteRequest,
): Promise<RouteResponse> {
  const language = preferredLanguage(request.headers['accept-language'], 'de');
  const build = await consoleBuild.find();
  if (build === undefined) {
    services.log.error('the console has not been built; run "npm run build:console"');
    return missingResponse(language);
  }
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const { settings } = services;
  const hasCookie = readSessionToken(request.headers.cookie, cookieName(settings)) !== undefined;
  const files = hasCookie ? [build.start, build.frame] : [build.start];
  // A guess: the page loads another one if its user has chosen another language in this browser.
  const texts = hasCookie ? build.texts[language] : [];
  const scripts = [...files.flatMap((part) => part.scripts), ...texts];
  const { title, needsScript } = TEXTS[language];
  return {
    type: 'text/html; charset=utf-8',
    headers: headersWith(nonce),
    body: markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta property="csp-nonce" nonce="${nonce}">
<meta name="stellwerk-mail" content="${sendsMail(settings) ? 'yes' : 'no'}">
<meta name="stellwerk-session" content="${hasCookie ? 'yes' : 'no'}">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${files.flatMap(({ styles }) => styles).map((file) => markup`<link rel="stylesheet" href="${PREFIX}/${file}">\n`)}
${scripts.map((file) => markup`<link rel="modulepreload" href="${PREFIX}/${file}">\n`)}
<script type="module" src="${PREFIX}/${build.script}"></script>
</head>
<body>
<div id="console"></div>
<noscript>${needsScript}</noscript>
</body>
</html>
`.text,
  };
}

function headersWith(nonce: string) {
  return {
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; connect-src 'self'; img-src 'self' blob: data:; font-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  };
}

function missingResponse(language: Language): RouteResponse {
  const { missing, missingText } = TEXTS[language];
  return {
    status: 503,
    type: 'text/html; charset=utf-8',
    headers: { ...headersWith(''), 'retry-after': String(RELOAD_SECONDS), refresh: String(RELOAD_SECONDS) },
    body: markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${missing} – Stellwerk</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/welcome.css">
</head>
<body>
<main>
<h1>${missing}</h1>
<p class="lead">${missingText}</p>
</main>
</body>
</html>
`.text,
  };
}
