import { Stack } from '@mantine/core';
import type { ProjectTree, Scene } from '../../../api/projects';
import { DetailsPanel } from '../../../ui/DetailsPanel';
import { EditField } from '../../../ui/EditField';
import { EmptyState } from '../../../ui/EmptyState';
import { storyWords } from '../story-words';
import { projectsWords } from '../words';
import { CastField } from './CastField';
import { useSceneEditing } from './use-story-editing';

const { scene: words } = storyWords;

interface ScenePanelProps {
  readonly project: ProjectTree;
  /** Of the scene. */
  readonly id: string;
  readonly onClose: () => void;
}

/** What a scene is: each field is saved by itself. */
export function ScenePanel({ project, id, onClose }: ScenePanelProps) {
  const scene = project.scenes.find((one) => one.id === id);
  return (
    <DetailsPanel
      title={scene ? projectsWords.page.scene(scene.scene_number) : projectsWords.title}
      closeLabel={projectsWords.shot.close}
      onClose={onClose}
    >
      {scene === undefined ? (
        <EmptyState title={words.gone.title} text={words.gone.text} />
      ) : (
        <SceneFields scene={scene} />
      )}
    </DetailsPanel>
  );
}

function SceneFields({ scene }: { readonly scene: Scene }) {
  const editing = useSceneEditing(scene);
  const { isReadOnly, save } = editing;
  return (
    <Stack gap="lg">
      <EditField
        label={words.name}
        help={words.nameHelp}
        value={scene.title}
        isReadOnly={isReadOnly}
        maxLength={200}
        onSave={(title) => save({ title })}
      />
      <EditField
        label={words.summary}
        help={words.summaryHelp}
        value={scene.summary}
        isReadOnly={isReadOnly}
        isLong
        onSave={(summary) => save({ summary })}
      />
      <EditField
        label={words.location}
        help={words.promptHelp}
        value={scene.location}
        isReadOnly={isReadOnly}
        maxLength={500}
        onSave={(location) => save({ location })}
      />
      <EditField
        label={words.time}
        value={scene.time_of_day}
        isReadOnly={isReadOnly}
        maxLength={100}
        onSave={(time_of_day) => save({ time_of_day })}
      />
      <EditField
        label={words.setting}
        value={scene.setting}
        isReadOnly={isReadOnly}
        maxLength={64}
        onSave={(setting) => save({ setting })}
      />
      <EditField
        label={words.weather}
        value={scene.weather}
        isReadOnly={isReadOnly}
        maxLength={64}
        onSave={(weather) => save({ weather })}
      />
      <CastField
        label={words.cast}
        help={words.castHelp}
        cast={scene.characters}
        editing={editing}
      />
    </Stack>
  );
}
