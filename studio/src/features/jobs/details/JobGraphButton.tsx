import { Button, Modal } from '@mantine/core';
import { IconTopologyStar3 } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part';
import { jobsWords as words } from '../words';

const GraphViewer = lazyPart(async () => (await import('../graph/GraphViewer')).GraphViewer);

/** Opens the graph that was sent to the node. */
export function JobGraphButton({ id }: { readonly id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        onClick={() => setIsOpen(true)}
        leftSection={<IconTopologyStar3 size={18} stroke={1.5} aria-hidden="true" />}
      >
        {words.details.showGraph}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={words.graph.title}
        size={800}
        centered={false}
        closeButtonProps={{ 'aria-label': words.actions.close }}
      >
        <GraphViewer id={id} />
      </Modal>
    </>
  );
}
