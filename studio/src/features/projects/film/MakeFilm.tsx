import { IconMovie } from '@tabler/icons-react';
import { type ProjectTree, useRenders } from '../../../api/projects';
import { isUnfinished } from '../model';
import { ActionModal } from '../../../ui/ActionModal';
import { lazyPart } from '../../../ui/lazy-part';
import { projectsWords } from '../words';

const MakeFilmForm = lazyPart(async () => (await import('./MakeFilmForm')).MakeFilmForm);

const { film: words } = projectsWords;

/** Asks how the film should be made, and lists what is wrong with it; not while another film of the project is made. */
export function MakeFilm({ project }: { readonly project: ProjectTree }) {
  const renders = useRenders(project.id).data ?? [];
  return (
    <ActionModal
      leftSection={<IconMovie size={18} stroke={1.5} aria-hidden="true" />}
      disabled={renders.some(isUnfinished)}
      label={renders.length > 0 ? words.again : words.make}
      title={words.newTitle}
    >
      {(close) => <MakeFilmForm project={project} onDone={close} />}
    </ActionModal>
  );
}
