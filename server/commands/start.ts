import type { Command } from './command.ts';
import { StartOutput } from './start-output.ts';

export const startCommand: Command = {
  name: 'start',
  summary: 'Run the service: database, migrations, API, job portal, and background tasks.',
  options: { empty: { meaning: 'Do not create a demo tenant in an installation without tenants.' } },
  async run({ options, settings: read }) {
    const settings = read();
    const output = new StartOutput(settings.logLevel);
    output.begin();
    // Loaded after the first line, because it takes most of a second.
    const { Service } = await import('./service.ts');
    await new Service(settings, output, options.empty === undefined).run();
    return undefined;
  },
};
