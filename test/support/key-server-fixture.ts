import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestCaller } from './caller';
import { KeyCli } from './key-cli';
import { newFolder, TestKinora } from './kinora';
import { Program } from './processes';
import { databaseVariables, dropDatabase } from './test-database';

/** Keys are required. */
const CONFIG = { security: { require_api_key: true } };

type Variables = Readonly<Record<string, string>>;

/** A service with keys required, and the key command line for its database. */
export class KeyServerFixture {
  readonly cli: KeyCli;

  private constructor(
    readonly url: string,
    readonly folder: string,
    readonly variables: Variables,
    /** Ends the service and removes its data. */
    readonly stop: () => Promise<void>,
  ) {
    this.cli = new KeyCli(variables);
  }

  /** Starts the service in this process. */
  static async start(): Promise<KeyServerFixture> {
    const folder = newFolder();
    const kinora = await TestKinora.start(CONFIG, folder);
    return new KeyServerFixture(kinora.url, folder, await variablesOf(folder), () =>
      kinora.close(),
    );
  }

  /** Starts the built service in a process of its own. */
  static async spawn(): Promise<KeyServerFixture> {
    const folder = newFolder();
    const variables = await variablesOf(folder);
    writeFileSync(variables['KINORA_CONFIG']!, JSON.stringify(CONFIG));
    const more = { KINORA_PORT: '0', KINORA_LOG_LEVEL: 'silent' };
    const server = await Program.start('main.js', [], { ...variables, ...more });
    return new KeyServerFixture(server.url, folder, variables, async () => {
      await server.end();
      await dropDatabase(folder);
      rmSync(folder, { recursive: true, force: true });
    });
  }

  /** The command line for the same database, in another folder or with another environment. */
  cliIn(folder: string, further: Readonly<Record<string, string | undefined>> = {}): KeyCli {
    return new KeyCli({ ...this.variables, ...further }, folder);
  }

  as(key: string): TestCaller {
    return TestCaller.withKey(this.url, key);
  }

  /** Status of a request with this key. */
  async status(key: string): Promise<number> {
    return (await this.as(key).get('/api/jobs')).status;
  }
}

const variablesOf = async (folder: string): Promise<Variables> => ({
  KINORA_CONFIG: join(folder, 'config.json'),
  KINORA_DATA_DIR: join(folder, 'data'),
  KINORA_DATABASE_URL: '',
  ...(await databaseVariables(folder)),
});
