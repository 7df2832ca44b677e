import type { CommandRunner } from 'nest-commander';

/** Commander's own class, which nest-commander doesn't export. */
export type Program = Parameters<CommandRunner['setCommand']>[0];

export interface ProgramHelpText {
  /** Command line before the command. */
  readonly name: string;
  readonly about: string;
  /** Below the list of commands. */
  readonly details: string;
}

/** The help of a command line, and how to get it. */
export abstract class ProgramHelp {
  /** The line that points to the help. */
  readonly see: string;

  protected constructor(
    private readonly program: Program,
    { name, about, details }: ProgramHelpText,
  ) {
    this.see = `See: ${name} --help`;
    program
      .name(name)
      .description(about)
      .showHelpAfterError(this.see)
      .addHelpText('after', details);
  }

  /** Drops the arguments of an unknown command, so that a `--help` after it doesn't hide the mistake. */
  normalize(args: readonly string[]): readonly string[] {
    const [name = '-'] = args;
    const commands = ['help', ...this.program.commands.map((command) => command.name())];
    return name.startsWith('-') || commands.includes(name) ? args : [name];
  }
}
