import { IconWand } from '@tabler/icons-react';
import type { ProjectTree } from '../../../api/projects';
import { makingWords as words } from '../making-words';
import { ActionModal } from '../../../ui/ActionModal';
import { lazyPart } from '../../../ui/lazy-part';

const MakeManyForm = lazyPart(async () => (await import('./MakeManyForm')).MakeManyForm);

interface MakeManyProps {
  readonly project: ProjectTree;
  /** Only these; omitted: all shots. */
  readonly shotIds?: readonly string[];
  readonly onStarted?: () => void;
}

/** Asks what to make of many shots, and shows what it would be before it is sent. */
export function MakeMany({ project, shotIds, onStarted }: MakeManyProps) {
  return (
    <ActionModal
      leftSection={<IconWand size={18} stroke={1.5} aria-hidden="true" />}
      label={shotIds === undefined ? words.open : words.openFor(shotIds.length)}
      title={shotIds === undefined ? words.title : words.titleFor(shotIds.length)}
    >
      {(close) => (
        <MakeManyForm
          project={project}
          shotIds={shotIds}
          onDone={() => {
            close();
            onStarted?.();
          }}
        />
      )}
    </ActionModal>
  );
}
