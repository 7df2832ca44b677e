import { Skeleton } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type ProjectTree, useProject, useRenders } from '../../../api/projects';
import { ButtonLink } from '../../../routing/links';
import { ErrorState } from '../../../ui/ErrorState';
import { Loading } from '../../../ui/Loading';
import { PageFrame, PageScroll } from '../../../ui/PageFrame';
import { problemOf } from '../../../ui/problem';
import { PathTitle, TopBar } from '../../top-bar/public';
import { Film } from '../film/Film';
import { ShotPanel } from '../shot/ShotPanel';
import { projectsWords as words } from '../words';
import { ProjectBar } from './ProjectBar';
import styles from './ProjectPage.module.css';
import { Scenes } from './Scenes';

/** One project: its scenes and shots in the order of the film, the takes of a shot, and the film. */
export function ProjectPage() {
  const { id } = useParams({ from: '/projects/$id' });
  const { shot } = useSearch({ from: '/projects/$id' });
  const navigate = useNavigate({ from: '/projects/$id' });
  const close = useCallback(
    () => void navigate({ search: ({ shot: _shot, ...others }) => others, resetScroll: false }),
    [navigate],
  );
  const project = useProject(id);
  // A film stands above the scenes: they would move if it came later.
  // After a failure, `isLoading` would be true again with each part that mounts and asks once more.
  const areFilmsLoading = !useRenders(id).isFetched;
  const tree = areFilmsLoading || isGone(project) ? undefined : project.data;
  return (
    // Another element once there is a bar and a panel in it: none moves when they appear.
    <PageFrame
      key={String(tree !== undefined)}
      header={
        <TopBar>
          <PathTitle to="/projects" place={words.title} name={project.data?.title ?? ''} />
        </TopBar>
      }
      filters={tree && <ProjectBar project={tree} />}
      side={
        tree !== undefined && shot !== undefined ? (
          <ShotPanel key={shot} project={tree} id={shot} onClose={close} />
        ) : undefined
      }
    >
      <PageScroll id={`project-${id}`}>
        {tree !== undefined ? (
          <LoadedProject key={id} project={tree} openId={shot} />
        ) : project.error !== null ? (
          <ErrorState
            error={project.error}
            onRetry={() => void project.refetch()}
            wayOut={<ButtonLink to="/projects">{words.all}</ButtonLink>}
          />
        ) : (
          <Loading>
            <Skeleton height={32} mb="lg" radius="xs" />
            <Skeleton height={240} radius="xs" />
          </Loading>
        )}
      </PageScroll>
    </PageFrame>
  );
}

/** Somebody else may have deleted the project while it was shown. */
const isGone = ({ error }: Pick<ReturnType<typeof useProject>, 'error'>): boolean =>
  error !== null && problemOf(error).isMissing;

interface LoadedProjectProps {
  readonly project: ProjectTree;
  readonly openId: string | undefined;
}

function LoadedProject({ project, openId }: LoadedProjectProps) {
  return (
    <div className={styles.page}>
      <Film project={project} />
      <Scenes project={project} openId={openId} />
    </div>
  );
}
