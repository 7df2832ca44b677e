import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { writeOpenApi } from '../openapi.mjs';
import { at, runTool, UserError } from './project.mjs';

const FOLDER = at('packages', 'client');
const SCHEMA = join(FOLDER, 'src', 'schema.d.ts');
/** Written when a build is complete. */
export const CLIENT_BUILT = join(FOLDER, 'dist', '.built');

/** True if neither a source of the client nor the built service (`serviceBuilt`, its stamp) is newer than the client. */
export function isClientBuilt(serviceBuilt) {
  if (!existsSync(CLIENT_BUILT) || !existsSync(SCHEMA)) return false;
  const { mtimeMs: built } = statSync(CLIENT_BUILT);
  const sources = readdirSync(join(FOLDER, 'src'))
    .map((name) => join(FOLDER, 'src', name))
    .filter((path) => path !== SCHEMA);
  const files = ['package.json', 'tsconfig.json', 'tsconfig.build.json'].map((name) =>
    join(FOLDER, name),
  );
  return [serviceBuilt, ...files, ...sources].every((path) => statSync(path).mtimeMs <= built);
}

/** Generates the types of the API from the built service, then compiles the client. Doesn't check types. */
export async function buildClient() {
  const start = new Date();
  const document = await writeOpenApi();
  await writeApiTypes(document);
  rmSync(join(FOLDER, 'dist'), { recursive: true, force: true });
  const { code, output } = await runTool('typescript-7/bin/tsc', [
    ...['-p', join(FOLDER, 'tsconfig.build.json'), '--noCheck'],
  ]);
  if (code !== 0) throw new UserError(`${output}\nThe build of the client failed.`);
  copyFileSync(SCHEMA, join(FOLDER, 'dist', 'schema.d.ts'));
  const content = JSON.stringify(JSON.parse(readFileSync(document, 'utf8')));
  const sha256 = createHash('sha256').update(content).digest('hex');
  writeFileSync(join(FOLDER, 'dist', 'openapi.sha256'), sha256);
  writeFileSync(CLIENT_BUILT, '');
  utimesSync(CLIENT_BUILT, start, start);
}

async function writeApiTypes(document) {
  const { code, output } = await runTool('openapi-typescript/bin/cli.js', [
    document,
    // A default of a request's field doesn't make the field required.
    ...['--default-non-nullable', 'false', '--output', SCHEMA],
  ]);
  if (code !== 0) throw new UserError(`${output}\nThe types of the API could not be generated.`);
}
