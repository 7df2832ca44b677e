import { SegmentedControl, Skeleton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import type { ProjectTree, Scene, Shot } from '../../../api/projects';
import { useTakes } from '../../../api/projects';
import { DetailsPanel, DetailsSection } from '../../../ui/DetailsPanel';
import { EmptyState } from '../../../ui/EmptyState';
import { Loading } from '../../../ui/Loading';
import { cssRatio, SHOT_PARTS, type ShotPart, stateOf, TONES } from '../model';
import { findShot } from '../order/story-order';
import { StateDot } from '../../../ui/StateDot';
import { lazyPart } from '../../../ui/lazy-part';
import { projectsWords as words } from '../words';
import { MakeTake } from './MakeTake';
import { ShotActions } from './ShotActions';
import styles from './ShotPanel.module.css';
import { ShotStage } from './ShotStage';
import { ShotStory } from './ShotStory';
import { Takes } from './Takes';

const ShotSpeech = lazyPart(async () => (await import('../speech/ShotSpeech')).ShotSpeech);

interface ShotPanelProps {
  readonly project: ProjectTree;
  /** Of the shot. */
  readonly id: string;
  readonly part: ShotPart | undefined;
  readonly onClose: () => void;
}

/** One shot: what is chosen; its takes, its story and its speech. */
export function ShotPanel({ project, id, part = 'takes', onClose }: ShotPanelProps) {
  const found = findShot(project, id);
  return (
    <DetailsPanel
      title={
        found ? words.shot.title(found.scene.scene_number, found.shot.shot_number) : words.title
      }
      closeLabel={words.shot.close}
      onClose={onClose}
    >
      {found === undefined ? (
        <EmptyState title={words.shot.gone.title} text={words.shot.gone.text} />
      ) : (
        <LoadedShot {...found} project={project} part={part} onClose={onClose} />
      )}
    </DetailsPanel>
  );
}

interface LoadedShotProps {
  readonly project: ProjectTree;
  readonly scene: Scene;
  readonly shot: Shot;
  readonly part: ShotPart;
  readonly onClose: () => void;
}

const PARTS = SHOT_PARTS.map((value) => ({ value, label: words.shot.parts[value] }));

function LoadedShot({ project, scene, shot, part, onClose }: LoadedShotProps) {
  const navigate = useNavigate({ from: '/projects/$id' });
  const takes = useTakes(shot);
  const state = stateOf(shot);
  if (takes.isLoading)
    return (
      <Loading>
        <Skeleton height={240} mb="lg" radius="xs" />
        <Skeleton height={160} radius="xs" />
      </Loading>
    );
  const style = { '--ratio': cssRatio(project.aspect_ratio) } as CSSProperties;
  return (
    <div className={styles.panel} style={style}>
      <ShotStage shot={shot} />
      <div>
        <StateDot tone={TONES[state]}>{words.shot.states[state]}</StateDot>
        {shot.locked && <p className={styles.note}>{words.shot.locked}</p>}
      </div>
      <ShotActions project={project} scene={scene} shot={shot} onDeleted={onClose} />
      <SegmentedControl
        fullWidth
        data={PARTS}
        value={part}
        onChange={(next) =>
          void navigate({
            search: (before) => ({ ...before, part: next }),
            replace: true,
            resetScroll: false,
          })
        }
        aria-label={words.shot.part}
      />
      {part === 'takes' && (
        <>
          <DetailsSection title={words.takes.new}>
            <MakeTake shot={shot} takes={takes.data} />
          </DetailsSection>
          <Takes shot={shot} takes={takes.data} error={takes.error} onRetry={takes.refetch} />
        </>
      )}
      {part === 'speech' && <ShotSpeech project={project} shot={shot} />}
      {part === 'story' && <ShotStory shot={shot} scene={scene} />}
    </div>
  );
}
