import type { ObjectInfo } from '../../providers/public/comfy-types';
import type { Manifest } from '../derivation/manifest';
import { slotFaults } from '../graph/lora-slot-types';
import type { Workflow } from '../public/workflow';
import { trialFaults } from '../graph/trial';
import type { JsonPath } from '../json/json-path';
import type { ImportFault } from './import-fault';
import { purposeFaults } from './purpose-faults';

/**
 * What a manifest says of a sound workflow that can't be, as far as a node describes the graph. Pure.
 * @param infos of the nodes that describe most of it, all of them alike
 */
export function manifestMisfits(
  workflow: Workflow,
  said: Manifest,
  infos: readonly ObjectInfo[],
): readonly ImportFault[] {
  const [info] = infos;
  if (!info) return [];
  const slots = said.lora_slots ? slotFaults(workflow, info) : [];
  const purpose = said.kind || said.modes ? purposeFaults(workflow, info) : [];
  return [
    ...slots.map(({ index, field, reason }) => fault(['lora_slots', index, field], reason)),
    ...purpose.map(({ field, reason }) => fault([said[field] ? field : 'kind'], reason)),
    ...unbuildable(workflow, said, infos),
  ];
}

const fault = (path: JsonPath, reason: string): ImportFault => ({ part: 'manifest', path, reason });

/** What the manifest says of params and its example that no node takes, whoever sends it. */
function unbuildable(
  workflow: Workflow,
  said: Manifest,
  infos: readonly ObjectInfo[],
): readonly ImportFault[] {
  if (!said.params && !said.example) return [];
  const [first = [], ...others] = infos.map((info) => placed(workflow, said, info));
  const isCommon = ([place]: Placed): boolean =>
    others.every((faults) => faults.some(([other]) => other.join('.') === place.join('.')));
  return first.filter(isCommon).map(([place, reason]) => fault(place, reason));
}

type Placed = readonly [place: readonly string[], reason: string];

/** Faults that the manifest brings along, one for each of its fields. What derived params do wrong isn't its fault. */
function placed(workflow: Workflow, said: Manifest, info: ObjectInfo): readonly Placed[] {
  const found = new Map<string, Placed>();
  for (const { params, reason, isFile } of trialFaults(workflow, workflow.example, info)) {
    const place = isFile ? undefined : placeOf(params, said);
    const key = place?.join('.');
    if (place && key !== undefined && !found.has(key)) found.set(key, [place, reason]);
  }
  return [...found.values()];
}

function placeOf(names: readonly string[], said: Manifest): readonly string[] | undefined {
  const param = names.find((name) => Object.hasOwn(said.params ?? {}, name));
  if (param !== undefined) return ['params', param];
  const example = names.find((name) => Object.hasOwn(said.example ?? {}, name));
  return example === undefined ? undefined : ['example', example];
}
