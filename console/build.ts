import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import {
  build,
  type InlineConfig,
  type Manifest,
  normalizePath,
  type Plugin,
  type Rolldown,
  version,
} from 'vite';
import { builtStamp, CONSOLE, DIST, sourceStamp } from './stamp.js';

// node console/build.ts [--if-stale]
// Writes the files of the console, hashed and compressed, to console/dist. Fails if a part needs more script than its budget, or
// the frame too many files.

/** Compressed script until sign-in can be used, in bytes. */
const SIGN_IN_BUDGET = 150_000;
/** And for each further screen, beyond what sign-in has loaded and what all screens share. */
const SCREEN_BUDGET = 60_000;
/** Files of script until a screen of somebody who has signed in begins to load. */
const FRAME_FILES = 8;
/** Of Brotli. Fonts and character maps become hardly smaller, however long it takes. */
const HIGHEST_QUALITY = 11;
const FAST_QUALITY = 5;
const SIGN_IN = 'areas/access/sign-in/page.tsx';
const FRAME = 'core/frame/frame.tsx';
/** Each is the file of a language. The page loads one of them, with the frame. */
const TEXTS = ['core/texts/texts-de.ts', 'core/texts/texts-en.ts'];
/** What gives a module the texts of the screens. */
const SCREEN_TEXTS = 'core/texts/language.tsx';
/** The entries of each part. What they import is one file. A module that both parts need is in the first. */
const PARTS = { start: ['main.tsx', SIGN_IN], frame: [FRAME] };
/** With the number of its process: the directory of a build that is not ready. */
const NEXT = '.next-';
/** What forms have in common. In a file for each set of screens that shares some of it, it would compress worse. */
const FORMS =
  /[\\/]core[\\/]forms[\\/](?:check-entries|conflicts|entered-texts|fields|form-part|inputs|rebase|restored|send|use-addition|use-form)\.tsx?$/;

const { values } = parseArgs({ options: { 'if-stale': { type: 'boolean', default: false } } });
const stamp = sourceStamp();
if (values['if-stale'] && builtStamp() === stamp) process.exit(0);

const COMMON = {
  configFile: false,
  root: CONSOLE,
  base: '/app/',
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: join(CONSOLE, 'main.tsx'),
      onLog(level, log, report) {
        // "use client" is for servers that render components. Every module of the packages has it.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
} satisfies InlineConfig;

const startedAtMs = performance.now();
// A build that is interrupted, or that another one overtakes, leaves a complete one in place.
const next = join(DIST, `${NEXT}${process.pid}`);
await mkdir(next, { recursive: true });
await removeInterrupted();
try {
  const parts = await findParts();
  await build({
    ...COMMON,
    plugins: [pdfFiles()],
    build: {
      ...COMMON.build,
      outDir: next,
      emptyOutDir: true,
      manifest: 'manifest.json',
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        ...COMMON.build.rolldownOptions,
        output: {
          codeSplitting: {
            groups: [
              {
                name: (module) => parts.get(module) ?? null,
                debugName: 'parts',
                includeDependenciesRecursively: false,
              },
              { name: 'forms', test: FORMS, includeDependenciesRecursively: false },
            ],
          },
        },
      },
    },
  });
  const manifest: Manifest = JSON.parse(await readFile(join(next, 'manifest.json'), 'utf8'));
  const sizes = await compressAll(join(next, 'assets'));
  const report = checkBudgets(manifest, sizes);
  await writeFile(join(next, 'files.json'), JSON.stringify(await filesIn(join(next, 'assets'))));
  await writeFile(join(next, 'stamp'), `${stamp}\n`);
  await replaceBuild();
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  console.log(`built the console with Vite ${version} in ${seconds} s: ${report}`);
} finally {
  await rm(next, { recursive: true, force: true });
}

/**
 * Which modules are in the script of the start, which everybody loads, and which in that of the frame, which everybody loads who has signed in.
 * Vite alone makes a file for each set of screens that shares a module: "Today" had 44, and a browser asks a server without HTTP/2 for six
 * at a time. Only a build knows which modules are left of the packages, so this makes one and keeps nothing of it.
 */
async function findParts(): Promise<Map<string, string>> {
  const result = (await build({
    ...COMMON,
    build: { ...COMMON.build, write: false, minify: false },
  })) as Rolldown.RolldownOutput;
  const chunks = new Map(
    result.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  );
  const parts = new Map<string, string>();
  const visit = (name: string, part: string, seen: Set<string>): void => {
    const chunk = chunks.get(name);
    if (chunk === undefined || seen.has(name)) return;
    seen.add(name);
    // An entry keeps a file of its own, by which the manifest names it.
    for (const module of chunk.moduleIds)
      if (module !== chunk.facadeModuleId && !parts.has(module)) parts.set(module, part);
    for (const imported of chunk.imports) visit(imported, part, seen);
  };
  for (const [part, entries] of Object.entries(PARTS)) {
    const modules = entries.map((entry) => normalizePath(join(CONSOLE, entry)));
    for (const { fileName, facadeModuleId } of chunks.values())
      if (facadeModuleId !== null && modules.includes(normalizePath(facadeModuleId)))
        visit(fileName, part, new Set());
  }
  if (parts.get(normalizePath(join(CONSOLE, SCREEN_TEXTS))) === 'start')
    throw new Error(
      `A module that sign-in needs imports ${SCREEN_TEXTS}. The texts of the screens are not loaded before the frame. Use useStartTexts().`,
    );
  return parts;
}

/**
 * What pdf.js loads by name when a file needs it: fonts that a PDF can leave out, character maps of Asian scripts, and decoders
 * of images. Their folder has the version instead of a hash.
 */
function pdfFiles(): Plugin {
  const library = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
  const wanted = { cmaps: /\.bcmap$/, standard_fonts: /\.(?:pfb|ttf)$/, wasm: /_nowasm_fallback\.js$/ };
  return {
    name: 'pdf-files',
    async generateBundle() {
      const { version } = JSON.parse(await readFile(join(library, 'package.json'), 'utf8'));
      for (const [folder, names] of Object.entries(wanted))
        for (const name of await readdir(join(library, folder)))
          if (names.test(name)) {
            const source = await readFile(join(library, folder, name));
            this.emitFile({ type: 'asset', fileName: `assets/pdfjs-${version}/${name}`, source });
          }
    },
  };
}

/** The paths of the files below a directory, with forward slashes. */
async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(directory, join(parentPath, name)).replaceAll('\\', '/'));
}

/** Writes each file beside itself in Brotli and gzip. Returns the sizes in gzip by path in the build. */
async function compressAll(directory: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const name of await filesIn(directory)) {
    const contents = await readFile(join(directory, name));
    const quality = /\.m?js$|\.css$/.test(name) ? HIGHEST_QUALITY : FAST_QUALITY;
    const brotli = await promisify(brotliCompress)(contents, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
      },
    });
    const zipped = await promisify(gzip)(contents, { level: 9 });
    await writeFile(join(directory, `${name}.br`), brotli);
    await writeFile(join(directory, `${name}.gz`), zipped);
    sizes.set(`assets/${name}`, zipped.length);
  }
  return sizes;
}

/** Every script that the browser loads for these entries. */
function scriptsOf(manifest: Manifest, entries: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build has no ${key}.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const name of chunk.imports ?? []) visit(name);
  };
  for (const entry of entries) visit(entry);
  return files;
}

function checkBudgets(manifest: Manifest, sizes: ReadonlyMap<string, number>): string {
  const sum = (files: Iterable<string>) =>
    [...files].reduce((total, file) => total + (sizes.get(file) ?? 0), 0);
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
  const largest = (keys: readonly string[]) =>
    keys.reduce((one, other) =>
      sum(scriptsOf(manifest, [other])) > sum(scriptsOf(manifest, [one])) ? other : one,
    );
  const signIn = sum(scriptsOf(manifest, ['main.tsx', SIGN_IN]));
  const faults: string[] = [];
  if (signIn > SIGN_IN_BUDGET)
    faults.push(`sign-in needs ${kilobytes(signIn)} (gzip), its budget is ${kilobytes(SIGN_IN_BUDGET)}`);
  const frame = scriptsOf(manifest, ['main.tsx', SIGN_IN, FRAME, largest(TEXTS)]);
  if (frame.size > FRAME_FILES)
    faults.push(`the frame needs ${frame.size} files, at most ${FRAME_FILES} are allowed`);
  const screens = Object.keys(manifest).filter((key) => key.endsWith('/page.tsx') && key !== SIGN_IN);
  const further = screens.map((key) => {
    const bytes = sum([...scriptsOf(manifest, [key])].filter((file) => !frame.has(file)));
    if (bytes > SCREEN_BUDGET)
      faults.push(`${key} needs ${kilobytes(bytes)} (gzip), its budget is ${kilobytes(SCREEN_BUDGET)}`);
    return `${key.split('/').at(-2)} ${kilobytes(bytes)}`;
  });
  if (faults.length > 0) throw new Error(`The console has too much script: ${faults.join('; ')}.`);
  return `script for sign-in ${kilobytes(signIn)}, frame ${kilobytes(sum(frame) - signIn)} in ${frame.size} files, ${further.join(', ')} (gzip)`;
}

/**
 * Puts the new files in place. Their names are hashes, so they can lie beside the old ones; the manifest decides. Old files
 * stay until the next build, because open pages load parts of them.
 */
async function replaceBuild(): Promise<void> {
  const before = await currentFiles();
  const names = await filesIn(join(next, 'assets'));
  for (const name of names) {
    await mkdir(dirname(join(DIST, 'assets', name)), { recursive: true });
    await rename(join(next, 'assets', name), join(DIST, 'assets', name));
  }
  for (const name of ['manifest.json', 'files.json', 'stamp'])
    await rename(join(next, name), join(DIST, name));
  const kept = new Set([...names, ...before]);
  // Another build can have removed it.
  for (const name of await filesIn(join(DIST, 'assets')))
    if (!kept.has(name)) await rm(join(DIST, 'assets', name), { recursive: true, force: true });
}

/** Removes what builds have left that were killed. */
async function removeInterrupted(): Promise<void> {
  for (const name of await readdir(DIST))
    if (name.startsWith(NEXT) && !isRunning(Number(name.slice(NEXT.length))))
      await rm(join(DIST, name), { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The files of the build in place, with their compressed forms. */
async function currentFiles(): Promise<string[]> {
  return JSON.parse(await readFile(join(DIST, 'files.json'), 'utf8').catch(() => '[]'));
}
