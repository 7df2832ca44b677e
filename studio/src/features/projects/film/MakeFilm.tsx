import { Button } from '@mantine/core';
import { IconMovie } from '@tabler/icons-react';
import { useState } from 'react';
import { type ProjectTree, useRenders } from '../../../api/projects';
import { isUnfinished } from '../model';
import { FormModal } from '../../../ui/FormModal';
import { lazyPart } from '../../../ui/lazy-part';
import { projectsWords } from '../words';

const MakeFilmForm = lazyPart(async () => (await import('./MakeFilmForm')).MakeFilmForm);

const { film: words } = projectsWords;

/** Asks how the film should be made, and lists what is wrong with it; not while another film of the project is made. */
export function MakeFilm({ project }: { readonly project: ProjectTree }) {
  const [isOpen, setIsOpen] = useState(false);
  const renders = useRenders(project.id).data ?? [];
  return (
    <>
      <Button
        leftSection={<IconMovie size={18} stroke={1.5} aria-hidden="true" />}
        disabled={renders.some(isUnfinished)}
        onClick={() => setIsOpen(true)}
      >
        {renders.length > 0 ? words.again : words.make}
      </Button>
      <FormModal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={words.newTitle}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <MakeFilmForm project={project} onDone={() => setIsOpen(false)} />
      </FormModal>
    </>
  );
}
