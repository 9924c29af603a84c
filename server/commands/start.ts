import { type Command, UsageError } from './command.ts';
import { StartOutput } from './start-output.ts';

export const startCommand: Command = {
  name: 'start',
  summary: 'Run the service: database, migrations, API, job portal, and background tasks.',
  options: {
    empty: { meaning: 'Do not create a demo tenant in an installation without tenants.' },
    'take-over-documents': {
      meaning: 'Use a document store of another installation, which must no longer exist. Only once.',
    },
    'without-documents': {
      meaning:
        'With --take-over-documents: also if the store has none of the documents that records refer to, because they are lost.',
    },
  },
  async run({ options, settings: read }) {
    const takesOverDocuments = options['take-over-documents'] !== undefined;
    const acceptsLostDocuments = options['without-documents'] !== undefined;
    if (acceptsLostDocuments && !takesOverDocuments)
      throw new UsageError('--without-documents needs --take-over-documents.');
    const settings = read();
    const output = new StartOutput(settings.logLevel);
    output.begin();
    // Loaded after the first line, because it takes most of a second.
    const { Service } = await import('./service.ts');
    await new Service(settings, output, {
      wantsDemo: options.empty === undefined,
      takesOverDocuments,
      acceptsLostDocuments,
    }).run();
    return undefined;
  },
};
