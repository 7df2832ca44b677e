import { Button, NativeSelect, Stack } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { ProjectTree, Shot } from '../../../api/projects';
import { storyWords } from '../story-words';
import { projectsWords } from '../words';
import { OpenModal } from '../../../ui/OpenModal';
import { useStoryOrder } from './use-story-order';

const { order: words } = storyWords;

interface MoveShotProps {
  readonly project: ProjectTree;
  readonly shot: Shot;
  readonly onClose: () => void;
}

/** Moves a shot to any place of the film. */
export function MoveShot({ project, shot, onClose }: MoveShotProps) {
  const order = useStoryOrder(project.id);
  const [sceneId, setSceneId] = useState(shot.scene_id);
  const scene = project.scenes.find(({ id }) => id === sceneId);
  const others = (scene?.shots ?? []).filter(({ id }) => id !== shot.id);
  const [index, setIndex] = useState<number>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void order.moveShot(shot.id, { sceneId, index: index ?? others.length });
    onClose();
  };
  return (
    <OpenModal
      onClose={onClose}
      title={words.title}
      closeButtonProps={{ 'aria-label': projectsWords.new.close }}
    >
      <form onSubmit={submit}>
        <Stack gap="lg">
          <NativeSelect
            label={words.scene}
            value={sceneId}
            data={project.scenes.map(({ id, scene_number, title }) => ({
              value: id,
              label: [projectsWords.page.scene(scene_number), title].filter(Boolean).join(' '),
            }))}
            onChange={(event) => {
              setSceneId(event.currentTarget.value);
              setIndex(undefined);
            }}
          />
          <NativeSelect
            label={words.place}
            value={String(index ?? others.length)}
            data={[
              { value: '0', label: words.first },
              ...others.map(({ shot_number, title, image_prompt }, at) => ({
                value: String(at + 1),
                label: words.after(shot_number, title || image_prompt),
              })),
            ]}
            onChange={(event) => setIndex(Number(event.currentTarget.value))}
          />
          <Button type="submit" variant="filled">
            {words.submit}
          </Button>
        </Stack>
      </form>
    </OpenModal>
  );
}
