import { manifestProblems } from '../catalogue/schema-problems';
import type { Manifest } from '../catalogue/workflow-file';
import { fieldOf, type JsonPath, linesOf, pathOf, syntaxErrorIn } from '../json/json-path';

/** A fault of a manifest and its position. */
export interface ManifestProblem {
  /** The file's name; empty for a manifest that came in a request. */
  readonly file: string;
  /** Counts from 1; `null` if the manifest didn't come as a text. */
  readonly line: number | null;
  /** For instance `params.width.grid.step`. */
  readonly field: string;
  readonly reason: string;
}

/** A manifest as written, valid or not. */
export interface ManifestSource {
  readonly manifest: Manifest;
  readonly problems: readonly ManifestProblem[];
  /** Creates a problem of a field, with the line of the field or of the nearest one around it. */
  readonly problem: (field: string, reason: string) => ManifestProblem;
}

/** A manifest file's text. Never throws. */
export function readManifest(file: string, text: string): ManifestSource {
  const problem = (field: string, reason: string): ManifestProblem => ({
    file,
    line: null,
    field,
    reason,
  });
  try {
    const error = syntaxErrorIn(text);
    if (!error) return manifestSource(file, JSON.parse(text) as unknown, linesOf(text));
    const problems = [{ ...problem('', error.message), line: error.line }];
    return { manifest: {}, problems, problem };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not JSON';
    return { manifest: {}, problems: [problem('', reason)], problem };
  }
}

/** A manifest that came in a request, as it was parsed. */
export function manifestFromValue(value: unknown): ManifestSource {
  return manifestSource('', value, () => null);
}

function manifestSource(
  file: string,
  value: unknown,
  lineOf: (path: JsonPath) => number | null,
): ManifestSource {
  const problem = (field: string, reason: string): ManifestProblem => ({
    file,
    field,
    reason,
    line: lineOf(pathOf(field)),
  });
  const problems = manifestProblems(value).map(({ path, reason }) => ({
    file,
    field: fieldOf(path),
    reason,
    line: lineOf(path),
  }));
  // The cast is safe: `manifestProblems` has checked the shape.
  return { manifest: problems.length > 0 ? {} : (value as Manifest), problems, problem };
}
