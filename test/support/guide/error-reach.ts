import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

const SRC = resolve(__dirname, '../../../src');

interface Source {
  readonly path: string;
  readonly text: string;
}

/** Finds out from the sources which routes an error can come from. */
export class ErrorReach {
  private readonly sources: readonly Source[] = readdirSync(SRC, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => ({
      path: name.split(sep).join('/'),
      text: readFileSync(join(SRC, name), 'utf8'),
    }));

  /**
   * Whether a route that documents the code's status can answer with it. An error of a module can come from the routes of
   * the modules that throw it; a public error, or one of the platform, from any route.
   */
  reaches(code: string, route: string): boolean {
    const { path, name } = this.declared(code);
    const throwing = this.sources.filter(({ text }) => text.includes(`new ${name}(`));
    if (throwing.length === 0) throw new Error(`nothing throws ${name}`);
    const modules = throwing.map((source) => moduleOf(source.path));
    const anywhere = path.includes('/public/') || modules.includes(null);
    return anywhere || this.modulesOf(route).some((module) => modules.includes(module));
  }

  /** The class of a code, and its file. */
  private declared(code: string): { path: string; name: string } {
    for (const { path, text } of this.sources) {
      const spec = new RegExp(`const (\\w+) = errorSpec\\(\\{\\s+code: '${code}'`).exec(text)?.[1];
      const user = new RegExp(`super\\(\\s*${spec ?? ''}\\b`);
      const source = text.split(/(?=^(?:export )?class )/m).find((part) => user.test(part));
      const name = /^(?:export )?class (\w+)/.exec(source ?? '')?.[1];
      if (spec !== undefined && name !== undefined) return { path, name };
    }
    throw new Error(`no class has the code ${code}`);
  }

  private modulesOf(route: string): readonly (string | null)[] {
    return this.sources
      .filter(({ text }) => {
        const base = /@Controller\('([^']+)'\)/.exec(text)?.[1];
        return base !== undefined && `${route}/`.startsWith(`/${base}/`);
      })
      .map(({ path }) => moduleOf(path));
  }
}

/** `null`: the platform's. */
const moduleOf = (path: string): string | null => /^modules\/([\w-]+)\//.exec(path)?.[1] ?? null;
