import { onPath, postgresFolder } from './programs.cjs';

/** Programs that some suites need and not every machine has. */
const ENGINES = {
  postgres: { name: 'PostgreSQL', package: 'postgresql', find: () => postgresFolder() },
  ffmpeg: {
    name: 'ffmpeg',
    package: 'ffmpeg',
    find: () => onPath('ffprobe') && onPath('ffmpeg'),
  },
  chromium: {
    name: 'Chromium',
    package: 'chromium',
    find: () => onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome'),
  },
} as const;

export type Engine = keyof typeof ENGINES;

/**
 * A suite that needs an engine. Where it is absent the suite says so by name instead of being silent, and fails when
 * `KINORA_REQUIRE_ENGINES` is set (as .ci/run does).
 */
export function describeWith(engine: Engine, title: string, suite: () => void): void {
  const { name, package: debian, find } = ENGINES[engine];
  if (find() !== undefined) {
    describe(title, suite);
    return;
  }
  const notice = `SUITE NOT RUN: ${title} needs ${name} (apt-get install ${debian})`;
  describe(title, () => {
    it(notice, () => {
      if (process.env['KINORA_REQUIRE_ENGINES']) throw new Error(notice);
      process.stderr.write(`${notice}\n`);
    });
  });
}

/** Is it on this machine? */
export function isHere(wanted: Engine): boolean {
  return ENGINES[wanted].find() !== undefined;
}

/** The program's or folder's path; throws where it is absent, so ask only inside {@link describeWith}. */
export function engine(wanted: Engine): string {
  const found = ENGINES[wanted].find();
  if (found === undefined) throw new Error(`${ENGINES[wanted].name} is not here`);
  return found;
}
