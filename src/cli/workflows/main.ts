import 'reflect-metadata';
import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import {
  CommandFactory,
  type CommandRunner,
  CommandRunnerService,
  InjectCommander,
} from 'nest-commander';
import { ExitCode } from '../exit-code';
import { Terminal } from '../terminal';
import { TypedIn } from '../typed-in';
import { ImportCommand } from './import.command';
import { ListWorkflowsCommand } from './list.command';
import { RemoveCommand } from './remove.command';
import { WorkflowDesk } from './workflow-desk';
import { workflowFailure } from './workflow-failure';

/** Commander's own class, which nest-commander doesn't export. */
type Program = Parameters<CommandRunner['setCommand']>[0];

const LESSON = `
Reads config.json, .env and the environment as the server does, and works beside it or without one.
More: docs/workflows.md

Exit codes: 0 done · 1 failed, nothing changed · 2 wrong usage · 3 no such workflow
            4 the id is taken · 7 the database can't be used`;

/** What the program says of itself. */
@Injectable()
class WorkflowsHelp {
  constructor(@InjectCommander() program: Program) {
    program
      .name('npx kinora workflows')
      .description('Brings workflows into this Kinora and takes them out.')
      .showHelpAfterError('See: npx kinora workflows --help')
      .addHelpText('after', LESSON);
  }
}

@Module({})
class WorkflowCommands {
  static from(terminal: Terminal, typedIn: TypedIn): DynamicModule {
    return {
      module: WorkflowCommands,
      providers: [
        { provide: Terminal, useValue: terminal },
        { provide: TypedIn, useValue: typedIn },
        WorkflowDesk,
        WorkflowsHelp,
        ...[ImportCommand, ListWorkflowsCommand, RemoveCommand],
      ],
    };
  }
}

/**
 * One command line about workflows. `args` come without the names of program and script; relative paths among them
 * start at `folder`. Resolves to the exit code, never rejects.
 */
export async function run(args: readonly string[], folder: string): Promise<ExitCode> {
  const terminal = new Terminal();
  let failure: unknown;
  const app = await CommandFactory.createWithoutRunning(
    WorkflowCommands.from(terminal, new TypedIn(folder)),
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
        writeErr: (text) => terminal.tell(text.trimEnd()),
      },
    },
  );
  await app.get(CommandRunnerService, { strict: false }).run(['node', 'workflows', ...args]);
  await app.close();
  return failure === undefined ? ExitCode.done : told(failure, terminal, args.includes('--json'));
}

function told(thrown: unknown, terminal: Terminal, json: boolean): ExitCode {
  const { code: name, exitCode } = thrown as { code?: unknown; exitCode?: unknown };
  // A reader who has seen enough (`| head`) is no failure.
  if (name === 'EPIPE') return ExitCode.done;
  // Help was asked for, or the command line can't be read: commander has said so already.
  if (typeof name === 'string' && name.startsWith('commander.'))
    return exitCode === 0 ? ExitCode.done : ExitCode.usage;
  const { code, text, body } = workflowFailure(thrown);
  if (json) terminal.tellJson(body);
  else terminal.tell(text);
  return code;
}

if (require.main === module)
  void run(process.argv.slice(2), process.cwd()).then((code) => {
    process.exitCode = code;
  });
