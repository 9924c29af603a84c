import { Gauge, Histogram, type Registry } from 'prom-client';
import { CvParsingError } from './worker/parse.ts';

/** Runs of the CV parser in this process. */
export class CvMetrics {
  readonly #duration: Histogram<'outcome'>;
  readonly #running: Gauge;

  constructor(registry: Registry) {
    this.#duration = new Histogram({
      name: 'cv_parser_duration_seconds',
      help: 'Duration of the runs of the CV parser by outcome: parsed, or why the file was not read.',
      labelNames: ['outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60, 180],
      registers: [registry],
    });
    this.#running = new Gauge({
      name: 'cv_parser_running',
      help: 'CVs that are being read.',
      registers: [registry],
    });
  }

  async observe<Facts>(run: () => Promise<Facts>): Promise<Facts> {
    const end = this.#duration.startTimer();
    this.#running.inc();
    try {
      const facts = await run();
      end({ outcome: 'parsed' });
      return facts;
    } catch (error) {
      end({ outcome: error instanceof CvParsingError ? error.reason : 'internal' });
      throw error;
    } finally {
      this.#running.dec();
    }
  }
}
