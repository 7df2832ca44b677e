import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { WorkflowFile } from '../../src/modules/workflows/catalogue/workflow-file';

const ROOT = resolve(__dirname, '../..');
const BUILTIN = join(ROOT, 'src/modules/workflows/builtin');

const HEAD = ['Workflow', 'What it does', 'VRAM', 'Licence of the model', 'ComfyUI'];

/** A line of the table that docs/workflows.md shows, from the manifest alone. */
function rowOf({ id, name, vram_gb: memory, notes }: WorkflowFile): readonly string[] {
  return [`\`${id}\``, name, `${memory} GB`, licenceOf(notes), versionOf(notes)];
}

/** "Licence: Apache-2.0 for this 4B model. …" is Apache-2.0. */
function licenceOf(notes: readonly string[]): string {
  const [, licence = ''] = /^Licence: (.+?)(?:[;,]|\.(?:\s|$)| for )/m.exec(notes.join('\n')) ?? [];
  return licence;
}

/** What the model needs, or else the oldest version whose validation the graph passes. */
function versionOf(notes: readonly string[]): string {
  const text = notes.join('\n');
  const model = /model (?:itself )?needs (?:ComfyUI )?([\d.]+\d)/.exec(text);
  return (model ?? /validation of ComfyUI ([\d.]+\d)/.exec(text))?.[1] ?? '';
}

const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The lines of a Markdown table; the second one only rules. */
function tableUnder(heading: string, text: string): string[][] {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.filter((_, at) => at !== 1).map(cells);
}

it('the table of the catalogue in docs/workflows.md is what the manifests say', () => {
  const files = readdirSync(BUILTIN)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(BUILTIN, file), 'utf8')) as WorkflowFile);
  const kinds = ['image', 'video'];
  const rows = kinds.flatMap((kind) => files.filter((file) => file.kind === kind).map(rowOf));
  expect(rows.flat()).not.toContain('');
  const docs = readFileSync(join(ROOT, 'docs/workflows.md'), 'utf8');
  expect(tableUnder('The catalogue', docs)).toEqual([HEAD, ...rows]);
});
