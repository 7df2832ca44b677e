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
import { characterFingerprints } from './character-prints';
import type { Ingredients } from './ingredients';
import { type Source, usedSources } from './take-sources';
import { ShotSourceMissing } from './takes.errors';

/** What a caller requests. */
export interface RequestedTake {
  readonly kind: 'image' | 'video';
  /** Fields of a generate body. */
  readonly fields: JsonRecord;
}

/** A valid request, completed with what the shot gives. */
export interface ResolvedTake extends RequestedTake, Omit<ComposedTake, 'errors'> {
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
/** Lets a body without a prompt pass its first check, because the shot may give the prompt. */
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
   * Checks the request and adds what the shot gives: prompt, cast, size, length, sources.
   * @throws ValidationFailed for an invalid body, for a shot without a prompt, and for a workflow of the other kind or one
   *   that can't use what the shot asks for; WorkflowNotAllowed, WorkflowNotFound
   */
  resolve(caller: Caller, requested: RequestedTake, shot: ShotToTake): ResolvedTake {
    const { kind } = requested;
    const checked = this.requests.check(caller, kind, { ...ANY_PROMPT, ...requested.fields }, BODY);
    const fields = sentFields(requested.fields);
    const workflow = workflowFor(caller, this.catalogue, checked.workflow);
    if (workflow.kind !== kind)
      throw ValidationFailed.at(
        ['body', 'workflow'],
        `Send a workflow that makes a take of kind ${kind}: this one makes a take of kind ${workflow.kind}.`,
      );
    const bodyFields = this.requests.fields(kind);
    const { errors, ...composed } = composeTake({ kind, fields, bodyFields }, shot, workflow);
    if (errors.length > 0) throw new ValidationFailed(errors);
    return { kind, fields, project: shot.project.id, ...composed };
  }

  /**
   * Plans a take whose sources may not exist yet. Makes and stores nothing.
   * @param pending whether another take of the same call makes this source first
   * @returns `null` where only a missing source prevents a plan
   * @throws ShotSourceMissing for a source that neither exists nor is pending, and what a generate request throws
   */
  async check(
    caller: Caller,
    take: ResolvedTake,
    pending: (source: Source) => boolean,
  ): Promise<Plan | null> {
    const open = take.sources.filter((source) => source.isClip || pending(source));
    const ready = take.sources.filter((source) => !open.includes(source));
    for (const source of take.sources) if (!pending(source)) requirePath(source, take.project);
    const paths = new Map(ready.map((source) => [source.slot, requirePath(source, take.project)]));
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
   * Plans the take's job. Extracts the last frames of clips that it starts from.
   * @throws ShotSourceMissing, what a generate request throws, and what making a last frame throws
   */
  async plan(caller: Caller, take: ResolvedTake, signal: AbortSignal): Promise<PlannedTake> {
    // Checked first, so that no last frame is made for a take that is refused.
    if (take.sources.some(({ isClip }) => isClip)) await this.check(caller, take, () => false);
    const paths = new Map<string, string>();
    for (const source of take.sources) {
      const path = requirePath(source, take.project);
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

  private async ingredients({ ingredients, characters }: ResolvedTake): Promise<Ingredients> {
    const traits = await this.characters.find(characters);
    return { ...ingredients, characters: characterFingerprints(characters, traits) };
  }

  /** @param isPartial leaves out `mode`, which can't be checked while a file that it needs is missing */
  private bodyOf(
    { kind, body }: ResolvedTake,
    paths: ReadonlyMap<string, string>,
    isPartial: boolean,
  ): JsonRecord {
    const all = withValues(body, Object.fromEntries(paths), this.requests.fields(kind));
    if (!isPartial) return all;
    return Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'mode'));
  }

  private async planned(caller: Caller, { kind, project }: ResolvedTake, body: JsonRecord) {
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

function requirePath({ path, field, from }: Source, project: string): string {
  if (path === null) throw new ShotSourceMissing(field, from, project);
  return path;
}

/** The pictures of the characters, as the plan used them. */
const characterSources = ({ characters }: Plan): readonly TakeSource[] =>
  (characters?.references ?? []).map(({ character, name, slot, used, why_not }) => ({
    name: name ?? character,
    character,
    slot,
    used,
    why_not,
  }));
