import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import {
  checkObjectSize,
  type ValidationError,
  ValidationFailed,
} from '../../../platform/errors/validation-failed';
import type { JsonRecord } from '../../../platform/json';
import { GenerationRequests } from '../../generation/public/generation-requests';
import { MediaReader } from '../../media/public/media-reader';
import type { GenerateDto } from '../dto/generation.request';
import { ShotNotFound } from '../projects.errors';
import type { SkippedShot } from '../records/generation.entity';
import { TAKE_KINDS, type TakeRow } from '../records/take.entity';
import type { ShotToTake } from '../takes/compose-take';
import type { TakeKey } from '../takes/take-sources';
import { ShotsToTakeService } from '../takes/shots-to-take.service';
import { TakesRepository } from '../records/takes.repository';
import { ProjectAccessService } from '../tree/project-access.service';
import {
  chooseShotsToRemake,
  chooseShots,
  type Choice,
  type ChosenShot,
  type TakeFacts,
} from './bulk-choice';
import type { ShotTakeRequest } from './generation-planner.service';

/** The takes that a bulk call requests, before they are planned. */
export interface BulkTakeRequests {
  readonly requests: readonly ShotTakeRequest[];
  readonly skipped: readonly SkippedShot[];
}

/** As many as a project has shots; three kinds of each may be made again. */
const MAX_TAKES = 1_000;

/** Finds the shots that bulk calls make takes of. */
@Injectable()
export class BulkRequestsService {
  constructor(
    private readonly access: ProjectAccessService,
    private readonly shots: ShotsToTakeService,
    private readonly takes: TakesRepository,
    private readonly media: MediaReader,
    private readonly generationRequests: GenerationRequests,
  ) {}

  /** @throws ProjectNotFound, ProjectOfOtherOwner, ShotNotFound, ValidationFailed */
  async generate(caller: Caller, projectId: string, body: GenerateDto): Promise<BulkTakeRequests> {
    const fields = this.fieldsOf(caller, body);
    const film = await this.film(caller, projectId);
    const shots = named(film, body.shot_ids, projectId);
    const facts = await this.facts(projectId, film);
    const choice = chooseShots(shots, body.kind, body.only ?? 'missing', facts);
    return toRequests(choice, () => fields);
  }

  /** The speech of one shot, locked or not. @throws ProjectNotFound, ProjectOfOtherOwner, ShotNotFound */
  async speech(caller: Caller, projectId: string, shotId: string): Promise<BulkTakeRequests> {
    const shots = named(await this.film(caller, projectId), [shotId], projectId);
    const requests = shots.map((shot) => ({ shot, kind: 'speech' as const, fields: {} }));
    return { requests, skipped: [] };
  }

  /**
   * Selected takes that are stale or rejected, with the same fields again.
   * @throws ProjectNotFound, ProjectOfOtherOwner, ValidationFailed (too many takes)
   */
  async regenerate(caller: Caller, projectId: string): Promise<BulkTakeRequests> {
    const film = await this.film(caller, projectId);
    const facts = await this.facts(projectId, film);
    const fields = ({ shot, kind }: ChosenShot): JsonRecord =>
      facts.selected.get(shot.shot[`${kind}_take`] ?? '')?.fields ?? {};
    const sourcesOf = (one: ChosenShot): readonly TakeKey[] =>
      this.shots.sources({ kind: one.kind, fields: fields(one) }, one.shot);
    const choice = chooseShotsToRemake(film, facts, sourcesOf);
    const count = choice.chosen.length;
    if (count > MAX_TAKES) throw ValidationFailed.at(['body'], tooMany(count));
    return toRequests(choice, fields);
  }

  /** The generate body that is the same for all shots. @throws ValidationFailed */
  private fieldsOf(caller: Caller, body: GenerateDto): JsonRecord {
    const { kind, workflow, provider, fields = {} } = body;
    checkObjectSize(['body', 'fields'], fields);
    if (kind === 'speech') {
      const errors = notForSpeech({ workflow, provider, ...fields });
      if (errors.length > 0) throw new ValidationFailed(errors);
      return {};
    }
    const errors = [...missing({ workflow, provider }), ...misplaced(fields)];
    if (errors.length > 0)
      throw this.generationRequests.advise(caller, kind, body, new ValidationFailed(errors));
    return { ...fields, workflow, provider };
  }

  private async film(caller: Caller, projectId: string): Promise<readonly ShotToTake[]> {
    await this.access.ownProject(caller, projectId);
    return this.shots.inFilm(await this.access.tree(caller, projectId));
  }

  private async facts(projectId: string, film: readonly ShotToTake[]): Promise<TakeFacts> {
    const { selected, stale } = await this.shots.selectedTakes(film);
    const open = await this.takes.openIn(projectId);
    const files = film.flatMap(({ shot }) => TAKE_KINDS.flatMap((kind) => shot[kind] ?? []));
    const present = await this.media.ownersOf([...new Set(files)]);
    const openKeys = new Set(open.map(({ shot_id, kind }) => `${shot_id} ${kind}`));
    return {
      selected,
      isStale: (id) => (stale.get(id) ?? []).length > 0,
      isGone: (path) => !present.has(path),
      isOpen: (id, kind) => openKeys.has(`${id} ${kind}`),
    };
  }
}

const toRequests = (
  { chosen, skipped }: Choice,
  fields: (one: ChosenShot) => TakeRow['fields'],
): BulkTakeRequests => ({
  requests: chosen.map((one) => ({ ...one, fields: fields(one) })),
  skipped,
});

const tooMany = (count: number): string =>
  `This call would make ${count} takes, and one makes ${MAX_TAKES} at most. Send …/generate for each kind: with "only": "stale", and for rejected takes with "only": "all" and shot_ids.`;

/** In the order of the film. @throws ShotNotFound for one that isn't in it */
function named(
  film: readonly ShotToTake[],
  ids: readonly string[] | undefined,
  projectId: string,
): readonly ShotToTake[] {
  if (!ids) return film;
  const wanted = new Set(ids);
  const shots = film.filter(({ shot }) => wanted.has(shot.id));
  for (const { shot } of shots) wanted.delete(shot.id);
  const [missing] = wanted;
  if (missing !== undefined) throw new ShotNotFound(projectId, missing);
  return shots;
}

const missing = (own: JsonRecord): readonly ValidationError[] =>
  Object.keys(own)
    .filter((name) => own[name] === undefined)
    .map((name) => ({ loc: ['body', name], msg: 'Send this field.', type: 'missing' }));

const misplaced = (fields: JsonRecord): readonly ValidationError[] =>
  Object.keys(fields)
    .filter((name) => NOT_SHARED.includes(name))
    .map((name) => ({
      loc: ['body', 'fields', name],
      msg: MISPLACED[name] ?? `Send ${name} beside fields, or leave it out.`,
      type: 'extra_forbidden',
    }));

const notForSpeech = (sent: JsonRecord): readonly ValidationError[] =>
  Object.keys(sent)
    .filter((name) => sent[name] !== undefined)
    .map((name) => ({
      loc: name === 'workflow' || name === 'provider' ? ['body', name] : ['body', 'fields', name],
      msg: 'Leave this out: the voices of the speakers decide about speech.',
      type: 'extra_forbidden',
    }));

const MISPLACED: Readonly<Record<string, string>> = {
  submit: 'Leave this out. To queue nothing, send dry_run: true beside fields.',
  type: 'Leave this out: kind says what is made.',
};

const NOT_SHARED = ['workflow', 'provider', 'submit', 'type'];
