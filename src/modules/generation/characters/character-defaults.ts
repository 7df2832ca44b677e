import { isRecord, ownValue } from '../../../platform/json';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import type { Workflow } from '../../workflows/public/workflow';
import { isFileParam } from '../inputs/file-params';
import { nodeFileParam } from '../inputs/node-file-params';
import { ALWAYS_ACCEPTED, type ParamRequest, sentParamErrors } from '../params/param-errors';
import { findLoraCheckpoint } from '../params/requested-loras';
import { NON_PARAM_FIELDS, type SentParam } from '../params/sent-params';
import type { BoundCharacter } from './bound-characters.service';
import type { NotApplied } from './character-use';

/** A default of a character, as if the request had sent it. */
export interface CharacterDefault extends SentParam {
  readonly character: string;
}

/** The defaults of bound characters that the request leaves out, in the order of the characters. */
export function characterDefaults(
  characters: readonly BoundCharacter[],
  sent: readonly SentParam[],
): readonly CharacterDefault[] {
  const names = new Set(sent.map(({ name }) => name));
  return characters.flatMap(({ id, defaults, binding }) =>
    Object.entries(flattened(defaults))
      .filter(([name, value]) => !names.has(name) && value !== null)
      .map(([name, value]) => ({
        name,
        value,
        loc: binding.loc,
        character: id,
        nested: !ALWAYS_ACCEPTED.has(name),
      })),
  );
}

/** Params may be nested like those of a generate body. */
function flattened(defaults: BoundCharacter['defaults']): Readonly<Record<string, unknown>> {
  const { workflow_params: nested, ...fields } = defaults;
  return isRecord(nested) ? { ...nested, ...fields } : defaults;
}

/** What a node makes of the defaults. */
interface SettledDefaults {
  readonly applied: readonly SentParam[];
  readonly refused: readonly NotApplied[];
}

/**
 * Which defaults apply on one node: those that the request could have sent, each name once. Files never do, because a
 * default outlives the right to read them.
 * @param request its workflow has the bounds and choices of the node
 */
export function settleDefaults(
  request: ParamRequest,
  defaults: readonly CharacterDefault[],
  info: ObjectInfo | null,
): SettledDefaults {
  const applied = new Map<string, CharacterDefault>();
  const refused: NotApplied[] = [];
  for (const one of defaults) {
    const { name, character } = one;
    const earlier = applied.get(name);
    const why = earlier
      ? `The default of '${earlier.character}' applies, which is bound before.`
      : whyNotApplied(request, one, info);
    if (why === null) applied.set(name, one);
    else refused.push({ character, field: 'defaults', name, why_not: why });
  }
  return { applied: [...applied.values()], refused };
}

/** Whether the workflow's param of this name takes a file. */
export function namesFileParam({ params }: Workflow, name: string): boolean {
  const param = ownValue(params, name);
  return param !== undefined && isFileParam(param);
}

function whyNotApplied(
  request: ParamRequest,
  one: SentParam,
  info: ObjectInfo | null,
): string | null {
  const { workflow } = request;
  const { name } = one;
  if (NON_PARAM_FIELDS.has(name)) return 'Only requests say this: it is not a param of a workflow.';
  if (namesFileParam(workflow, name)) return 'A default can’t be a file. Send it with the request.';
  const [error] = sentParamErrors(one, request);
  if (error) return error.msg;
  if (nodeFileParam(workflow, [one], info) !== null)
    return 'It could name a file of the node. Send it with the request.';
  const lora = findLoraCheckpoint(workflow, name === 'lora_checkpoint' ? [one] : []);
  return 'why' in lora ? lora.why : null;
}
