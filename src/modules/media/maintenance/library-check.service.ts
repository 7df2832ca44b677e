import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { type HealthPart, HealthRegistry } from '../../../platform/observability/health.registry';
import { LibraryCheck } from '../public/library-check';
import {
  FINDING_TEXTS,
  type LibraryFindingKind,
  type LibraryTallies,
  LOSSES,
  tallyFindings,
} from '../public/library-findings';
import { LibraryScanService } from './library-scan.service';

/** Pause after each thousand files, so that requests find disk and database free. Milliseconds. */
const PAUSE_MS = 50;

/** Compares files and catalogue once after the start, and reports the result as the health part `library`. */
@Injectable()
export class LibraryCheckService implements LibraryCheck {
  private readonly logger = new Logger('Media');
  private readonly over = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private report: HealthPart = { status: 'ok', detail: 'Not compared with the files yet.' };

  constructor(
    private readonly scan: LibraryScanService,
    health: HealthRegistry,
    private readonly clock: Clock,
  ) {
    health.add({ name: 'library', check: () => this.report });
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.over.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    let checked = 0;
    const onChunk = async (size: number): Promise<void> => {
      checked += size;
      this.report = { status: 'ok', detail: `Being compared with the files: ${checked} checked.` };
      await this.clock.sleep(PAUSE_MS, this.over.signal);
    };
    try {
      this.report = libraryHealth(await tallyFindings(this.scan.findings({ onChunk })));
      if (this.report.detail !== undefined)
        this.logger.warn(`${this.report.detail} ${(this.report.names ?? []).join(', ')}`);
    } catch (error) {
      if (this.over.signal.aborted) return;
      this.logger.warn({ err: error }, 'files and catalogue could not be compared');
      this.report = {
        status: 'degraded',
        detail: 'Files and catalogue could not be compared; the log says why.',
      };
    }
  }
}

/** Lost or damaged files degrade the service; what only takes up space is mentioned. */
function libraryHealth(tallies: LibraryTallies): HealthPart {
  const entries = Object.entries(tallies) as [
    LibraryFindingKind,
    LibraryTallies[LibraryFindingKind],
  ][];
  if (entries.length === 0) return { status: 'ok' };
  return {
    status: entries.some(([kind]) => LOSSES.has(kind)) ? 'degraded' : 'ok',
    detail: [
      ...entries.map(([kind, tally]) => FINDING_TEXTS[kind](tally?.count ?? 0)),
      'See: npm run doctor',
    ].join(' '),
    names: entries.flatMap(([, tally]) => tally?.names ?? []),
  };
}
