import { Injectable } from '@nestjs/common';
import { CharacterReader, type CharacterTraits } from '../../characters/public/character-reader';
import { WorkflowCatalogue } from '../../workflows/public/workflow';
import { GenerationRequests } from '../../generation/public/generation-requests';
import { StoryRepository } from '../records/story.repository';
import { TAKE_KINDS, type TakeRow } from '../records/take.entity';
import { speakingCharacters, voicesOf } from '../speech/speakers';
import { filmOrder, type ShotInScene, type ShotInTree, type StoryTree } from '../tree/story-tree';
import { characterFingerprints } from './character-prints';
import { type ComposedTake, composeTake, type ShotToTake } from './compose-take';
import { type Ingredients, type StaleReason, staleReasons } from './ingredients';
import { speechIngredients } from './speech-ingredients';
import { type TakeKey, sourceTakes } from './take-sources';
import { TakesRepository } from '../records/takes.repository';

type Characters = ReadonlyMap<string, CharacterTraits>;

/** Reads the shots that takes are made of, and finds out which takes are stale. */
@Injectable()
export class ShotsToTakeService {
  constructor(
    private readonly takes: TakesRepository,
    private readonly story: StoryRepository,
    private readonly catalogue: WorkflowCatalogue,
    private readonly requests: GenerationRequests,
    private readonly characters: CharacterReader,
  ) {}

  /** The shots of a project in the order of the film, with the length of their speech. */
  async inFilm(tree: StoryTree): Promise<readonly ShotToTake[]> {
    return this.withSpeech(filmOrder(tree));
  }

  /** One of the shots that {@link inFilm} answers, without reading the whole project. */
  async one({ project, scene, shot }: ShotInScene): Promise<ShotToTake> {
    const place = { project, scene, shot };
    const [found] = await this.withSpeech([{ ...place, ...(await this.story.neighbours(place)) }]);
    if (!found) throw new Error('a shot has a place in the film');
    return found;
  }

  /**
   * The reasons why takes are stale, by take id. One statement, whatever the number of takes.
   * @param shots their shots, by id
   */
  async staleness(
    takes: readonly TakeRow[],
    shots: ReadonlyMap<string, ShotToTake>,
  ): Promise<ReadonlyMap<string, readonly StaleReason[]>> {
    const completed = takes.flatMap((take) => {
      const shot = shots.get(take.shot_id);
      return take.status === 'completed' && shot ? [{ take, shot }] : [];
    });
    const present = completed.map((one) => ({ ...one, now: this.composed(one.take, one.shot) }));
    const ids = new Set(present.flatMap(charactersOf));
    const characters = ids.size === 0 ? new Map() : await this.characters.find([...ids]);
    return new Map(
      present.map((one) => {
        const now = ingredientsOf(one, characters);
        return [one.take.id, now ? staleReasons(one.take.ingredients, now) : []];
      }),
    );
  }

  /** The selected takes of these shots by id, and why they are stale. */
  async selectedTakes(shots: readonly ShotToTake[]): Promise<{
    readonly selected: ReadonlyMap<string, TakeRow>;
    readonly stale: ReadonlyMap<string, readonly StaleReason[]>;
  }> {
    const ids = shots.flatMap(({ shot }) =>
      TAKE_KINDS.flatMap((kind) => shot[`${kind}_take`] ?? []),
    );
    const selected = await this.takes.byIds(ids);
    const byId = new Map(shots.map((one) => [one.shot.id, one]));
    return { selected, stale: await this.staleness([...selected.values()], byId) };
  }

  /** The takes that a take of these fields would be made from. */
  sources(take: Pick<TakeRow, 'kind' | 'fields'>, shot: ShotToTake): readonly TakeKey[] {
    const composed = this.composed(take, shot);
    return composed === null ? [] : sourceTakes(take.kind, shot.shot, composed.sources);
  }

  private async withSpeech(shots: readonly ShotInTree[]): Promise<readonly ShotToTake[]> {
    const speech = await this.takes.byIds(shots.flatMap(({ shot }) => shot.speech_take ?? []));
    return shots.map((one) => {
      const take = one.shot.speech_take === null ? null : speech.get(one.shot.speech_take);
      return { ...one, speechSeconds: take?.duration ?? null };
    });
  }

  /** What the shot would make now; `null` for speech, and if the take's workflow was removed. */
  private composed(
    { kind, fields }: Pick<TakeRow, 'kind' | 'fields'>,
    shot: ShotToTake,
  ): Omit<ComposedTake, 'errors'> | null {
    if (kind === 'speech') return null;
    const workflow = this.catalogue.get(String(fields['workflow']));
    if (!workflow) return null;
    const bodyFields = this.requests.fields(kind);
    return composeTake({ kind, fields, bodyFields }, shot, workflow);
  }
}

interface TakeOfShot {
  readonly take: TakeRow;
  readonly shot: ShotToTake;
  /** What the shot would make now. */
  readonly now: Pick<ComposedTake, 'ingredients' | 'characters'> | null;
}

/** Ids of the characters that the shot shows or that speak in it. */
const charactersOf = ({ take, shot, now }: TakeOfShot): readonly string[] =>
  take.kind === 'speech' ? speakingCharacters(shot.shot) : (now?.characters ?? []);

/** What the take would be made from now; `null` if its workflow was removed. */
function ingredientsOf(
  { take, shot, now }: TakeOfShot,
  characters: Characters,
): Ingredients | null {
  if (take.kind === 'speech')
    return speechIngredients(shot.shot, voicesOf(shot.shot, shot.project, characters));
  return (
    now && { ...now.ingredients, characters: characterFingerprints(now.characters, characters) }
  );
}
