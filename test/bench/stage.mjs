import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { Program } from './program.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The folder and the processes of one figure. They end with it, also when it fails. */
export class Stage {
  #postgres;
  #programs = [];
  #databases = [];
  #folders = 0;
  #drop = () => this.#vanish();
  folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'));

  /** @param postgres the address of a PostgreSQL server for the services' databases; SQLite if absent */
  constructor(postgres) {
    this.#postgres = postgres;
    process.once('exit', this.#drop);
  }

  /** Runs `work` on a stage of its own. */
  static async with(work, postgres) {
    const stage = new Stage(postgres);
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
    for (const name of this.#databases)
      await query(this.#postgres, `DROP DATABASE IF EXISTS ${name}`);
    process.off('exit', this.#drop);
    this.#vanish();
  }

  /** A data folder with a database of its own, in it or on the PostgreSQL server; both are removed at the end. */
  async newData() {
    this.#folders += 1;
    const folder = join(this.folder, `data-${this.#folders}`);
    mkdirSync(folder);
    if (!this.#postgres) return { folder, database: `sqlite:${join(folder, 'kinora.sqlite')}` };
    const name = `kinora_bench_${process.pid}_${this.#folders}`;
    await query(this.#postgres, `CREATE DATABASE ${name}`);
    this.#databases.push(name);
    return { folder, database: new URL(`/${name}`, this.#postgres).href };
  }

  /** The service as people run it: built, with its default configuration, but for its nodes and where its data are. */
  async kinora({ nodes, data } = {}) {
    const { folder, database } = data ?? (await this.newData());
    const config = `${folder}.json`;
    const providers = nodes?.map((url, index) => ({
      id: `node-${index + 1}`,
      kind: 'comfyui',
      base_url: url,
    }));
    const settings = {
      server: { port: 0 },
      data_dir: folder,
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
