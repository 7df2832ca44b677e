import { Skeleton } from '@mantine/core';
import type { CSSProperties } from 'react';
import type { ProjectTree, Shot } from '../../../api/projects';
import { useTakes } from '../../../api/projects';
import { DetailsPanel, DetailsSection } from '../../../ui/DetailsPanel';
import { EmptyState } from '../../../ui/EmptyState';
import { Fact, Facts } from '../../../ui/Facts';
import { Loading } from '../../../ui/Loading';
import { cssRatio, stateOf, TONES } from '../model';
import { StateDot } from '../../../ui/StateDot';
import { projectsWords as words } from '../words';
import { MakeTake } from './MakeTake';
import styles from './ShotPanel.module.css';
import { ShotStage } from './ShotStage';
import { Takes } from './Takes';

interface ShotPanelProps {
  readonly project: ProjectTree;
  /** Of the shot. */
  readonly id: string;
  readonly onClose: () => void;
}

/** One shot: what is chosen, its takes, and how to make another. */
export function ShotPanel({ project, id, onClose }: ShotPanelProps) {
  const scene = project.scenes.find(({ shots }) => shots.some((shot) => shot.id === id));
  const shot = scene?.shots.find((one) => one.id === id);
  return (
    <DetailsPanel
      title={shot && scene ? words.shot.title(scene.scene_number, shot.shot_number) : words.title}
      closeLabel={words.shot.close}
      onClose={onClose}
    >
      {shot === undefined ? (
        <EmptyState title={words.shot.gone.title} text={words.shot.gone.text} />
      ) : (
        <LoadedShot shot={shot} aspectRatio={project.aspect_ratio} />
      )}
    </DetailsPanel>
  );
}

function LoadedShot({ shot, aspectRatio }: { readonly shot: Shot; readonly aspectRatio: string }) {
  const takes = useTakes(shot);
  const state = stateOf(shot);
  if (takes.isLoading)
    return (
      <Loading>
        <Skeleton height={240} mb="lg" radius="xs" />
        <Skeleton height={160} radius="xs" />
      </Loading>
    );
  return (
    <div className={styles.panel} style={{ '--ratio': cssRatio(aspectRatio) } as CSSProperties}>
      <ShotStage shot={shot} />
      <div>
        <StateDot tone={TONES[state]}>{words.shot.states[state]}</StateDot>
        {shot.locked && <p className={styles.note}>{words.shot.locked}</p>}
      </div>
      <DetailsSection title={words.takes.new}>
        <MakeTake shot={shot} takes={takes.data} />
      </DetailsSection>
      <Takes shot={shot} takes={takes.data} error={takes.error} onRetry={takes.refetch} />
      <ShotFacts shot={shot} />
    </div>
  );
}

function ShotFacts({ shot }: { readonly shot: Shot }) {
  const { shot: labels } = words;
  const seconds = labels.seconds(shot.duration_seconds);
  return (
    <DetailsSection title={labels.about}>
      <Facts>
        {shot.image_prompt !== '' && <Fact name={labels.prompt}>{shot.image_prompt}</Fact>}
        {shot.motion_prompt !== '' && <Fact name={labels.motion}>{shot.motion_prompt}</Fact>}
        {shot.camera !== '' && <Fact name={labels.camera}>{shot.camera}</Fact>}
        {shot.lines.length > 0 && (
          <Fact name={labels.lines}>
            {shot.lines.map(({ speaker, text }, index) => (
              <div key={index} dir="auto">
                {speaker === 'narrator' ? labels.narrator : speaker}: {text}
              </div>
            ))}
          </Fact>
        )}
        <Fact name={labels.length}>
          {shot.timing === 'fit_dialogue' ? `${seconds}, ${labels.withSpeech}` : seconds}
        </Fact>
      </Facts>
    </DetailsSection>
  );
}
