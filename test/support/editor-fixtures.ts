import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComfyGraph, ObjectInfo } from '../../src/modules/providers/public/comfy-types';
import { parseWorkflowJson } from '../../src/modules/workflows/json/workflow-json';
import { recordedObjectInfo } from './workflow-fixtures';

const FOLDER = join(__dirname, '../fixtures/workflows/editor');

/** A problem that the conversion must report. */
export interface ExpectedProblem {
  readonly severity: string;
  readonly code: string;
  readonly node: string | null;
  /** A part of the reason. */
  readonly reason: string;
}

/** A workflow of the editor, the graph that it stands for (`null`: classes are missing), and the problems to report. */
export interface EditorFixture {
  readonly name: string;
  readonly editor: unknown;
  readonly graph: ComfyGraph | null;
  readonly problems: readonly ExpectedProblem[];
  /** Expected params by name: `type node.input …`; `null` without a graph. */
  readonly params: Readonly<Record<string, string>> | null;
}

/** One small graph for each rule of the conversion and each generation of the editor. */
export function editorFixtures(): readonly EditorFixture[] {
  const params = JSON.parse(text('params.json')) as Record<string, Record<string, string>>;
  return names('.ui.json').map((name) => ({
    name,
    editor: parseWorkflowJson(text(`${name}.ui.json`)),
    graph: JSON.parse(text(`${name}.api.json`)) as ComfyGraph | null,
    problems: names('.problems.json').includes(name)
      ? (JSON.parse(text(`${name}.problems.json`)) as ExpectedProblem[])
      : [],
    params: params[name] ?? null,
  }));
}

/** The recorded classes and those of a made-up pack that covers further cases. */
export function packObjectInfo(): ObjectInfo {
  return { ...recordedObjectInfo(), ...(JSON.parse(text('pack.classes.json')) as ObjectInfo) };
}

function names(ending: string): readonly string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));
}

function text(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8');
}
