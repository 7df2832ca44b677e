import { resolve } from 'node:path';

/** How the command was called: program name and working folder. */
export class Invocation {
  constructor(
    private readonly folder: string,
    /** Command line before the command: `npm run workflows --`. */
    readonly program: string,
  ) {}

  absolute(path: string): string {
    return resolve(this.folder, path);
  }
}
