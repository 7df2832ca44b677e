import { Menu } from '@mantine/core';
import { IconDots, IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectTree, Scene } from '../../../api/projects';
import { deleteScene } from '../../../api/story-changes';
import { MenuItemLink } from '../../../routing/links';
import { DeleteDialog } from '../../../ui/DeleteAction';
import { IconAction } from '../../../ui/IconAction';
import { notifyDone } from '../../../ui/notify';
import type { StoryOrder } from '../order/use-story-order';
import { storyWords } from '../story-words';
import { projectsWords } from '../words';

const { scene: words } = storyWords;

interface SceneActionsProps {
  readonly project: ProjectTree;
  readonly scene: Scene;
  readonly order: StoryOrder;
}

/** Edits, moves and deletes a scene. */
export function SceneActions({ project, scene, order }: SceneActionsProps) {
  const queries = useQueryClient();
  const [isDeleting, setIsDeleting] = useState(false);
  const index = project.scenes.indexOf(scene);
  const name = projectsWords.page.scene(scene.scene_number);
  const remove = async () => {
    await deleteScene(scene);
    notifyDone(words.deleted(name));
    await queries.invalidateQueries({ queryKey: ['project', project.id] });
  };
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <IconAction icon={IconDots} label={words.actions(name)} />
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItemLink
            to="."
            search={({ shot: _shot, about: _about, ...before }) => ({ ...before, scene: scene.id })}
            resetScroll={false}
            leftSection={<IconPencil size={18} stroke={1.5} aria-hidden="true" />}
          >
            {words.edit(name)}
          </MenuItemLink>
          <Menu.Item
            disabled={index === 0}
            onClick={() => void order.moveScene(scene.id, index - 1)}
          >
            {words.up}
          </Menu.Item>
          <Menu.Item
            disabled={index === project.scenes.length - 1}
            onClick={() => void order.moveScene(scene.id, index + 1)}
          >
            {words.down}
          </Menu.Item>
          <Menu.Item onClick={() => setIsDeleting(true)}>{words.delete}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDeleting && (
        <DeleteDialog
          words={words}
          title={words.deleteTitle(name)}
          remove={remove}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </>
  );
}
