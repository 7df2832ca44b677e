import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconLock, IconLockOpen } from '@tabler/icons-react';
import { useState } from 'react';
import type { ProjectTree, Scene, Shot } from '../../../api/projects';
import { useQueryClient } from '@tanstack/react-query';
import { deleteShot } from '../../../api/story-changes';
import { DeleteAction } from '../../../ui/DeleteAction';
import { IconAction } from '../../../ui/IconAction';
import { notifyDone } from '../../../ui/notify';
import { useShotEditing } from '../edit/use-story-editing';
import { MoveShot } from '../order/MoveShot';
import { neighbouringPlace } from '../order/story-order';
import { useStoryOrder } from '../order/use-story-order';
import { storyWords } from '../story-words';
import { projectsWords } from '../words';
import styles from './ShotPanel.module.css';

const { shot: words } = storyWords;

interface ShotActionsProps {
  readonly project: ProjectTree;
  readonly scene: Scene;
  readonly shot: Shot;
  readonly onDeleted: () => void;
}

/** Moves, locks and deletes a shot. */
export function ShotActions({ project, scene, shot, onDeleted }: ShotActionsProps) {
  const queries = useQueryClient();
  const order = useStoryOrder(project.id);
  const { choose } = useShotEditing(shot);
  const [isMoving, setIsMoving] = useState(false);
  const name = projectsWords.shot.title(scene.scene_number, shot.shot_number);
  const [earlier, later] = ([-1, 1] as const).map((by) => neighbouringPlace(project, shot.id, by));
  const remove = async () => {
    await deleteShot(shot);
    notifyDone(words.deleted(name));
    onDeleted();
    await queries.invalidateQueries({ queryKey: ['project', project.id] });
  };
  return (
    <div className={styles.actions}>
      <IconAction
        icon={IconArrowLeft}
        label={words.earlier}
        shortcut="Shift ←"
        disabled={!earlier}
        onClick={() => earlier && void order.moveShot(shot.id, earlier)}
      />
      <IconAction
        icon={IconArrowRight}
        label={words.later}
        shortcut="Shift →"
        disabled={!later}
        onClick={() => later && void order.moveShot(shot.id, later)}
      />
      <Button onClick={() => setIsMoving(true)}>{words.move}</Button>
      <Button
        leftSection={
          shot.locked ? (
            <IconLockOpen size={18} stroke={1.5} aria-hidden="true" />
          ) : (
            <IconLock size={18} stroke={1.5} aria-hidden="true" />
          )
        }
        title={words.lockHelp}
        onClick={() => void choose({ locked: !shot.locked })}
      >
        {shot.locked ? words.unlock : words.lock}
      </Button>
      {!shot.locked && (
        <span className={styles.delete}>
          <DeleteAction words={words} title={words.deleteTitle(name)} remove={remove} />
        </span>
      )}
      {isMoving && <MoveShot project={project} shot={shot} onClose={() => setIsMoving(false)} />}
    </div>
  );
}
