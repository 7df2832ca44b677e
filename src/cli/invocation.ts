import { resolve } from 'node:path';

/** Where and how the command was typed: paths among its arguments start in that folder. */
export class Invocation {
  constructor(
    private readonly folder: string,
    /** What is typed before a command: `npm run workflows --`. */
    readonly program: string,
  ) {}

  absolute(path: string): string {
    return resolve(this.folder, path);
  }
}
