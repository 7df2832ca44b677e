import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteProject, type ProjectTree } from '../../../api/projects';
import { DeleteAction } from '../../../ui/DeleteAction';
import { notifyDone } from '../../../ui/notify';
import { projectsWords } from '../words';

/** Deletes the project, after asking. */
export function DeleteProject({ project }: { readonly project: ProjectTree }) {
  const words = projectsWords.page;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await deleteProject(project.id);
    notifyDone(words.deleted(project.title));
    await navigate({ to: '/projects' });
    queries.removeQueries({ queryKey: ['project', project.id] });
    void queries.invalidateQueries({ queryKey: ['projects'] });
  };
  return <DeleteAction words={words} title={words.deleteTitle(project.title)} remove={remove} />;
}
