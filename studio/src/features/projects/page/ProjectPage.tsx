import { Skeleton } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { type ProjectTree, useProject, useRenders } from '../../../api/projects';
import { useSession } from '../../../api/session';
import { ButtonLink } from '../../../routing/links';
import { ErrorState } from '../../../ui/ErrorState';
import { Loading } from '../../../ui/Loading';
import { PageFrame, PageScroll } from '../../../ui/PageFrame';
import { isGone } from '../../../ui/problem';
import { PathTitle, TopBar } from '../../top-bar/public';
import { Film } from '../film/Film';
import { Generations } from '../many/Generations';
import { ShotSelectionContext, toggled } from '../many/selection';
import { storyWords } from '../story-words';
import { projectsWords as words } from '../words';
import { OpenPanel } from './OpenPanel';
import { ProjectBar } from './ProjectBar';
import styles from './ProjectPage.module.css';
import { Scenes } from './Scenes';

/** One project: its scenes and shots in the order of the film, the takes of a shot, and the film. */
export function ProjectPage() {
  const { id } = useParams({ from: '/projects/$id' });
  const search = useSearch({ from: '/projects/$id' });
  const navigate = useNavigate({ from: '/projects/$id' });
  const close = useCallback(
    () =>
      void navigate({
        search: ({ shot: _shot, part: _part, scene: _scene, about: _about, ...others }) => others,
        resetScroll: false,
      }),
    [navigate],
  );
  const project = useProject(id);
  // A film stands above the scenes: they would move if it came later.
  // After a failure, `isLoading` would be true again with each part that mounts and asks once more.
  const areFilmsLoading = !useRenders(id).isFetched;
  const tree = areFilmsLoading || isGone(project) ? undefined : project.data;
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selection = useMemo(
    () => ({
      ids,
      toggle: (one: string) => setIds((before) => toggled(before, one)),
      set: (all: readonly string[]) => setIds(new Set(all)),
    }),
    [ids],
  );
  return (
    <ShotSelectionContext value={selection}>
      {/* Another element once there is a bar and a panel in it: none moves when they appear. */}
      <PageFrame
        key={String(tree !== undefined)}
        header={
          <TopBar>
            <PathTitle to="/projects" place={words.title} name={project.data?.title ?? ''} />
          </TopBar>
        }
        filters={tree && <ProjectBar project={tree} />}
        side={tree && <OpenPanel project={tree} search={search} onClose={close} />}
      >
        <PageScroll id={`project-${id}`}>
          {tree !== undefined ? (
            <LoadedProject key={id} project={tree} openId={search.shot} />
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
    </ShotSelectionContext>
  );
}

interface LoadedProjectProps {
  readonly project: ProjectTree;
  readonly openId: string | undefined;
}

function LoadedProject({ project, openId }: LoadedProjectProps) {
  const session = useSession().data;
  // Admins see whose a project is.
  const isForeign =
    session !== undefined &&
    project.owner !== undefined &&
    project.owner !== (session.agent?.id ?? null);
  return (
    <div className={styles.page}>
      {isForeign && <p className={styles.summary}>{storyWords.project.foreign}</p>}
      <Film project={project} />
      <Scenes project={project} openId={openId} />
      <Generations project={project.id} />
    </div>
  );
}
