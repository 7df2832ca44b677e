const Module = require('node:module');
const { join, sep } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { default: Runtime } = require('jest-runtime');

// Most code of a test runs a few times only: V8 compiles functions to machine code when they ran 15 times longer than it
// waits by default, which takes an eighth of the CPU time off the files that start a service, and adds none to others.
// Newer versions of Node don't know the flag.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=1000000');

const sourceMaps = new Map();
/** For child processes of the service, which inherit the options of Node. */
const TYPESCRIPT = ['--require', join(__dirname, 'typescript-in-children.cjs')];

/**
 * Loads modules with Node's own `require`. Packages and `src` are loaded once per worker: loading Nest, TypeORM and the
 * service again for each of 300 files took most of a run. Test files and their support modules are loaded again for each
 * file. Modules can't be mocked.
 */
module.exports = class SharedModulesRuntime extends Runtime {
  #testFolder;
  /** Stays loaded: the global setup shares its modules with the teardown. */
  #loadedBefore = new Set(Object.keys(require.cache));

  constructor(config, ...rest) {
    super(config, ...rest);
    this.#testFolder = join(config.rootDir, 'test') + sep;
    if (!process.execArgv.includes(TYPESCRIPT[1])) process.execArgv.push(...TYPESCRIPT);
    Module._extensions['.ts'] = (module, filename) => {
      const code = this.transformCache.transform(filename, { isInternalModule: false });
      for (const [file, map] of this.transformCache.getSourceMaps()) sourceMaps.set(file, map);
      module._compile(code, filename);
    };
  }

  requireModule(from, moduleName) {
    if (moduleName !== undefined) return Module.createRequire(from)(moduleName);
    globalThis.jest = this.jestGlobals.jestObjectFor(from);
    return require(from);
  }

  requireInternalModule(from, moduleName) {
    return moduleName === undefined ? require(from) : Module.createRequire(from)(moduleName);
  }

  getSourceMaps() {
    return sourceMaps;
  }

  teardown() {
    super.teardown();
    delete globalThis.jest;
    for (const file of Object.keys(require.cache)) {
      if (!this.#loadedBefore.has(file) && this.#isPerFile(file)) delete require.cache[file];
    }
  }

  #isPerFile(file) {
    if (file.includes(`${sep}node_modules${sep}`)) return file.includes(`${sep}jest-circus${sep}`);
    return /\.(?:spec|e2e)\.ts$/.test(file) || file.startsWith(this.#testFolder);
  }
};
