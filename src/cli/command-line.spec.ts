import { Injectable } from '@nestjs/common';
import { Command, InjectCommander } from 'nest-commander';
import { runInProcess } from '../../test/support/command-line';
import { runCommandLine } from './command-line';
import { type Program, ProgramHelp } from './program-help';
import { ClosedPipe } from './terminal';
import { TerminalCommand } from './terminal-command';

let thrown: Error;

@Command({ name: 'fail' })
class FailCommand extends TerminalCommand {
  protected readonly program = 'sample';
  protected readonly examples = [];

  async run(): Promise<void> {
    throw thrown;
  }
}

@Injectable()
class SampleHelp extends ProgramHelp {
  constructor(@InjectCommander() program: Program) {
    super(program, { name: 'sample', about: 'About.', details: 'Details.' });
  }
}

const LINE = { name: 'sample', help: SampleHelp, providers: [FailCommand] };

describe('runCommandLine', () => {
  it.each([
    ['a reader that closed the pipe', new ClosedPipe('EPIPE: broken pipe, write'), 0, ''],
    [
      'a lost connection to the database',
      Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
      1,
      'Kinora failed: Error: write EPIPE\n',
    ],
  ])('ends with its exit code on %s', async (_, error, code, err) => {
    thrown = error;
    const run = (args: readonly string[], folder: string) => runCommandLine(LINE, { args, folder });
    const place = { folder: process.cwd(), variables: {} };
    expect(await runInProcess(run, ['fail'], place)).toEqual({ code, out: '', err });
  });
});
