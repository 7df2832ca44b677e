import type { CSSProperties } from 'react';
import type { ProjectTree, Scene } from '../../../api/projects';
import { EmptyState } from '../../../ui/EmptyState';
import { cssRatio, isPortrait, sceneFacts } from '../model';
import { projectsWords as words } from '../words';
import { AddShot } from './AddShot';
import { ShotTile } from './ShotTile';
import styles from './ProjectPage.module.css';

interface ScenesProps {
  readonly project: ProjectTree;
  /** The shot whose takes are open. */
  readonly openId: string | undefined;
}

/** The scenes with their shots, in the order of the film. */
export function Scenes({ project, openId }: ScenesProps) {
  const { noScenes } = words.page;
  if (project.scenes.length === 0)
    return <EmptyState title={noScenes.title} text={noScenes.text} />;
  return project.scenes.map((scene) => (
    <SceneSection key={scene.id} scene={scene} aspectRatio={project.aspect_ratio} openId={openId} />
  ));
}

interface SceneSectionProps {
  readonly scene: Scene;
  readonly aspectRatio: string;
  readonly openId: string | undefined;
}

function SceneSection({ scene, aspectRatio, openId }: SceneSectionProps) {
  const headingId = `scene-${scene.id}`;
  const facts = sceneFacts(scene);
  return (
    <section aria-labelledby={headingId}>
      <header className={styles.sceneHead}>
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
      </header>
      {scene.summary !== '' && (
        <p className={styles.summary} dir="auto">
          {scene.summary}
        </p>
      )}
      <ul
        className={isPortrait(aspectRatio) ? styles.portraits : styles.shots}
        style={{ '--ratio': cssRatio(aspectRatio) } as CSSProperties}
      >
        {scene.shots.map((shot) => (
          <ShotTile
            key={shot.id}
            shot={shot}
            scene={scene.scene_number}
            isOpen={shot.id === openId}
          />
        ))}
        <li>
          <AddShot scene={scene} />
        </li>
      </ul>
    </section>
  );
}
