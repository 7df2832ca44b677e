import type { FileLists } from '../catalogue/file-lists';
import { withFiles } from '../catalogue/file-lists';
import type { ClassCatalogue } from '../catalogue/class-catalogue';
import type { NodeClass } from '../catalogue/node-class';
import { type WireObject, type WireValue, numberOf } from '../wire/json';
import { PythonError, quoted } from '../wire/python';
import { checksItself, customProblems, type FileExists } from './custom-checks';
import { finalInputs } from './dynamic-inputs';
import {
  badLinkedInput,
  customValidationFailed,
  exceptionDuringInnerValidation,
  requiredInputMissing,
  returnTypeMismatch,
  validationError,
  type InputFacts,
} from './validation-errors';
import { checkValue, convertValue, factsOf, typesMatch } from './value-check';

/** The result of checking a node and its ancestors. */
export interface NodeVerdict {
  readonly valid: boolean;
  readonly errors: readonly WireObject[];
}

/** What validation needs to know of the node. */
export interface ValidationSources {
  readonly catalogue: ClassCatalogue;
  readonly lists: FileLists;
  readonly exists: FileExists;
}

/**
 * Checks the nodes of one prompt as ComfyUI does: from an output upwards, each node once. Converts constants in place,
 * so the queue shows `64` where the client sent `"64"`. Throws `PythonError` where ComfyUI's own code would raise.
 */
export class NodeValidation {
  /** Verdicts so far, in the order in which they were made. */
  readonly verdicts = new Map<string, NodeVerdict>();

  constructor(
    private readonly prompt: WireObject,
    private readonly sources: ValidationSources,
  ) {}

  async check(nodeId: string, visiting: readonly string[] = []): Promise<NodeVerdict> {
    const previous = this.verdicts.get(nodeId);
    if (previous !== undefined) return previous;
    if (visiting.includes(nodeId)) return this.cycle(nodeId, visiting);
    const { node, inputs } = this.parts(nodeId);
    const errors: WireObject[] = [];
    const sound = await this.checkInputs(node, inputs, { errors, visiting: [...visiting, nodeId] });
    for (const [name, problem] of await customProblems(node.name, inputs, this.sources.exists)) {
      errors.push(customValidationFailed(name, problem));
    }
    // Keeps the errors that a cycle through this node may have added.
    const before: NodeVerdict = this.verdicts.get(nodeId) ?? { valid: true, errors: [] };
    const verdict = {
      valid: before.valid && sound && errors.length === 0,
      errors: [...before.errors, ...errors],
    };
    this.verdicts.set(nodeId, verdict);
    return verdict;
  }

  /** Marks a node as invalid. */
  fail(nodeId: string, error: WireObject): NodeVerdict {
    const verdict = { valid: false, errors: [error] };
    this.verdicts.set(nodeId, verdict);
    return verdict;
  }

  private parts(nodeId: string): { node: NodeClass; inputs: WireObject } {
    const { body, node } = this.nodeOf(nodeId);
    const inputs = body.get('inputs');
    if (!(inputs instanceof Map)) throw new PythonError('KeyError', "'inputs'");
    return { node, inputs };
  }

  private nodeOf(nodeId: string): { body: WireObject; node: NodeClass } {
    const body = this.prompt.get(nodeId);
    if (!(body instanceof Map)) throw new PythonError('KeyError', quoted(nodeId));
    const name = body.get('class_type');
    const node = typeof name === 'string' ? this.sources.catalogue.find(name) : undefined;
    if (node === undefined) throw new PythonError('KeyError', quoted(name ?? 'class_type'));
    return { body, node };
  }

  private async checkInputs(
    node: NodeClass,
    inputs: WireObject,
    state: { errors: WireObject[]; visiting: readonly string[] },
  ): Promise<boolean> {
    const { required, optional, dynamic } = finalInputs(node, inputs);
    let sound = true;
    for (const [name, recorded] of [...required, ...optional]) {
      const value = inputs.get(name);
      if (value === undefined) {
        if (!required.has(name)) continue;
        state.errors.push(requiredInputMissing(name, dynamic ? lastPart(name) : name));
      } else if (Array.isArray(value)) {
        const facts = this.facts(node, name, recorded);
        sound = (await this.checkLink(facts, value, state)) && sound;
      } else {
        const spec = withFiles(node.name, name, recorded, this.sources.lists);
        const error = checkConstant(node.name, { name, spec, value }, inputs);
        if (error !== undefined) state.errors.push(error);
      }
    }
    return sound;
  }

  private facts(node: NodeClass, name: string, recorded: WireValue): InputFacts {
    return factsOf(name, withFiles(node.name, name, recorded, this.sources.lists));
  }

  /** False when the linked node is invalid; this one is then invalid without an error of its own. */
  private async checkLink(
    input: InputFacts,
    link: WireValue[],
    state: { errors: WireObject[]; visiting: readonly string[] },
  ): Promise<boolean> {
    if (link.length !== 2) {
      state.errors.push(badLinkedInput(input, link));
      return true;
    }
    const from = linkedId(link[0] ?? null);
    const received = outputType(this.nodeOf(from).node, link[1] ?? null);
    if (!typesMatch(received, input.type)) {
      state.errors.push(returnTypeMismatch(input, received, link));
      return true;
    }
    try {
      return (await this.check(from, state.visiting)).valid;
    } catch (error) {
      this.fail(from, exceptionDuringInnerValidation(input, link, error));
      return false;
    }
  }

  private cycle(nodeId: string, visiting: readonly string[]): NodeVerdict {
    const path = [...visiting.slice(visiting.indexOf(nodeId)), nodeId];
    const nodes = [...new Set(path)];
    const cyclePath = path.map((id) => `${id} (${this.nodeOf(id).node.name})`).join(' -> ');
    for (const id of nodes) {
      const extra = { node_id: id, cycle_nodes: [...nodes] };
      this.fail(
        id,
        validationError('dependency_cycle', 'Dependency cycle detected', cyclePath, extra),
      );
    }
    return this.verdicts.get(nodeId) ?? { valid: false, errors: [] };
  }
}

function checkConstant(
  className: string,
  input: { name: string; spec: WireValue; value: WireValue },
  inputs: WireObject,
): WireObject | undefined {
  const facts = factsOf(input.name, input.spec);
  const checked = convertValue(facts, input.value);
  if ('error' in checked) return checked.error;
  inputs.set(input.name, checked.value);
  if (checksItself(className, input.name)) return undefined;
  return checkValue(facts, input.spec, checked.value);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function linkedId(from: WireValue): string {
  if (typeof from === 'string') return from;
  throw new PythonError('KeyError', quoted(from));
}

function outputType(node: NodeClass, slot: WireValue): WireValue {
  const index = typeof slot === 'boolean' ? Number(slot) : numberOf(slot);
  if (!Number.isInteger(index)) {
    const problem = `tuple indices must be integers or slices, not ${quoted(slot)}`;
    throw new PythonError('TypeError', problem);
  }
  const type = node.outputs.at(index ?? 0);
  if (type === undefined) throw new PythonError('IndexError', 'tuple index out of range');
  return type;
}
