import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from './programs.ts';

/**
 * Images and root directories of this test, in a directory of its own. Without a container runtime, which could not set its
 * limits in a sandbox, `buildah --isolation=chroot` builds, and the tests change the root directory themselves.
 */
export class Images {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  buildah(...words: string[]): string {
    const store = ['--root', join(this.#directory, 'store'), '--runroot', join(this.#directory, 'run')];
    return run('buildah', ['--storage-driver=vfs', ...store, ...words]);
  }

  /** Debian from its archive as the image `base`, and the same with Node and npm as `build`. */
  async makeBase(): Promise<void> {
    const root = join(this.#directory, 'debian');
    run('debootstrap', ['--variant=minbase', 'bookworm', root]);
    const archive = join(this.#directory, 'debian.tar');
    run('tar', ['-C', root, '-cf', archive, '.']);
    await rm(root, { recursive: true });
    const base = this.buildah('from', 'scratch');
    this.buildah('add', '--quiet', base, archive, '/');
    await rm(archive);
    this.buildah('commit', '--quiet', '--rm', base, 'localhost/base');

    const build = this.buildah('from', 'localhost/base');
    this.install(build, 'libatomic1', 'ca-certificates');
    const npm = join(run('npm', ['root', '--global']), 'npm');
    this.buildah('copy', '--quiet', build, npm, '/usr/local/lib/node_modules/npm');
    this.buildah('copy', '--quiet', build, process.execPath, '/usr/local/bin/node');
    this.runIn(build, 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm');
    this.buildah('commit', '--quiet', '--rm', build, 'localhost/build');
  }

  install(container: string, ...packages: string[]): void {
    this.runIn(container, 'apt-get', 'update', '-qq');
    this.runIn(container, 'apt-get', 'install', '-qq', '--yes', '--no-install-recommends', ...packages);
  }

  runIn(container: string, ...words: string[]): string {
    return this.buildah('run', '--isolation=chroot', container, '--', ...words);
  }

  /** Builds the Dockerfile with the npm settings and certificates of this machine. */
  async build(tag: string, variant: string): Promise<void> {
    const secret = join(this.#directory, 'npmrc');
    const settings = ['globalconfig', 'userconfig'].map((name) => run('npm', ['config', 'get', name]));
    await mkdir(dirname(secret), { recursive: true });
    const texts = settings.map((path) => run('sh', ['-c', 'cat -- "$1" 2>/dev/null || true', 'sh', path]));
    await writeFile(secret, texts.join('\n'), { mode: 0o600 });
    const values = { BASE: 'localhost/base', BUILD_BASE: 'localhost/build', VARIANT: variant };
    try {
      this.buildah(
        'build',
        '--isolation=chroot',
        '--format=docker',
        ...Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
        `--secret=id=npmrc,src=${secret}`,
        '--volume=/etc/ssl/certs:/etc/ssl/certs:ro',
        `--tag=localhost/${tag}`,
        '.',
      );
    } finally {
      await rm(secret);
    }
  }

  /** A container and the directory that it is mounted on. */
  mount(image: string): { container: string; root: string } {
    const container = this.buildah('from', `localhost/${image}`);
    return { container, root: this.buildah('mount', container) };
  }

  async remove(): Promise<void> {
    this.buildah('umount', '--all');
    this.buildah('rm', '--all');
    this.buildah('rmi', '--all', '--force');
    await rm(this.#directory, { recursive: true, force: true });
  }
}
