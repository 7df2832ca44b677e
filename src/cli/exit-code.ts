/** Exit codes of the commands; explained in the help (`EXIT_CODES`). */
export const ExitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  exists: 4,
  keyFile: 5,
  notWritten: 6,
  database: 7,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** The exit codes as the `code` of an error in JSON. */
export const EXIT_NAMES = {
  [ExitCode.done]: 'done',
  [ExitCode.failed]: 'failed',
  [ExitCode.usage]: 'usage',
  [ExitCode.notFound]: 'agent_not_found',
  [ExitCode.exists]: 'agent_exists',
  [ExitCode.keyFile]: 'key_file',
  [ExitCode.notWritten]: 'not_written',
  [ExitCode.database]: 'database',
} as const satisfies Readonly<Record<ExitCode, string>>;

export const EXIT_CODES = `Exit codes:
  0  done
  1  failed, nothing changed: configuration, disk, a fault of Kinora
  2  wrong usage: an option, an argument or a value
  3  there is no agent with this id
  4  an agent has this id already
  5  the key file can't be used; nothing changed
  6  the change is made, but its answer could not be written where you wanted it;
     a key is printed instead, this once
  7  the database isn't there, can't be used, or is of another version`;
