import { codedError } from '../../../platform/errors/app-error';
import { NARRATOR } from '../records/shot.entity';

export class VoiceMissing extends codedError({
  code: 'voice_missing',
  status: 409,
  meaning:
    'A speaker has no voice. Give the character a `voice`, or the project a `narrator_voice`; `speakers` names who lacks one.',
}) {
  /** @param speakers character ids or `narrator` */
  constructor(speakers: readonly string[]) {
    const character = speakers.find((speaker) => speaker !== NARRATOR);
    super(
      `No voice is set for ${speakers.join(', ')}. Set the voice of the character, or narrator_voice of the project, to one that GET /api/voices lists.`,
      {
        ...(character === undefined ? {} : { hint: `PATCH /api/characters/${character}` }),
        extras: { speakers },
      },
    );
  }
}

export class ShotWithoutLines extends codedError({
  code: 'shot_without_lines',
  status: 409,
  meaning: 'The shot has no lines to speak. Send PATCH {"lines": […]} to the shot first.',
}) {
  constructor() {
    super('The shot has no lines to speak. Give it lines first.');
  }
}

export class SpeechTooLong extends codedError({
  code: 'speech_too_long',
  status: 409,
  meaning:
    'The lines of the shot and the silences after them are longer together than a recording may be. Shorten them, or divide the shot.',
}) {
  /** @param seconds of the lines that are spoken already, and of all silences */
  constructor(seconds: number, limit: number) {
    super(
      `The lines of this shot and the silences after them are longer than ${limit} seconds together. Shorten them, or divide the shot.`,
      { extras: { seconds: Math.round(seconds), limit } },
    );
  }
}
