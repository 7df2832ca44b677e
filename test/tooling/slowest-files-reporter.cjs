const { relative } = require('node:path');

const FILES = 10;

/** Ends a run of many files with where its time went, so that a slow file is noticed when it comes in. */
module.exports = class SlowestFilesReporter {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onRunComplete(_contexts, { testResults }) {
    if (testResults.length <= FILES) return;
    const files = testResults
      .map(({ testFilePath, displayName, perfStats }) => ({
        name: `${relative(this.rootDir, testFilePath)} (${displayName?.name ?? ''})`,
        seconds: (perfStats.end - perfStats.start) / 1000,
      }))
      .sort((a, b) => b.seconds - a.seconds);
    const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
    const slowest = files
      .slice(0, FILES)
      .map((file) => `${file.seconds.toFixed(0)} s ${file.name}`);
    console.log(
      `\n${total.toFixed(0)} s in ${files.length} test files. Slowest: ${slowest.join(', ')}`,
    );
  }
};
