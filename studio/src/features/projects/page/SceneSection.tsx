import { IconGripVertical } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import type { ProjectTree, Scene } from '../../../api/projects';
import { cssRatio, isPortrait, sceneFacts } from '../model';
import type { StoryOrder } from '../order/use-story-order';
import { storyWords } from '../story-words';
import { projectsWords as words } from '../words';
import { AddShot } from './AddShot';
import styles from './ProjectPage.module.css';
import { SceneActions } from './SceneActions';
import { ShotTile } from './ShotTile';

interface SceneSectionProps {
  readonly project: ProjectTree;
  readonly scene: Scene;
  readonly openId: string | undefined;
  readonly order: StoryOrder;
  /** A scene that is dragged would be put in front of it. */
  readonly isDropBefore: boolean;
  /** A dragged shot would be put in front of this one; null: at the end. */
  readonly dropBefore: string | null | undefined;
}

/** One scene: where and when it is, what happens, and its shots. */
export function SceneSection({ project, scene, openId, order, ...drop }: SceneSectionProps) {
  const headingId = `scene-${scene.id}`;
  const facts = sceneFacts(scene);
  const { aspect_ratio } = project;
  return (
    <section aria-labelledby={headingId} data-scene-id={scene.id}>
      {drop.isDropBefore && <div className={styles.dropLine} />}
      <header className={styles.sceneHead}>
        <span
          draggable
          data-scene-handle={scene.id}
          className={styles.handle}
          title={storyWords.scene.drag}
          aria-hidden="true"
        >
          <IconGripVertical size={18} stroke={1.5} />
        </span>
        <h2 id={headingId} className={styles.sceneTitle}>
          {words.page.scene(scene.scene_number)}
          {scene.title !== '' && (
            <>
              {' '}
              <bdi className={styles.sceneName}>{scene.title}</bdi>
            </>
          )}
        </h2>
        <span className={styles.facts} dir="auto">
          {facts.join(' · ')}
        </span>
        <SceneActions project={project} scene={scene} order={order} />
      </header>
      {scene.summary !== '' && (
        <p className={styles.summary} dir="auto">
          {scene.summary}
        </p>
      )}
      <ul
        className={isPortrait(aspect_ratio) ? styles.portraits : styles.shots}
        style={{ '--ratio': cssRatio(aspect_ratio) } as CSSProperties}
      >
        {scene.shots.map((shot) => (
          <ShotTile
            key={shot.id}
            shot={shot}
            scene={scene.scene_number}
            isOpen={shot.id === openId}
            isDropBefore={drop.dropBefore === shot.id}
          />
        ))}
        <li data-drop={drop.dropBefore === null || undefined} className={styles.last}>
          <AddShot scene={scene} />
        </li>
      </ul>
    </section>
  );
}
