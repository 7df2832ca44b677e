import type { CommandRunner } from 'nest-commander';

/** Commander's own class, which nest-commander doesn't export. */
export type Program = Parameters<CommandRunner['setCommand']>[0];

/** What a program says of itself. */
export interface ProgramHelpText {
  /** What is typed before a command. */
  readonly name: string;
  readonly about: string;
  /** Below the list of commands. */
  readonly lesson: string;
}

/** The help of a command line, and how to get it. */
export abstract class ProgramHelp {
  /** The line that leads to it. */
  readonly see: string;

  protected constructor(
    private readonly program: Program,
    { name, about, lesson }: ProgramHelpText,
  ) {
    this.see = `See: ${name} --help`;
    program.name(name).description(about).showHelpAfterError(this.see).addHelpText('after', lesson);
  }

  /** The command line; with an unknown command only that, so that `--help` behind it doesn't hide the mistake. */
  readable(args: readonly string[]): readonly string[] {
    const [name = '-'] = args;
    const known = ['help', ...this.program.commands.map((command) => command.name())];
    return name.startsWith('-') || known.includes(name) ? args : [name];
  }
}
