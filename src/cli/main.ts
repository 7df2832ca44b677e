import 'reflect-metadata';
import { CommandFactory, CommandRunnerService } from 'nest-commander';
import { CliModule } from './cli.module';
import { ExitCode } from './exit-code';
import { failureOf, UsageFault } from './failure';
import { KeysHelp } from './keys-help';
import { Terminal } from './terminal';
import { TypedIn } from './typed-in';

/**
 * One command line about keys. `args` come without the names of program and script; relative paths among them start
 * at `folder`. Resolves to the exit code, never rejects.
 */
export async function run(args: readonly string[], folder: string): Promise<ExitCode> {
  const terminal = new Terminal();
  const json = args.includes('--json');
  let failure: unknown;
  const app = await CommandFactory.createWithoutRunning(
    CliModule.from(terminal, new TypedIn(folder)),
    {
      logger: false,
      abortOnError: false,
      errorHandler: (error) => {
        throw error;
      },
      serviceErrorHandler: (error) => {
        failure = error;
      },
      outputConfiguration: {
        writeOut: (text) => terminal.answer(text.trimEnd()),
        // Programs get it as JSON, at the end.
        writeErr: (text) => (json ? undefined : terminal.tell(text.trimEnd())),
      },
    },
  );
  const line = app.get(KeysHelp, { strict: false }).readable(args);
  await app.get(CommandRunnerService, { strict: false }).run(['node', 'keys', ...line]);
  await app.close();
  return failure === undefined ? ExitCode.done : told(failure, terminal, json);
}

function told(thrown: unknown, terminal: Terminal, json: boolean): ExitCode {
  if (isUnread(thrown)) return ExitCode.done;
  if (isCommanders(thrown)) return toldAlready(thrown, terminal, json);
  const { code, text, body } = failureOf(thrown);
  if (json) terminal.tellJson(body);
  else terminal.tell(text);
  return code;
}

/** What commander has said to people, for programs. */
function toldAlready(thrown: CommanderFault, terminal: Terminal, json: boolean): ExitCode {
  if (thrown.exitCode === 0) return ExitCode.done;
  const said = thrown.code === 'commander.help' ? 'Name a command.' : thrown.message;
  const detail = `${said.replace(/^error: /, '')}\nSee: npm run keys -- --help`;
  if (json) terminal.tellJson(failureOf(new UsageFault(detail)).body);
  return ExitCode.usage;
}

interface CommanderFault extends Error {
  readonly code: string;
  readonly exitCode: number;
}

/** A reader who has seen enough (`| head`) is no failure; a key that nobody read is told as one before. */
function isUnread(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown as NodeJS.ErrnoException).code === 'EPIPE';
}

/** Help was asked for, or the command line can't be read: commander has said so already. */
function isCommanders(thrown: unknown): thrown is CommanderFault {
  return (
    thrown instanceof Error &&
    'exitCode' in thrown &&
    String((thrown as NodeJS.ErrnoException).code).startsWith('commander.')
  );
}

if (require.main === module)
  void run(process.argv.slice(2), process.cwd()).then((code) => {
    process.exitCode = code;
  });
