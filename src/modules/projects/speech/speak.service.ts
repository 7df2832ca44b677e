import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { assertMayUseCharacters } from '../../../platform/access/character.errors';
import { checkObjectSize, ValidationFailed } from '../../../platform/errors/validation-failed';
import type { Plain } from '../../../platform/plain';
import { Slots, SlotsBusy } from '../../../platform/slots';
import { CharacterNotFound } from '../../characters/public/character-errors';
import { CharacterReader } from '../../characters/public/character-reader';
import { MediaLists, type MediaRecord } from '../../media/public/media-lists';
import { SpeechBusy } from '../../speech/public/speech-errors';
import {
  DEFAULT_SPEECH_PROVIDER,
  type Speech,
  type SpeechRequest,
  SpeechSynthesizer,
  type SpeechVoice,
} from '../../speech/public/speech-synthesizer';
import { NARRATOR } from '../records/shot.entity';
import { ProjectAccessService } from '../tree/project-access.service';
import type { SpeakDto } from './dto/speak.request';
import { VoiceMissing } from './speech.errors';

/** Texts of one caller that are spoken, or wait for their turn at the provider, at once. */
const LIMITS = { perOwner: 4, maxWaitingPerOwner: 20 };
const RETRY_MS = 5_000;
const TOO_MANY =
  'Too many of your texts wait to be spoken. Send this one again when others are done.';

export interface SpokenText {
  readonly record: Plain<MediaRecord>;
  /** False if the caller has had the same text spoken before. */
  readonly isNew: boolean;
}

/** A voice, and the labels of the recording. */
interface ChosenVoice {
  readonly voice: SpeechVoice;
  readonly project?: string;
  readonly characters?: readonly string[];
}

/** Speaks single texts with the voice of a character, of a project's narrator, or any other. */
@Injectable()
export class SpeakService {
  private readonly slots = new Slots(Number.POSITIVE_INFINITY, LIMITS);

  constructor(
    private readonly access: ProjectAccessService,
    private readonly characters: CharacterReader,
    private readonly synthesizer: SpeechSynthesizer,
    private readonly media: MediaLists,
  ) {}

  /**
   * @throws ValidationFailed, CharacterNotAllowed, CharacterNotFound, ProjectNotFound, ProjectOfOtherOwner, VoiceMissing,
   *   and what `SpeechSynthesizer.speak` throws
   */
  async speak(caller: Caller, body: SpeakDto): Promise<SpokenText> {
    checkObjectSize(['body', 'settings'], body.settings);
    const { voice, ...labels } = await this.choose(caller, body);
    const settings = { ...voice.settings, ...body.settings };
    const request = { ...labels, text: body.text, voice: { ...voice, settings } };
    this.synthesizer.check(request.voice);
    const { path, isNew } = await this.inTurn(caller, request);
    return { record: await this.media.record(caller, path), isNew };
  }

  /** @throws SpeechBusy when too many texts of the caller wait */
  private async inTurn(caller: Caller, request: SpeechRequest): Promise<Speech> {
    try {
      const speak = () => this.synthesizer.speak(caller, request);
      return await this.slots.run(speak, caller.ownerId ?? '');
    } catch (error) {
      if (!(error instanceof SlotsBusy)) throw error;
      throw new SpeechBusy(request.voice.provider, RETRY_MS, TOO_MANY);
    }
  }

  private async choose(caller: Caller, body: SpeakDto): Promise<ChosenVoice> {
    const { character, project, voice_id, provider } = body;
    const sent = [character, project, voice_id].filter((id) => id !== undefined);
    if (sent.length !== 1)
      throw ValidationFailed.at(['body'], 'Send exactly one of character, project and voice_id.');
    if (voice_id === undefined && provider !== undefined)
      throw ValidationFailed.at(['body', 'provider'], 'Send it only together with voice_id.');
    if (character !== undefined) return this.ofCharacter(caller, character);
    if (project !== undefined) return this.ofNarrator(caller, project);
    const chosen = { provider: provider ?? DEFAULT_SPEECH_PROVIDER, voice_id: voice_id ?? '' };
    return { voice: { ...chosen, settings: {} } };
  }

  private async ofCharacter(caller: Caller, id: string): Promise<ChosenVoice> {
    assertMayUseCharacters(caller, [id]);
    const character = (await this.characters.find([id])).get(id);
    if (!character) throw new CharacterNotFound(id);
    if (!character.voice) throw new VoiceMissing([id]);
    return { voice: character.voice, characters: [id] };
  }

  private async ofNarrator(caller: Caller, id: string): Promise<ChosenVoice> {
    const { narrator_voice } = await this.access.ownProject(caller, id);
    if (!narrator_voice) throw new VoiceMissing([NARRATOR]);
    return { voice: narrator_voice, project: id };
  }
}
