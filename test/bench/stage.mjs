import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { Program } from './program.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The folder and the processes of one figure. They end with it, also when it fails. */
export class Stage {
  #programs = [];
  #databases = [];
  #folders = 0;
  #drop = () => this.#vanish();
  folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'));

  constructor() {
    process.once('exit', this.#drop);
  }

  /** Runs `work` on a stage of its own. */
  static async with(work) {
    const stage = new Stage();
    const end = () => void stage.close().then(() => process.exit(130));
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
    try {
      return await work(stage);
    } finally {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, end);
      await stage.close();
    }
  }

  async close() {
    await Promise.all(this.#programs.map((program) => program.end()));
    for (const { server, name } of this.#databases)
      await query(server, `DROP DATABASE IF EXISTS ${name}`);
    process.off('exit', this.#drop);
    this.#vanish();
  }

  /** A data folder of its own. */
  newFolder() {
    this.#folders += 1;
    return join(this.folder, `data-${this.#folders}`);
  }

  /** The address of a new database on a PostgreSQL server; it is dropped at the end. */
  async newDatabase(server) {
    const name = `kinora_bench_${process.pid}_${this.#databases.length + 1}`;
    await query(server, `CREATE DATABASE ${name}`);
    this.#databases.push({ server, name });
    return new URL(`/${name}`, server).href;
  }

  /** The service as people run it: built, with its default configuration, but for its nodes and where its data are. */
  async kinora({ nodes, data = this.newFolder(), database } = {}) {
    const config = `${data}.json`;
    const providers = nodes?.map((url, index) => ({
      id: `node-${index + 1}`,
      kind: 'comfyui',
      base_url: url,
    }));
    const settings = {
      server: { port: 0 },
      data_dir: data,
      database: { url: database },
      providers,
    };
    writeFileSync(config, JSON.stringify(settings));
    return this.#start(join(ROOT, 'dist/main.js'), [], { KINORA_CONFIG: config });
  }

  /** A simulator in a process of its own. */
  simulator({ stepMs = 0 } = {}) {
    const args = ['--port', '0', '--step-ms', String(stepMs)];
    return this.#start(join(ROOT, 'dist/simulator/main.js'), args);
  }

  /** A server to be compared with: `bare-http`, `bare-nest` or `nginx`. */
  reference(name, args = []) {
    return this.#start(here(`references/${name}.mjs`), args);
  }

  async #start(file, args, variables = {}) {
    const program = new Program(file, args, {
      variables: { ...variables, TMPDIR: this.folder },
      log: join(this.folder, 'log'),
    });
    this.#programs.push(program);
    await program.address;
    return program;
  }

  #vanish() {
    for (const program of this.#programs) program.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function query(server, sql) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
