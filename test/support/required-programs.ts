import { ideographFont, onPath, postgresFolder } from './programs.cjs';

/** External programs that some suites need. */
const ENGINES = {
  postgres: { name: 'PostgreSQL', package: 'postgresql', find: () => postgresFolder() },
  ffmpeg: {
    name: 'ffmpeg',
    package: 'ffmpeg',
    find: () => onPath('ffprobe') && onPath('ffmpeg'),
  },
  fonts: {
    name: 'Noto Sans CJK',
    package: 'ffmpeg fonts-noto-cjk',
    find: () => onPath('ffmpeg') && ideographFont(),
  },
  chromium: {
    name: 'Chromium',
    package: 'chromium',
    // The first takes a third less of the processor.
    find: () =>
      ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
        .map(onPath)
        .find((path) => path !== undefined),
  },
} as const;

export type Engine = keyof typeof ENGINES;

/**
 * A suite that needs a program. If it is missing, one test reports that by name, and fails if `KINORA_REQUIRE_ENGINES` is
 * set (as .ci/run does).
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

/** Whether it is installed. */
export function isInstalled(wanted: Engine): boolean {
  return ENGINES[wanted].find() !== undefined;
}

/** The path of the program or its folder. @throws if it is missing, so call it only inside {@link describeWith} */
export function engine(wanted: Engine): string {
  const program = ENGINES[wanted].find();
  if (program === undefined) throw new Error(`${ENGINES[wanted].name} is not installed`);
  return program;
}
