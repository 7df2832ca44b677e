import type { ObjectInfo } from '../../providers/public/comfy-types';
import type { Manifest } from '../catalogue/workflow-file';
import { slotTypeFaults } from '../graph/lora-slot-types';
import type { Workflow } from '../public/workflow';
import { trialFaults } from '../graph/trial-submissions';
import type { JsonPath } from '../json/json-path';
import type { ImportFault } from './import-fault';
import { purposeFaults } from './purpose-faults';

/**
 * Fields of a manifest that contradict the graph, according to the nodes' class descriptions.
 *
 * @param infos the class descriptions of the nodes that know the most classes of the graph
 */
export function manifestMisfits(
  workflow: Workflow,
  manifest: Manifest,
  infos: readonly ObjectInfo[],
): readonly ImportFault[] {
  const [info] = infos;
  if (!info) return [];
  const slots = manifest.lora_slots ? slotTypeFaults(workflow, info) : [];
  const purpose = manifest.kind || manifest.modes ? purposeFaults(workflow, info) : [];
  return [
    ...slots.map(({ index, field, reason }) => fault(['lora_slots', index, field], reason)),
    ...purpose.map(({ field, reason }) => fault([manifest[field] ? field : 'kind'], reason)),
    ...faultsOnEveryNode(workflow, manifest, infos),
  ];
}

const fault = (path: JsonPath, reason: string): ImportFault => ({ part: 'manifest', path, reason });

/** Faults of the manifest's params and examples that every node finds. */
function faultsOnEveryNode(
  workflow: Workflow,
  manifest: Manifest,
  infos: readonly ObjectInfo[],
): readonly ImportFault[] {
  if (!manifest.params && !manifest.example) return [];
  const [first = [], ...others] = infos.map((info) => faultsByField(workflow, manifest, info));
  const isCommon = ([field]: FieldFault): boolean =>
    others.every((faults) => faults.some(([other]) => other.join('.') === field.join('.')));
  return first.filter(isCommon).map(([field, reason]) => fault(field, reason));
}

type FieldFault = readonly [field: readonly string[], reason: string];

/** One fault for each field of the manifest; faults of derived params aren't the manifest's. */
function faultsByField(
  workflow: Workflow,
  manifest: Manifest,
  info: ObjectInfo,
): readonly FieldFault[] {
  const faults = new Map<string, FieldFault>();
  for (const { params, reason, isFile } of trialFaults(workflow, workflow.example, info)) {
    const field = isFile ? undefined : fieldIn(params, manifest);
    const key = field?.join('.');
    if (field && key !== undefined && !faults.has(key)) faults.set(key, [field, reason]);
  }
  return [...faults.values()];
}

function fieldIn(names: readonly string[], manifest: Manifest): readonly string[] | undefined {
  const param = names.find((name) => Object.hasOwn(manifest.params ?? {}, name));
  if (param !== undefined) return ['params', param];
  const example = names.find((name) => Object.hasOwn(manifest.example ?? {}, name));
  return example === undefined ? undefined : ['example', example];
}
