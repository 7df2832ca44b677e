const { relative } = require('node:path');

const SLOWEST_FILES = 10;
const CHECK_EVERY_MS = 60_000;
/** Longer than any file takes, even on a busy machine. */
const HANGING_MS = 5 * 60_000;

/**
 * Ends a run of many files with where its time went, so that a slow file is noticed when it comes in, and names files
 * that hang while the run goes on: Jest itself reports nothing of a worker that never comes back.
 */
module.exports = class RunTimeReporter {
  #running = new Map();
  #timer;

  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onRunStart() {
    this.#timer = setInterval(() => this.#reportHanging(), CHECK_EVERY_MS);
  }

  onTestFileStart(test) {
    this.#running.set(test, Date.now());
  }

  onTestFileResult(test) {
    this.#running.delete(test);
  }

  onRunComplete(_contexts, { testResults }) {
    clearInterval(this.#timer);
    if (testResults.length <= SLOWEST_FILES) return;
    const files = testResults
      .map(({ testFilePath, displayName, perfStats }) => ({
        name: this.#name(testFilePath, displayName),
        seconds: (perfStats.end - perfStats.start) / 1000,
      }))
      .sort((a, b) => b.seconds - a.seconds);
    const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
    const slowest = files
      .slice(0, SLOWEST_FILES)
      .map((file) => `${file.seconds.toFixed(0)} s ${file.name}`);
    console.log(
      `\n${total.toFixed(0)} s in ${files.length} test files. Slowest: ${slowest.join(', ')}`,
    );
  }

  #reportHanging() {
    for (const [{ path, context }, start] of this.#running) {
      const ms = Date.now() - start;
      if (ms < HANGING_MS) continue;
      const name = this.#name(path, context.config.displayName);
      console.log(`Still running after ${(ms / 1000).toFixed(0)} s: ${name}`);
    }
  }

  #name(file, displayName) {
    return `${relative(this.rootDir, file)} (${displayName?.name ?? ''})`;
  }
};
