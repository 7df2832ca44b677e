import { toLine } from '../graph/lint-finding';
import { structureFindings } from '../graph/lint-structure';
import type { Workflow } from '../public/workflow';
import { fieldOf } from '../json/json-path';
import { workflowFileProblems } from './schema-problems';
import type { WorkflowFile } from './workflow-file';
import { workflowFrom } from './workflow-from-file';

/** A valid workflow, or the reasons why the file isn't one. */
export type ParsedWorkflow =
  | { readonly workflow: Workflow; readonly problems: readonly [] }
  | { readonly workflow: null; readonly problems: readonly string[] };

/** Reads a workflow file's text. Never throws. */
export function parseWorkflow(text: string, source: Workflow['source']): ParsedWorkflow {
  const json = parseJson(text);
  if (json instanceof Error) return broken([json.message]);
  const problems = workflowFileProblems(json).map(
    ({ path, reason }) => `${fieldOf(['workflow', ...path])}: ${reason}`,
  );
  if (problems.length > 0) return broken(problems);
  // The cast is safe, because the schema was checked above.
  const workflow = workflowFrom(json as WorkflowFile, source);
  const findings = structureFindings(workflow);
  return findings.length > 0 ? broken(findings.map(toLine)) : { workflow, problems: [] };
}

const broken = (problems: readonly string[]): ParsedWorkflow => ({ workflow: null, problems });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    return error instanceof Error ? error : new Error('not JSON');
  }
}
