import { Stack, Switch } from '@mantine/core';
import type { Scene, Shot } from '../../../api/projects';
import { EditField } from '../../../ui/EditField';
import { useChosen } from '../../../ui/use-chosen';
import { CastField } from '../edit/CastField';
import { ChoiceField } from '../../../ui/ChoiceField';
import type { Editing } from '../edit/use-story-editing';
import { useShotEditing } from '../edit/use-story-editing';
import type { ShotPatch } from '../../../api/story-changes';
import { storyWords } from '../story-words';
import { EndImageField } from './EndImageField';

const { shot: words } = storyWords;

interface ShotStoryProps {
  readonly shot: Shot;
  readonly scene: Scene;
}

/** What the shot is: each field is saved by itself. */
export function ShotStory({ shot, scene }: ShotStoryProps) {
  const editing = useShotEditing(shot);
  const { isReadOnly, save, choose } = editing;
  return (
    <Stack gap="lg">
      <EditField
        label={words.prompt}
        help={words.promptHelp}
        value={shot.image_prompt}
        isReadOnly={isReadOnly}
        isLong
        onSave={(image_prompt) => save({ image_prompt })}
      />
      <EditField
        label={words.motion}
        help={words.motionHelp}
        value={shot.motion_prompt}
        isReadOnly={isReadOnly}
        isLong
        onSave={(motion_prompt) => save({ motion_prompt })}
      />
      <EditField
        label={words.camera}
        value={shot.camera}
        isReadOnly={isReadOnly}
        maxLength={1000}
        onSave={(camera) => save({ camera })}
      />
      <CastField
        label={words.cast}
        help={words.castFrom[scene.characters.length > 0 ? 'scene' : 'project']}
        cast={shot.characters}
        editing={editing}
      />
      <Timing shot={shot} editing={editing} />
      <ChoiceField
        label={words.start}
        value={shot.start_from}
        names={words.starts}
        isReadOnly={isReadOnly}
        onChoose={(start_from) => choose({ start_from })}
      />
      <EndImageField shot={shot} editing={editing} />
      <ChoiceField
        label={words.clipAudio}
        value={shot.clip_audio}
        names={words.clipAudios}
        isReadOnly={isReadOnly}
        onChoose={(clip_audio) => choose({ clip_audio })}
      />
      <EditField
        label={words.title}
        help={words.titleHelp}
        value={shot.title}
        isReadOnly={isReadOnly}
        maxLength={200}
        onSave={(title) => save({ title })}
      />
      <EditField
        label={words.notes}
        value={shot.description}
        isReadOnly={isReadOnly}
        isLong
        onSave={(description) => save({ description })}
      />
    </Stack>
  );
}

interface FieldProps {
  readonly shot: Shot;
  readonly editing: Editing<Shot, ShotPatch>;
}

function Timing({ shot, editing: { isReadOnly, save, choose } }: FieldProps) {
  const [timing, chooseTiming] = useChosen(shot.timing, (next) => choose({ timing: next }));
  return (
    <Stack gap="sm">
      <EditField
        label={words.length}
        value={String(shot.duration_seconds)}
        isReadOnly={isReadOnly}
        check={(text) => (secondsIn(text) === undefined ? words.lengthWrong : undefined)}
        onSave={(text) => save({ duration_seconds: secondsIn(text) ?? null })}
      />
      <Switch
        label={words.fit}
        checked={timing === 'fit_dialogue'}
        disabled={isReadOnly}
        onChange={({ currentTarget: { checked } }) =>
          void chooseTiming(checked ? 'fit_dialogue' : 'fixed')
        }
      />
    </Stack>
  );
}

/** A length that people wrote, `2.5` or `2,5`; `undefined` if shots can't have it. */
function secondsIn(text: string): number | undefined {
  const seconds = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && seconds >= 0.1 && seconds <= 600 ? seconds : undefined;
}
