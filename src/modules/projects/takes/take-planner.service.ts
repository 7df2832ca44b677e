import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { type ValidationError, ValidationFailed } from '../../../platform/errors/validation-failed';
import type { JsonRecord } from '../../../platform/json';
import { CharacterNotFound } from '../../characters/public/character-errors';
import { CharacterReader } from '../../characters/public/character-reader';
import { GenerationPlanner, type Plan } from '../../generation/public/generation-planner';
import { GenerationRequests } from '../../generation/public/generation-requests';
import { LastFrames } from '../../media/public/last-frames';
import { MediaReader } from '../../media/public/media-reader';
import { allowedOf, workflowFor } from '../../workflows/public/workflow-access';
import { WorkflowCatalogue } from '../../workflows/public/workflow';
import type { TakeSource } from '../records/take.entity';
import { type ComposedTake, composeTake, type ShotToTake, withValues } from './compose-take';
import { characterFingerprints } from './character-prints';
import type { Ingredients } from './ingredients';
import { type Refused, slotFor, type Source, usedSources } from './take-sources';
import { CastMemberNotFound, ShotSourceMissing } from './takes.errors';

/** What a caller requests. */
export interface RequestedTake {
  readonly kind: 'image' | 'video';
  /** Fields of a generate body. */
  readonly fields: JsonRecord;
}

/** A valid request, completed with what the shot gives. */
export interface ResolvedTake extends RequestedTake, Omit<ComposedTake, 'errors' | 'refused'> {
  readonly project: string;
}

/** A take whose request was checked. */
export interface CheckedTake {
  /** `null` where only a source that doesn't exist yet prevents it. */
  readonly plan: Plan | null;
  /**
   * What it would be made from, and what it would not use. While a source doesn't exist yet, without the pictures of
   * characters, since the source may take the param of one.
   */
  readonly references: readonly TakeSource[];
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
    private readonly media: MediaReader,
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
    const take = composeTake({ kind, fields, bodyFields }, shot, workflow);
    const { refused, errors: missing, ...composed } = take;
    const errors = [...missing, ...refused.map((one) => this.refusal(caller, one))];
    if (errors.length > 0) throw new ValidationFailed(errors);
    return { kind, fields, project: shot.project.id, ...composed };
  }

  /**
   * Plans a take whose sources may not exist yet. Makes and stores nothing.
   * @param pending whether another take of the same call makes this source first
   * @throws ShotSourceMissing for a source that neither exists nor is pending, and what a generate request throws
   */
  async check(
    caller: Caller,
    take: ResolvedTake,
    pending: (source: Source) => boolean,
  ): Promise<CheckedTake> {
    const { sources, unused } = take;
    const ready = await this.present(caller, take, (source) => !pending(source));
    const open = sources.filter((source) => source.isClip || pending(source));
    const slots = new Set(open.map(({ slot }) => slot));
    const paths = new Map([...ready].filter(([slot]) => !slots.has(slot)));
    const references = [...usedSources(sources, paths), ...unused];
    try {
      const plan = await this.planned(caller, take, this.bodyOf(take, paths, slots.size > 0));
      const ofCharacters = slots.size > 0 ? [] : characterSources(plan);
      return { plan, references: [...references, ...ofCharacters] };
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      const rest = error.errors.filter(({ loc }) => !slots.has(String(loc.at(-1))));
      if (rest.length > 0) throw new ValidationFailed(rest);
      return { plan: null, references };
    }
  }

  /**
   * Plans the take's job. Extracts the last frames of clips that it starts from.
   * @throws ShotSourceMissing, what a generate request throws, and what making a last frame throws
   */
  async plan(caller: Caller, take: ResolvedTake, signal: AbortSignal): Promise<PlannedTake> {
    // Checked first, so that no last frame is made for a take that is refused.
    if (take.sources.some(({ isClip }) => isClip)) await this.check(caller, take, () => false);
    const paths = new Map(await this.present(caller, take, () => true));
    for (const { slot, isClip } of take.sources) {
      const clip = isClip ? paths.get(slot) : undefined;
      if (clip !== undefined) paths.set(slot, await this.lastFrames.pathOf(caller, clip, signal));
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

  /**
   * The media paths of sources by their params.
   * @throws ShotSourceMissing for one that no shot has, or whose file was deleted
   */
  private async present(
    caller: Caller,
    { sources, project }: ResolvedTake,
    isWanted: (source: Source) => boolean,
  ): Promise<ReadonlyMap<string, string>> {
    const wanted = sources.filter(isWanted);
    const files = await this.media.findAll(
      caller,
      wanted.flatMap(({ path }) => path ?? []),
    );
    return new Map(
      wanted.map((source) => {
        if (source.path === null || !files.has(source.path))
          throw new ShotSourceMissing(source, project);
        return [source.slot, source.path];
      }),
    );
  }

  private refusal(caller: Caller, { part, field, why }: Refused): ValidationError {
    const able = this.catalogue
      .list()
      .filter((workflow) => workflow.kind === 'video' && slotFor(part, workflow) !== null);
    const ids = allowedOf(
      caller,
      able.map(({ id }) => id),
    );
    const some = ids.slice(0, 3).join(', ');
    const others =
      ids.length === 0 ? 'No workflow that you may use does.' : `Those that do: ${some}.`;
    const msg = `Send another workflow, or change ${field} of the shot. ${why} ${others}`;
    return { loc: ['body', 'workflow'], msg, type: 'value_error' };
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

  private async planned(
    caller: Caller,
    { kind, project, castFrom }: ResolvedTake,
    body: JsonRecord,
  ) {
    const request = this.requests.check(caller, kind, body, BODY);
    const plan = await this.planner.plan(caller, kind, request).catch((error: unknown) => {
      if (castFrom && error instanceof CharacterNotFound && error.requested !== undefined)
        throw new CastMemberNotFound(error.requested, castFrom);
      throw error;
    });
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

/** The pictures of the characters, as the plan used them. */
const characterSources = ({ characters }: Plan): readonly TakeSource[] =>
  (characters?.references ?? []).map(({ character, name, slot, used, why_not }) => ({
    name: name ?? character,
    character,
    slot,
    used,
    why_not,
  }));
