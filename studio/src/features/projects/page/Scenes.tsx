import type { ProjectTree } from '../../../api/projects';
import { CreateButton } from '../../../routing/CreateAction';
import { EmptyState } from '../../../ui/EmptyState';
import { useDragOrder } from '../order/use-drag-order';
import { useStoryOrder } from '../order/use-story-order';
import { projectsWords as words } from '../words';
import styles from './ProjectPage.module.css';
import { SceneSection } from './SceneSection';
import { useOrderKeys } from './use-order-keys';

interface ScenesProps {
  readonly project: ProjectTree;
  /** The shot that is open beside the page. */
  readonly openId: string | undefined;
}

/** The scenes with their shots, in the order of the film. */
export function Scenes({ project, openId }: ScenesProps) {
  const order = useStoryOrder(project.id);
  const { place, handlers } = useDragOrder(project, order);
  useOrderKeys(project, order);
  const { noScenes } = words.page;
  if (project.scenes.length === 0)
    return (
      <EmptyState title={noScenes.title} text={noScenes.text}>
        <CreateButton label={words.page.addScene} variant="filled" />
      </EmptyState>
    );
  return (
    <div className={styles.scenes} {...handlers}>
      {project.scenes.map((scene) => (
        <SceneSection
          key={scene.id}
          project={project}
          scene={scene}
          openId={openId}
          order={order}
          isDropBefore={place?.kind === 'scene' && place.before === scene.id}
          dropBefore={
            place?.kind === 'shot' && place.sceneId === scene.id ? place.before : undefined
          }
        />
      ))}
      {place?.kind === 'scene' && place.before === null && <div className={styles.dropLine} />}
    </div>
  );
}
