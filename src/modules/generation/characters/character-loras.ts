import { findModel, textsAmong } from '../../workflows/public/model-search';
import type { LoraChoice, Workflow } from '../../workflows/public/workflow';
import type { BoundCharacter } from './bound-characters.service';
import type { NotApplied } from './character-use';

/** How many LoRAs the characters of a request may bring together. */
const MAX_LORAS = 32;
const EVERY_WORKFLOW = '*';

interface SettledLoras {
  readonly applied: readonly LoraChoice[];
  readonly refused: readonly NotApplied[];
}

/**
 * The LoRAs of bound characters for a workflow, in the order of the characters. A binding's `lora_strength` replaces the
 * strengths of its character.
 * @param workflow with the choices of a node
 * @param requested the LoRAs that the request applies itself
 */
export function settleLoras(
  workflow: Workflow,
  characters: readonly BoundCharacter[],
  requested: readonly LoraChoice[],
): SettledLoras {
  const appliedBy = new Map(requested.map(({ name }) => [name, 'The request']));
  const applied: LoraChoice[] = [];
  const refused: NotApplied[] = [];
  for (const { id, loras, binding } of characters) {
    const matching = loras.filter((lora) => isFor(workflow, lora.workflow));
    for (const lora of matching.length > 0 ? matching : loras) {
      const { file, why } = findLora(workflow, lora, appliedBy);
      const isFull = applied.length >= MAX_LORAS;
      if (why !== null || isFull) {
        const whyNot = why ?? `A job takes at most ${MAX_LORAS} LoRAs of its characters.`;
        refused.push({ character: id, field: 'loras', name: lora.name, why_not: whyNot });
        continue;
      }
      const strength = binding.lora_strength ?? lora.strength;
      const target = lora.target === 'both' ? {} : { target: lora.target };
      applied.push({ name: file, strength, ...target });
      appliedBy.set(file, `'${id}'`);
    }
  }
  return { applied, refused };
}

const isFor = ({ id }: Workflow, workflow: string): boolean =>
  workflow === id || workflow === EVERY_WORKFLOW;

/** The file in the node's spelling; as it is while the node's files are unknown. */
function findLora(
  workflow: Workflow,
  lora: BoundCharacter['loras'][number],
  appliedBy: ReadonlyMap<string, string>,
): { readonly file: string; readonly why: string | null } {
  const { name } = lora;
  if (!isFor(workflow, lora.workflow))
    return { file: name, why: `It is for the workflow '${lora.workflow}'.` };
  if (!workflow.supports_lora)
    return { file: name, why: `The workflow '${workflow.id}' takes no LoRAs.` };
  if (lora.target !== 'both' && workflow.lora_slots.every(({ target }) => target === undefined))
    return {
      file: name,
      why: `It is for the expert '${lora.target}'; the workflow has one model.`,
    };
  const choices = workflow.params['loras']?.choices;
  const search = choices ? findModel(name, textsAmong(choices)) : { file: name };
  if (search.file === null) return { file: name, why: missing(search.nearest) };
  const other = appliedBy.get(search.file);
  return {
    file: search.file,
    why: other === undefined ? null : `${other} applies this LoRA already.`,
  };
}

const missing = (nearest: readonly string[]): string =>
  nearest.length === 0
    ? 'The node has no such file in loras.'
    : `The node has no such file in loras. It has ${nearest.join(', ')}.`;
