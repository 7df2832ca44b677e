import { Button, Modal } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import type { ProjectTree } from '../../../api/projects';
import { filmWords as words } from '../film-words';
import { shotsOf } from '../model';
import { lazyPart } from '../../../ui/lazy-part';
import { projectsWords } from '../words';

const PreviewPlayer = lazyPart(async () => (await import('./PreviewPlayer')).PreviewPlayer);

/** Plays what is chosen for the shots, in the order of the film, before the film is made. */
export function Preview({ project }: { readonly project: ProjectTree }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        leftSection={<IconPlayerPlay size={18} stroke={1.5} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {words.preview}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={words.previewTitle}
        size={880}
        closeButtonProps={{ 'aria-label': projectsWords.new.close }}
      >
        <PreviewPlayer shots={shotsOf(project)} aspectRatio={project.aspect_ratio} />
      </Modal>
    </>
  );
}
