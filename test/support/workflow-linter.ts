import type {
  ComfyGraph,
  ComfyLink,
  ObjectInfo,
} from '../../src/modules/providers/public/comfy-types';
import { type Finding, finding } from '../../src/modules/workflows/graph/lint-finding';
import { graphFindings } from './lint-graph';
import { paramFindings } from './lint-params';
import { structureFindings } from '../../src/modules/workflows/graph/lint-structure';
import { isMedia } from '../../src/modules/workflows/catalogue/media-params';
import { modelsUsed } from '../../src/modules/workflows/graph/model-files';
import { ownValue } from '../../src/platform/json';
import { buildGraph } from '../../src/modules/workflows/public/graph-builder';
import type { LoraSlot, Workflow } from '../../src/modules/workflows/public/workflow';

/** A finding as one line. */
export function toLine({ workflow, node, class: nodeClass, reason }: Finding): string {
  const place = node === null ? '' : ` node ${node}${nodeClass === null ? '' : ` (${nodeClass})`}`;
  return `${workflow}:${place} ${reason}`;
}

/**
 * All faults of a workflow against `object_info`: of the file, of its params, and of its graph in all variants that the
 * builder can make (with LoRAs, without optional files).
 */
export function lintWorkflow(workflow: Workflow, info: ObjectInfo): readonly Finding[] {
  const structure = structureFindings(workflow);
  const problems = [
    ...structure,
    ...graphFindings(workflow, info),
    ...paramFindings(workflow, info),
    ...outputFindings(workflow, info),
    ...modelFindings(workflow),
    ...workflow.lora_slots.flatMap((slot) => slotFindings(workflow, slot, info)),
    // An invalid graph can't be built.
    ...(structure.length === 0 ? variantFindings(workflow, info) : []),
  ];
  return [...new Map(problems.map((one) => [JSON.stringify(one), one])).values()];
}

function outputFindings(workflow: Workflow, info: ObjectInfo): readonly Finding[] {
  const isOutput = ({ class_type }: ComfyGraph[string]): boolean =>
    ownValue(info, class_type)?.output_node === true;
  return Object.values(workflow.graph).some(isOutput)
    ? []
    : [finding(workflow, 'has no output node')];
}

/** The manifest must name exactly the files that the graph's loaders name. */
function modelFindings(workflow: Workflow): readonly Finding[] {
  const key = ({ folder, file }: { folder: string; file: string }): string => `${folder}/${file}`;
  const used = modelsUsed(workflow.graph);
  const named = new Set(workflow.models.map(key));
  const loaded = new Set(used.map(key));
  return [
    ...used
      .filter((use) => !named.has(key(use)))
      .map((use) => finding(workflow, `${key(use)} isn't named under models`, { node: use.node })),
    ...[...named]
      .filter((model) => !loaded.has(model))
      .map((model) => finding(workflow, `no loader names the model ${model}`)),
  ];
}

function slotFindings(workflow: Workflow, slot: LoraSlot, info: ObjectInfo): readonly Finding[] {
  const gives = ([id, output]: ComfyLink): unknown => {
    const nodeClass = ownValue(workflow.graph, id)?.class_type ?? '';
    return ownValue(info, nodeClass)?.output[output];
  };
  return [
    ...(gives(slot.model) === 'MODEL'
      ? []
      : [finding(workflow, "a LoRA slot's model output isn't MODEL", { node: slot.model[0] })]),
    ...(slot.clip && gives(slot.clip) !== 'CLIP'
      ? [finding(workflow, "a LoRA slot's clip output isn't CLIP", { node: slot.clip[0] })]
      : []),
  ];
}

function variantFindings(workflow: Workflow, info: ObjectInfo): readonly Finding[] {
  const loras = [
    { name: 'first.safetensors', strength: 1 },
    { name: 'second.safetensors', strength: 0.5 },
  ];
  return fileChoices(workflow).flatMap((values) => {
    const graph = buildGraph(workflow, {
      values,
      loras: workflow.supports_lora ? loras : [],
      outputPrefix: 'kinora/lint',
    });
    return graphFindings({ id: workflow.id, graph }, info);
  });
}

/** All files given, none of the optional ones, and each optional one missing. */
function fileChoices(workflow: Workflow): readonly Readonly<Record<string, string>>[] {
  const files = Object.entries(workflow.params).filter(([, { type }]) => isMedia(type));
  const optional = files.filter(([, { required }]) => !required).map(([name]) => name);
  const without = (absent: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(
      files.filter(([name]) => !absent.includes(name)).map(([name]) => [name, 'file']),
    );
  return [without([]), without(optional), ...optional.map((name) => without([name]))];
}
