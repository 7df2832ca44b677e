import { join, resolve } from 'node:path';
import { run } from '../../src/cli/maintenance/main';
import { type CommandOutput, runInProcess } from './command-line';
import { databaseVariables } from './test-database';

const ROOT = resolve(__dirname, '../..');

/** `doctor`, `backup` and `restore` on the installation in `folder`, as `TestKinora` lays it out. */
export class MaintenanceCli {
  constructor(private readonly folder: string) {}

  /** Runs a command in this process. */
  async run(...args: string[]): Promise<CommandOutput> {
    const variables = {
      KINORA_CONFIG: join(this.folder, 'config.json'),
      KINORA_DATA_DIR: join(this.folder, 'data'),
      KINORA_LOG_LEVEL: 'silent',
      ...(await databaseVariables(this.folder)),
    };
    return runInProcess(run, args, { folder: ROOT, variables });
  }

  /** Its exit code and its answer as JSON. @throws all that it wrote, when there is no answer */
  async json<T>(...args: string[]): Promise<T & { readonly code: number | null }> {
    const { code, out, err } = await this.run(...args, '--json');
    if (out === '') throw new Error(err);
    return { code, ...(JSON.parse(out) as T) };
  }
}
