import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestCaller } from './caller';
import { KeyCli } from './key-cli';
import { newFolder } from './kinora';
import { Program } from './processes';

/** The built server in its own process, with keys required, and the key command line for its database. */
export class KeyServerFixture {
  readonly cli: KeyCli;

  private constructor(
    readonly server: Program,
    readonly folder: string,
    readonly variables: Readonly<Record<string, string>>,
  ) {
    this.cli = new KeyCli(variables);
  }

  /** `further` environment, such as the address of a database. */
  static async start(further: Readonly<Record<string, string>> = {}): Promise<KeyServerFixture> {
    const folder = newFolder();
    const config = join(folder, 'config.json');
    writeFileSync(config, JSON.stringify({ security: { require_api_key: true } }));
    const variables = {
      KINORA_CONFIG: config,
      KINORA_DATA_DIR: join(folder, 'data'),
      KINORA_DATABASE_URL: '',
      ...further,
    };
    const server = await Program.start('main.js', [], {
      ...variables,
      KINORA_PORT: '0',
      KINORA_LOG_LEVEL: 'silent',
    });
    return new KeyServerFixture(server, folder, variables);
  }

  /** The command line for the same database, in another folder or with another environment. */
  cliIn(folder: string, further: Readonly<Record<string, string | undefined>> = {}): KeyCli {
    return new KeyCli({ ...this.variables, ...further }, folder);
  }

  as(key: string): TestCaller {
    return TestCaller.withKey(this.server.url, key);
  }

  /** Status of a request with this key. */
  async status(key: string): Promise<number> {
    return (await this.as(key).get('/api/jobs')).status;
  }

  async stop(): Promise<void> {
    await this.server.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
