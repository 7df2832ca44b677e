import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';

export interface TemplateFile {
  /** The file's name without its extension. */
  readonly name: string;
  /** Whether the file comes with the service. */
  readonly isBuiltin: boolean;
  /** `null` for a file that can't be read or is too large. */
  readonly text: string | null;
}

/** Far more than any template needs. */
const MAX_BYTES = 256 * 1024;
const TEMPLATE_FILE = /^([A-Za-z0-9][A-Za-z0-9_-]{0,99})\.ya?ml$/;

/** Template files: those of the service, and those in `templates` of the training root, read at each call. */
@Injectable()
export class TemplateFilesStore {
  private readonly builtin = join(__dirname, '../builtin');

  constructor(private readonly config: ConfigService) {}

  /** By name; a file of the training root replaces the one of the service with the same name. */
  async read(): Promise<readonly TemplateFile[]> {
    const { root } = this.config.current().training;
    const files = [
      ...(await readFolder(this.builtin, true)),
      ...(root === null ? [] : await readFolder(join(root, 'templates'), false)),
    ];
    const byName = new Map(files.map((file) => [file.name, file]));
    return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

async function readFolder(folder: string, isBuiltin: boolean): Promise<readonly TemplateFile[]> {
  const entries = await readdir(folder).catch(() => []);
  const names = entries.filter((entry) => TEMPLATE_FILE.test(entry)).sort();
  return Promise.all(
    names.map(async (entry) => ({
      name: entry.replace(TEMPLATE_FILE, '$1'),
      isBuiltin,
      text: await readSmallFile(join(folder, entry)).catch(() => null),
    })),
  );
}

async function readSmallFile(path: string): Promise<string | null> {
  const { size } = await stat(path);
  return size <= MAX_BYTES ? readFile(path, 'utf8') : null;
}
