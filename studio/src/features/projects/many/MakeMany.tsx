import { Button } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import type { ProjectTree } from '../../../api/projects';
import { makingWords as words } from '../making-words';
import { FormModal } from '../../../ui/FormModal';
import { lazyPart } from '../../../ui/lazy-part';
import { projectsWords } from '../words';

const MakeManyForm = lazyPart(async () => (await import('./MakeManyForm')).MakeManyForm);

interface MakeManyProps {
  readonly project: ProjectTree;
  /** Only these; omitted: all shots. */
  readonly shotIds?: readonly string[];
  readonly onStarted?: () => void;
}

/** Asks what to make of many shots, and shows what it would be before it is sent. */
export function MakeMany({ project, shotIds, onStarted }: MakeManyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        leftSection={<IconWand size={18} stroke={1.5} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {shotIds === undefined ? words.open : words.openFor(shotIds.length)}
      </Button>
      <FormModal
        opened={isOpen}
        onClose={close}
        title={shotIds === undefined ? words.title : words.titleFor(shotIds.length)}
        closeButtonProps={{ 'aria-label': projectsWords.new.close }}
      >
        <MakeManyForm
          project={project}
          shotIds={shotIds}
          onDone={() => {
            close();
            onStarted?.();
          }}
        />
      </FormModal>
    </>
  );
}
