import 'reflect-metadata';
import { type DynamicModule, Module, type Provider, type Type } from '@nestjs/common';
import { CommandFactory, CommandRunnerService } from 'nest-commander';
import { ExitCode } from './exit-code';
import { failureOf, UsageError } from './failure';
import type { ProgramHelp } from './program-help';
import { Terminal } from './terminal';
import { Invocation } from './invocation';

/** A program of commands. */
export interface CommandLine {
  /** Name of the program, for itself. */
  readonly name: string;
  readonly help: Type<ProgramHelp>;
  /** Its commands in the order of the help, and what they need besides the terminal. */
  readonly providers: readonly Provider[];
}

/** What people have typed. */
export interface Typed {
  /** Without the names of program and script. */
  readonly args: readonly string[];
  /** Where relative paths among them start. */
  readonly folder: string;
  /** What stood before them; else as with npx. */
  readonly program?: string;
}

/** Runs one command line. Resolves to the exit code, never rejects. */
export async function runCommandLine(line: CommandLine, typed: Typed): Promise<ExitCode> {
  const { args, folder, program = `npx kinora ${line.name}` } = typed;
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
        // Programs get it as JSON, at the end.
        writeErr: (text) => (json ? undefined : terminal.tell(text.trimEnd())),
      },
    },
  );
  const help = app.get(line.help, { strict: false });
  const readable = help.readable(args);
  await app.get(CommandRunnerService, { strict: false }).run(['node', line.name, ...readable]);
  await app.close();
  return failure === undefined ? ExitCode.done : told(failure, { terminal, json, see: help.see });
}

/** The commands of a program. What they work on is opened when one of them runs. */
@Module({})
class Commands {
  static from(line: CommandLine, terminal: Terminal, typedIn: Invocation): DynamicModule {
    return {
      module: Commands,
      providers: [
        { provide: Terminal, useValue: terminal },
        { provide: Invocation, useValue: typedIn },
        line.help,
        ...line.providers,
      ],
    };
  }
}

interface Listener {
  readonly terminal: Terminal;
  readonly json: boolean;
  /** The line that leads to help. */
  readonly see: string;
}

function told(thrown: unknown, listener: Listener): ExitCode {
  if (isUnread(thrown)) return ExitCode.done;
  if (isCommanders(thrown)) return toldAlready(thrown, listener);
  const { code, text, body } = failureOf(thrown);
  if (listener.json) listener.terminal.tellJson(body);
  else listener.terminal.tell(text);
  return code;
}

/** What commander has said to people, for programs. */
function toldAlready(thrown: CommanderFault, { terminal, json, see }: Listener): ExitCode {
  if (thrown.exitCode === 0) return ExitCode.done;
  const said = thrown.code === 'commander.help' ? 'Name a command.' : thrown.message;
  const detail = `${said.replace(/^error: /, '')}\n${see}`;
  if (json) terminal.tellJson(failureOf(new UsageError(detail)).body);
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
