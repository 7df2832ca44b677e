import { runCommandLine, runIfStarted } from '../command-line';
import type { ExitCode } from '../exit-code';
import { BackupCommand } from './backup.command';
import { DoctorCommand } from './doctor.command';
import { RestoreCommand } from './restore.command';
import { MaintenanceHelp, PROGRAM } from './maintenance-help';

const MAINTENANCE = {
  name: 'kinora',
  help: MaintenanceHelp,
  providers: [DoctorCommand, BackupCommand, RestoreCommand],
};

/**
 * Runs the command that the first argument names, with the others. Resolves to the exit code, never rejects.
 * @param program the command line before the others
 */
export async function run(
  args: readonly string[],
  folder: string,
  program = `${PROGRAM} ${args[0] ?? ''}`,
): Promise<ExitCode> {
  return runCommandLine(MAINTENANCE, { args, folder, program });
}

runIfStarted(__filename, run);
