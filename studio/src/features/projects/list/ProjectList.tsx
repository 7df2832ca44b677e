import { Button, Skeleton } from '@mantine/core';
import { useProjects } from '../../../api/projects';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorState } from '../../../ui/ErrorState';
import { Loading } from '../../../ui/Loading';
import { projectsWords as words } from '../words';
import { ProjectCard } from './ProjectCard';
import styles from './ProjectList.module.css';

/** All projects of the caller, newest first. */
export function ProjectList() {
  const projects = useProjects();
  if (projects.data === undefined && projects.error !== null)
    return <ErrorState error={projects.error} onRetry={() => void projects.refetch()} />;
  if (projects.data === undefined)
    return (
      <Loading>
        <div className={styles.list}>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} className={styles.skeleton} radius="xs" />
          ))}
        </div>
      </Loading>
    );
  const items = projects.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <EmptyState title={words.empty.title} text={words.empty.text} />;
  return (
    <>
      <ul className={styles.list} aria-label={words.list}>
        {items.map((project) => (
          <ProjectCard key={project.id} project={project} />
        ))}
      </ul>
      {projects.hasNextPage && (
        <Button loading={projects.isFetchingNextPage} onClick={() => void projects.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </>
  );
}
