import type { WireObject, WireValue } from '../wire/json';
import { PythonError, str } from '../wire/python';
import { NodeValidation, type ValidationSources } from './node-validation';
import {
  exceptionDuringValidation,
  validationError,
  type ValidationError,
} from './validation-errors';

/** The result of validating a prompt. */
export interface PromptVerdict {
  /** The error of a refused prompt; absent for one that runs, at least in part. */
  readonly error?: WireObject;
  /** The output nodes that will run. */
  readonly outputs: readonly string[];
  /** Errors by node. An accepted prompt has errors if some of its outputs are left out. */
  readonly nodeErrors: WireObject;
}

/** The body isn't a graph: ComfyUI's own code raises an exception and answers 500. */
export class NotAPrompt extends Error {}

/** Checks a prompt as `POST /prompt` does. If `targets` is given, only these output nodes run. */
export async function validatePrompt(
  prompt: WireObject,
  targets: WireValue | undefined,
  sources: ValidationSources & { readonly version: string },
): Promise<PromptVerdict> {
  const outputs: string[] = [];
  for (const [nodeId, body] of prompt) {
    const node = nodeBody(body);
    const name = node.get('class_type');
    if (name === undefined) return refusedVerdict(noClassType(nodeId, node, sources.version));
    if (typeof name === 'object' && name !== null)
      throw new NotAPrompt('class_type is not a string');
    const nodeClass = typeof name === 'string' ? sources.catalogue.find(name) : undefined;
    if (nodeClass === undefined) return refusedVerdict(unknownClass(nodeId, node, sources.version));
    if (nodeClass.isOutput && isWanted(nodeId, targets)) outputs.push(nodeId);
  }
  if (outputs.length === 0) {
    return refusedVerdict(validationError('prompt_no_outputs', 'Prompt has no outputs', ''));
  }
  return validateOutput(outputs, new NodeValidation(prompt, sources), prompt);
}

function nodeBody(body: WireValue): WireObject {
  if (body instanceof Map) return body;
  throw new NotAPrompt('a node is not an object');
}

function isWanted(nodeId: string, targets: WireValue | undefined): boolean {
  if (targets === undefined || targets === null) return true;
  if (Array.isArray(targets)) return targets.includes(nodeId);
  if (targets instanceof Map) return targets.has(nodeId);
  if (typeof targets === 'string') return targets.includes(nodeId);
  throw new NotAPrompt('partial_execution_targets is not a list');
}

async function validateOutput(
  outputs: readonly string[],
  validation: NodeValidation,
  prompt: WireObject,
): Promise<PromptVerdict> {
  const good: string[] = [];
  const problems: string[] = [];
  const nodeErrors: WireObject = new Map();
  for (const output of outputs) {
    const verdict = await validation.check(output).catch((error: unknown) => {
      return validation.fail(output, exceptionDuringValidation(error));
    });
    if (verdict.valid) {
      good.push(output);
      continue;
    }
    problems.push(...verdict.errors.map(errorLine));
    collectErrors(output, { validation, prompt, nodeErrors });
  }
  if (good.length > 0) return { outputs: good, nodeErrors };
  const error = validationError(
    'prompt_outputs_failed_validation',
    'Prompt outputs failed validation',
    problems.join('\n'),
  );
  return { error, outputs: [], nodeErrors };
}

/** Adds every invalid node found so far, with the output that depends on it. */
function collectErrors(
  output: string,
  state: { validation: NodeValidation; prompt: WireObject; nodeErrors: WireObject },
): void {
  for (const [nodeId, verdict] of state.validation.verdicts) {
    if (verdict.valid || verdict.errors.length === 0) continue;
    const existing = state.nodeErrors.get(nodeId);
    const entry: WireObject =
      existing instanceof Map
        ? existing
        : new Map<string, WireValue>([
            ['errors', [...verdict.errors]],
            ['dependent_outputs', []],
            ['class_type', classType(state.prompt, nodeId)],
          ]);
    state.nodeErrors.set(nodeId, entry);
    (entry.get('dependent_outputs') as WireValue[]).push(output);
  }
}

function classType(prompt: WireObject, nodeId: string): WireValue {
  const body = prompt.get(nodeId);
  if (body instanceof Map) return body.get('class_type') ?? null;
  throw new PythonError('KeyError', nodeId);
}

function errorLine(error: ValidationError): string {
  return `${str(error.get('message') ?? '')}: ${str(error.get('details') ?? '')}`;
}

function refusedVerdict(error: WireObject): PromptVerdict {
  return { error, outputs: [], nodeErrors: new Map() };
}

function noClassType(nodeId: string, node: WireObject, version: string): WireObject {
  if (isOld(version)) {
    const message = 'Cannot execute because a node is missing the class_type property.';
    return validationError('invalid_prompt', message, `Node ID '#${nodeId}'`);
  }
  const title = titleOf(node) ?? null;
  const shown = title === null || title === '' ? `ID #${nodeId}` : str(title);
  return validationError(
    'missing_node_type',
    `Node '${shown}' has no class_type. The workflow may be corrupted or a custom node is missing.`,
    `Node ID '#${nodeId}'`,
    { node_id: nodeId, class_type: null, node_title: title },
  );
}

function unknownClass(nodeId: string, node: WireObject, version: string): WireObject {
  const name = node.get('class_type') ?? null;
  if (isOld(version)) {
    const message = `Cannot execute because node ${str(name)} does not exist.`;
    return validationError('invalid_prompt', message, `Node ID '#${nodeId}'`);
  }
  const title = titleOf(node) ?? name;
  return validationError(
    'missing_node_type',
    `Node '${str(title)}' not found. The custom node may not be installed.`,
    `Node ID '#${nodeId}'`,
    { node_id: nodeId, class_type: name, node_title: title },
  );
}

function titleOf(node: WireObject): WireValue | undefined {
  const meta = node.get('_meta');
  if (meta === undefined) return undefined;
  if (meta instanceof Map) return meta.get('title');
  throw new NotAPrompt('_meta is not an object');
}

/** True for versions 0.3.x, which have older forms of some answers. */
export function isOld(version: string): boolean {
  return version.startsWith('0.3.');
}
