import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';

/** A workflow file on disk. */
export interface StoredWorkflow {
  /** The file's name without `.json`. */
  readonly id: string;
  readonly text: string;
}

/** The workflow files that come with the service. */
@Injectable()
export class BuiltinWorkflowsStore {
  private readonly folder = join(__dirname, '../builtin');

  async read(): Promise<readonly StoredWorkflow[]> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith('.json')).sort();
    return Promise.all(
      names.map(async (name) => ({
        id: name.slice(0, -'.json'.length),
        text: await readFile(join(this.folder, name), 'utf8'),
      })),
    );
  }
}
