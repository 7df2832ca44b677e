import type { Workflow } from './workflow';

/** Names that first and last frames have in manifests and in the nodes that take them. */
const END_FRAME = /^(?:end|last)_?(?:image|frame)$|^(?:image|frame)_?(?:end|last)$/;
const START_FRAME = /^(?:start|first)_?(?:image|frame)$|^(?:image|frame)_?(?:start|first)$/;

type Params = Pick<Workflow, 'params'>;

/** The params that take a picture, in the manifest's order. */
export function imageParams({ params }: Params): readonly string[] {
  return Object.keys(params).filter((name) => params[name]?.type === 'image');
}

/** The param that takes the last frame of a clip; `null` where the workflow has none. */
export function endFrameParam(workflow: Params): string | null {
  return imageParams(workflow).find((name) => isEndFrame(workflow, name)) ?? null;
}

/** The param that takes the picture which a run starts from; `null` where the workflow has none. */
export function startFrameParam(workflow: Params): string | null {
  const names = imageParams(workflow).filter((name) => !isEndFrame(workflow, name));
  const named = names.find((name) => START_FRAME.test(name) || roleOf(workflow, name) === 'start');
  return named ?? names.find((name) => name === 'image') ?? names[0] ?? null;
}

/** Whether the param takes the last frame of a clip: by its role in the manifest (`end`), or by its name. */
export function isEndFrame(workflow: Params, name: string): boolean {
  return END_FRAME.test(name) || roleOf(workflow, name) === 'end';
}

const roleOf = ({ params }: Params, name: string): string | undefined => params[name]?.role;
