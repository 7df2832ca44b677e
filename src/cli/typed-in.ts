import { resolve } from 'node:path';

/** The folder where the command was typed: paths among its arguments start there. */
export class TypedIn {
  constructor(private readonly folder: string) {}

  absolute(path: string): string {
    return resolve(this.folder, path);
  }
}
