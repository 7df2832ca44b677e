import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import type { JsonRecord } from '../../../platform/json';
import { CharacterReader } from '../../characters/public/character-reader';
import { GenerationPlanner, type Plan } from '../../generation/public/generation-planner';
import { GenerationRequests } from '../../generation/public/generation-requests';
import { LastFrames } from '../../media/public/last-frames';
import { workflowFor } from '../../workflows/public/workflow-access';
import { WorkflowCatalogue } from '../../workflows/public/workflow';
import type { TakeSource } from '../records/take.entity';
import { type ComposedTake, composeTake, type ShotToTake, withValues } from './compose-take';
import { characterPrints } from './character-prints';
import type { Ingredients } from './ingredients';
import { type Source, usedSources } from './take-sources';
import { ShotSourceMissing } from './takes.errors';

/** A take as its caller asks for it. */
export interface AskedTake {
  readonly kind: 'image' | 'video';
  /** Fields of a generate body. */
  readonly fields: JsonRecord;
}

/** A take that its shot and workflow allow. */
export interface ReadTake extends AskedTake, Omit<ComposedTake, 'errors'> {
  readonly project: string;
}

/** A take that can become a job. */
export interface PlannedTake {
  readonly plan: Plan;
  /** The generate body. */
  readonly request: JsonRecord;
  readonly sources: readonly TakeSource[];
  readonly ingredients: Ingredients;
}

const BODY = ['body'];
/** For the checks of a body before its shot is looked at: the shot may give the prompt. */
const ANY_PROMPT = { prompt: 'a prompt' };

/** Turns takes of pictures and clips into plans of jobs. */
@Injectable()
export class TakePlannerService {
  constructor(
    private readonly catalogue: WorkflowCatalogue,
    private readonly requests: GenerationRequests,
    private readonly planner: GenerationPlanner,
    private readonly characters: CharacterReader,
    private readonly lastFrames: LastFrames,
  ) {}

  /**
   * Checks what is sent, and adds what the shot gives.
   * @throws ValidationFailed for a body that isn't one, for a shot without a prompt, and for a workflow that can't take what
   *   the shot asks for; WorkflowNotAllowed, WorkflowNotFound
   */
  read(caller: Caller, asked: AskedTake, shot: ShotToTake): ReadTake {
    const { kind } = asked;
    const checked = this.requests.check(caller, kind, { ...ANY_PROMPT, ...asked.fields }, BODY);
    const fields = sentFields(asked.fields);
    const workflow = workflowFor(caller, this.catalogue, checked.workflow);
    const bodyFields = this.requests.fields(kind);
    const { errors, ...composed } = composeTake({ kind, fields, bodyFields }, shot, workflow);
    if (errors.length > 0) throw new ValidationFailed(errors);
    return { kind, fields, project: shot.project.id, ...composed };
  }

  /**
   * The plan as far as it is known before its sources exist: `null` where the checks need them. Makes and stores nothing.
   * @param pending whether another take makes the source first
   * @throws ShotSourceMissing for a source that nobody makes, and what a generate request throws
   */
  async check(
    caller: Caller,
    take: ReadTake,
    pending: (source: Source) => boolean,
  ): Promise<Plan | null> {
    const open = take.sources.filter((source) => source.isClip || pending(source));
    const ready = take.sources.filter((source) => !open.includes(source));
    for (const source of take.sources) if (!pending(source)) requirePath(source);
    const paths = new Map(ready.map((source) => [source.slot, requirePath(source)]));
    const slots = new Set(open.map(({ slot }) => slot));
    try {
      return await this.planned(caller, take, this.bodyOf(take, paths, slots.size > 0));
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      const rest = error.errors.filter(({ loc }) => !slots.has(String(loc.at(-1))));
      if (rest.length > 0) throw new ValidationFailed(rest);
      return null;
    }
  }

  /**
   * The plan of the take's job, with the last frames that it starts from.
   * @throws ShotSourceMissing, what a generate request throws, and what making a last frame throws
   */
  async plan(caller: Caller, take: ReadTake, signal: AbortSignal): Promise<PlannedTake> {
    // A refused take leaves no last frame behind.
    if (take.sources.some(({ isClip }) => isClip)) await this.check(caller, take, () => false);
    const paths = new Map<string, string>();
    for (const source of take.sources) {
      const path = requirePath(source);
      const used = source.isClip ? await this.lastFrames.pathOf(caller, path, signal) : path;
      paths.set(source.slot, used);
    }
    const request = this.bodyOf(take, paths, false);
    const plan = await this.planned(caller, take, request);
    return {
      plan,
      request,
      sources: [...usedSources(take.sources, paths), ...take.unused, ...characterSources(plan)],
      ingredients: await this.ingredients(take),
    };
  }

  private async ingredients({ ingredients, characters }: ReadTake): Promise<Ingredients> {
    const traits = await this.characters.find(characters);
    return { ...ingredients, characters: characterPrints(characters, traits) };
  }

  /** @param isPartial a file is left out, so that a mode that needs it can't be checked */
  private bodyOf(
    { kind, body }: ReadTake,
    paths: ReadonlyMap<string, string>,
    isPartial: boolean,
  ): JsonRecord {
    const all = withValues(body, Object.fromEntries(paths), this.requests.fields(kind));
    if (!isPartial) return all;
    return Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'mode'));
  }

  private async planned(caller: Caller, { kind, project }: ReadTake, body: JsonRecord) {
    const request = this.requests.check(caller, kind, body, BODY);
    const plan = await this.planner.plan(caller, kind, request);
    return { ...plan, job: { ...plan.job, labels: { ...plan.job.labels, project } } };
  }
}

/** The fields that have a value, without `submit`, which a take handles itself. In a POST body null means omitted. */
function sentFields(fields: JsonRecord): JsonRecord {
  const sent = Object.entries(fields).filter(
    ([name, value]) => value !== null && value !== undefined && name !== 'submit',
  );
  return Object.fromEntries(sent);
}

function requirePath({ path, field, from }: Source): string {
  if (path === null) throw new ShotSourceMissing(field, from);
  return path;
}

/** The pictures of the characters, as the plan used them. */
const characterSources = ({ characters }: Plan): readonly TakeSource[] =>
  (characters?.references ?? []).map(({ character, name, slot, used, why_not }) => ({
    ...{ name: name ?? character, character, slot, used, why_not },
  }));
