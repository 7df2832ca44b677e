import { Command, Option } from 'nest-commander';
import type { RepairCounts } from '../../modules/media/public/library-check';
import { ConfigInvalid } from '../../platform/config/config.service';
import { UserError } from '../../platform/errors/user-error';
import { UsageError } from '../command-failure';
import type { JsonOption } from '../terminal-command';
import { type Check, ok, problem, reportLines } from './check';
import { checkDatabase, checkDataFolder, checkPrograms } from './installation-checks';
import { checkLibrary } from './library-checks';
import { repairLibrary } from './repair-library';
import { runningServer } from './running-server';
import { readSettings } from './settings';
import { MaintenanceCommand } from './maintenance-command';
import { checkTraining } from './training-checks';

interface DoctorOptions extends JsonOption {
  readonly repair?: boolean;
  readonly removeLost?: boolean;
  readonly thorough?: boolean;
}

@Command({
  name: 'doctor',
  description:
    'Checks configuration, disk, database, media files and training; works while the server runs, and changes nothing ' +
    'unless asked to repair (exit code 1: there are problems).',
})
export class DoctorCommand extends MaintenanceCommand {
  protected readonly examples = [
    'npm run doctor',
    'npm run doctor -- --thorough --json',
    'npm run doctor -- --repair',
  ];

  @Option({
    flags: '--thorough',
    description: "read every file and compare its hash; check the database's indexes, too",
  })
  parseThorough(): boolean {
    return true;
  }

  @Option({
    flags: '--repair',
    description:
      'move files without an entry to media/lost+found, delete useless thumbnails, correct the storage used per owner; ' +
      'needs a stopped server',
  })
  parseRepair(): boolean {
    return true;
  }

  @Option({
    flags: '--remove-lost',
    description: 'with --repair: remove the entries whose file is missing or damaged, for good',
  })
  parseRemoveLost(): boolean {
    return true;
  }

  async run(_: string[], { json = false, ...options }: DoctorOptions): Promise<void> {
    if (options.removeLost && !options.repair)
      throw new UsageError('--remove-lost needs --repair.');
    const isThorough = options.thorough ?? false;
    const before = await examine(isThorough);
    const repairs = options.repair ? await repair(before, options) : null;
    const { checks } = repairs === null ? before : await examine(isThorough);
    const problems = checks.filter(({ status }) => status === 'problem').length;
    if (json) this.terminal.answerJson({ ok: problems === 0, checks, repairs });
    else this.report(checks, repairs);
    if (problems > 0) throw new UserError(`Problems: ${problems}. See docs/backup.md`);
  }

  private report(checks: readonly Check[], repairs: RepairCounts | null): void {
    this.terminal.answer(reportLines(checks).join('\n'));
    for (const [name, count] of Object.entries(repairs ?? {}))
      this.terminal.message(`${name.replaceAll('_', ' ')}: ${count}`);
  }
}

/** Names of the checks without which files and catalogue can't be compared. */
const BLOCKING = new Set(['configuration', 'data folder', 'database', 'schema']);

const isBlocked = (checks: readonly Check[]): boolean =>
  checks.some(({ name, status }) => status === 'problem' && BLOCKING.has(name));

interface Examination {
  readonly checks: readonly Check[];
  /** A sentence about the running server. */
  readonly serverNotice: string | null;
}

/** All checks, except those that need something that is broken. */
async function examine(isThorough: boolean): Promise<Examination> {
  try {
    const { config } = await readSettings();
    const checks = [
      ok('configuration', 'Valid.'),
      await checkPrograms(),
      await checkTraining(config),
      ...(await checkDataFolder(config)),
    ];
    if (isBlocked(checks)) return { checks, serverNotice: null };
    const serverNotice = await runningServer(config);
    const options = { isServerRunning: serverNotice !== null, isThorough };
    checks.push(
      ok('server', serverNotice ?? 'No server is running on this data folder.'),
      ...(await checkDatabase(config, options)),
    );
    if (!isBlocked(checks)) checks.push(...(await checkLibrary(options)));
    return { checks, serverNotice };
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error;
    return { checks: [problem('configuration', error.message)], serverNotice: null };
  }
}

/** `null` if nothing can be repaired. @throws UserError while a server runs */
async function repair(
  { checks, serverNotice }: Examination,
  { removeLost = false, thorough = false }: DoctorOptions,
): Promise<RepairCounts | null> {
  if (serverNotice !== null)
    throw new UserError(`${serverNotice} Stop it first: a repair needs the library for itself.`);
  if (isBlocked(checks)) return null;
  return repairLibrary({ removesLost: removeLost, readsContent: thorough });
}
