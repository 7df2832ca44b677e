import { runCommandLine, runIfStarted } from './command-line';
import { CreateCommand } from './commands/create.command';
import { DeleteCommand } from './commands/delete.command';
import { EnableCommand } from './commands/enable.command';
import { ListCommand } from './commands/list.command';
import { RevokeCommand } from './commands/revoke.command';
import { RotateCommand } from './commands/rotate.command';
import { UpdateCommand } from './commands/update.command';
import type { ExitCode } from './exit-code';
import { KeyAdministrationContext } from './key-administration-context';
import { KeyOutput } from './key-output';
import { KeysHelp } from './keys-help';

const KEYS = {
  name: 'keys',
  help: KeysHelp,
  providers: [
    ...[KeyAdministrationContext, KeyOutput],
    ...[ListCommand, CreateCommand, UpdateCommand, RotateCommand],
    ...[RevokeCommand, EnableCommand, DeleteCommand],
  ],
};

/** Runs one `keys` command. Resolves to the exit code, never rejects. */
export async function run(args: readonly string[], folder: string): Promise<ExitCode> {
  return runCommandLine(KEYS, { args, folder });
}

runIfStarted(__filename, run);
