import { PageFrame, PageScroll } from '../../../ui/PageFrame';
import { TopBar } from '../../top-bar/public';
import { projectsWords as words } from '../words';
import { CreateProject } from './CreateProject';
import { ProjectList } from './ProjectList';

/** The stories that films are made of. */
export function ProjectsPage() {
  return (
    <PageFrame
      header={
        <TopBar>
          <h1>{words.title}</h1>
        </TopBar>
      }
      filters={<CreateProject />}
    >
      <PageScroll id="projects">
        <ProjectList />
      </PageScroll>
    </PageFrame>
  );
}
