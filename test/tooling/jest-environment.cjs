const { AsyncLocalStorage } = require('node:async_hooks');
const { Logger } = require('@nestjs/common');
const { ModuleMocker } = require('jest-mock');

/**
 * Storages that are in use. Up to Node 22, every promise walks all of them, so those of a finished file are switched off.
 *
 * jest-circus runs each test in a storage, to know which test an error belongs to that nobody caught. That made all
 * promises slower and kept each test, with the app in its closures, in memory as long as its sockets and timers. Here it
 * gets none: such an error fails the file instead of one test.
 */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (store, callback, ...args) {
  if (store?.test || store?.hook) return callback(...args);
  storages.add(this);
  return run.call(this, store, callback, ...args);
};

/**
 * Runs a test file in the worker's own global scope instead of a `vm` context, so that loaded modules can be shared
 * between files (jest-runtime.cjs). What a file changes in `process` and in Nest's logger and what Jest adds to
 * `globalThis` is undone.
 * Fake timers are not offered: tests take their clock through the constructor.
 */
module.exports = class SharedEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;

  #environment = { ...process.env };
  #exit = process.exit;
  #console = globalThis.console;
  #logger = Logger.staticInstanceRef;
  #symbols = new Set(Object.getOwnPropertySymbols(globalThis));

  async setup() {}

  async teardown() {
    for (const storage of storages) storage.disable(); // `run` enables it again
    storages.clear();
    for (const name of Object.keys(process.env)) {
      if (!(name in this.#environment)) delete process.env[name];
    }
    Object.assign(process.env, this.#environment);
    process.exit = this.#exit;
    globalThis.console = this.#console;
    Logger.overrideLogger(this.#logger);
    // The state of jest-circus, its event handlers and its time limits: each file starts with none.
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      const { configurable } = Object.getOwnPropertyDescriptor(globalThis, symbol);
      if (configurable && !this.#symbols.has(symbol)) delete globalThis[symbol];
    }
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Jest requires the method; nothing here runs in a context of its own. */
  getVmContext() {
    return null;
  }
};
