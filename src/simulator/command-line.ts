/** What a command serves until its process ends. */
interface Served {
  stop(): Promise<void>;
}

/**
 * Runs the command `npm run <name>`: what `start` starts ends with the process. An error is shown with what to type instead.
 * @param start gives nothing when there is nothing to serve
 */
export function runSimulator(name: string, start: () => Promise<Served | undefined>): void {
  start().then(
    (served) => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        // A second signal ends at once, by the default of Node.js.
        process.once(signal, () => void served?.stop());
      }
    },
    (error: unknown) => {
      process.stderr.write(`${advice(name, error)}\n`);
      process.exitCode = 1;
    },
  );
}

/** The value of an option, from `least` to `most`. */
export function wholeNumber(
  option: string,
  text: string,
  { least = 0, most }: { readonly least?: number; readonly most: number },
): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new Error(
    `${option} must be a whole number from ${least} to ${most}, not ${JSON.stringify(text)}`,
  );
}

function advice(command: string, error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', message, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Take another with --port (0 picks a free one).`;
  // npm swallows options that come without the dashes, and passes only their values.
  if (code.startsWith('ERR_PARSE_ARGS')) return `${message}. See: npm run ${command} -- --help`;
  return message;
}
