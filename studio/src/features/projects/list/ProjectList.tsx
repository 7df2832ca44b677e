import { useProjects } from '../../../api/projects';
import { CreateButton } from '../../../routing/CreateAction';
import { CardList, CardListSkeleton } from '../../../ui/Cards';
import { EmptyState } from '../../../ui/EmptyState';
import { PagedList } from '../../../ui/PagedList';
import { projectsWords as words } from '../words';
import { ProjectCard } from './ProjectCard';

/** All projects of the caller, newest first. */
export function ProjectList() {
  return (
    <PagedList
      query={useProjects()}
      skeleton={<CardListSkeleton />}
      empty={
        <EmptyState title={words.empty.title} text={words.empty.text}>
          <CreateButton label={words.create} variant="filled" />
        </EmptyState>
      }
    >
      {(items) => (
        <CardList label={words.list}>
          {items.map((project) => (
            <ProjectCard key={project.id} project={project} />
          ))}
        </CardList>
      )}
    </PagedList>
  );
}
