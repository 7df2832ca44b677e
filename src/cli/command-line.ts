import 'reflect-metadata';
import { type DynamicModule, Module, type Provider, type Type } from '@nestjs/common';
import { CommandFactory, CommandRunnerService } from 'nest-commander';
import { ExitCode } from './exit-code';
import { failureOf, UsageError } from './command-failure';
import type { ProgramHelp } from './program-help';
import { ClosedPipe, Terminal } from './terminal';
import { Invocation } from './invocation';

export interface CommandLine {
  readonly name: string;
  readonly help: Type<ProgramHelp>;
  /** Its commands in the order of the help, and their dependencies except the terminal. */
  readonly providers: readonly Provider[];
}

export interface ProgramCall {
  /** Without program and script name. */
  readonly args: readonly string[];
  /** Base of relative paths. */
  readonly folder: string;
  /** Command line before the arguments; the default is that of npx. */
  readonly program?: string;
}

/** Runs one command line. Resolves to the exit code, never rejects. */
export async function runCommandLine(line: CommandLine, call: ProgramCall): Promise<ExitCode> {
  const { args, folder, program = `npx kinora ${line.name}` } = call;
  const terminal = new Terminal();
  const json = args.includes('--json');
  let failure: unknown;
  const app = await CommandFactory.createWithoutRunning(
    Commands.from(line, terminal, new Invocation(folder, program)),
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
        // With --json the error is printed as JSON at the end.
        writeErr: (text) => (json ? undefined : terminal.message(text.trimEnd())),
      },
    },
  );
  const help = app.get(line.help, { strict: false });
  const normalized = help.normalize(args);
  await app.get(CommandRunnerService, { strict: false }).run(['node', line.name, ...normalized]);
  await app.close();
  return failure === undefined ? ExitCode.done : report(failure, { terminal, json, see: help.see });
}

/** Runs the command line of a file, with the arguments of the process, if the process was started with that file. */
export function runIfStarted(
  file: string,
  run: (args: readonly string[], folder: string) => Promise<ExitCode>,
): void {
  if (require.main?.filename === file)
    void run(process.argv.slice(2), process.cwd()).then((code) => {
      process.exitCode = code;
    });
}

/** The commands of a program; the database is opened only when one of them runs. */
@Module({})
class Commands {
  static from(line: CommandLine, terminal: Terminal, invocation: Invocation): DynamicModule {
    return {
      module: Commands,
      providers: [
        { provide: Terminal, useValue: terminal },
        { provide: Invocation, useValue: invocation },
        line.help,
        ...line.providers,
      ],
    };
  }
}

interface Reporter {
  readonly terminal: Terminal;
  readonly json: boolean;
  /** Line that refers to the help. */
  readonly see: string;
}

function report(thrown: unknown, reporter: Reporter): ExitCode {
  // A reader that closes the pipe early (`| head`) is not a failure; an unread key is reported elsewhere.
  if (thrown instanceof ClosedPipe) return ExitCode.done;
  if (isCommanderError(thrown)) return reportUsage(thrown, reporter);
  const { code, text, body } = failureOf(thrown);
  if (reporter.json) reporter.terminal.messageJson(body);
  else reporter.terminal.message(text);
  return code;
}

/** Commander has printed its message for people; with --json it is printed as JSON. */
function reportUsage(thrown: CommanderError, { terminal, json, see }: Reporter): ExitCode {
  if (thrown.exitCode === 0) return ExitCode.done;
  const message = thrown.code === 'commander.help' ? 'Name a command.' : thrown.message;
  const detail = `${message.replace(/^error: /, '')}\n${see}`;
  if (json) terminal.messageJson(failureOf(new UsageError(detail)).body);
  return ExitCode.usage;
}

interface CommanderError extends Error {
  readonly code: string;
  readonly exitCode: number;
}

/** Commander's own errors: help was requested, or the command line is invalid. */
function isCommanderError(thrown: unknown): thrown is CommanderError {
  return (
    thrown instanceof Error &&
    'exitCode' in thrown &&
    String((thrown as NodeJS.ErrnoException).code).startsWith('commander.')
  );
}
