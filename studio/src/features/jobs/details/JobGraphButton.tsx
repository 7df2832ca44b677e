import { Button, Modal } from '@mantine/core';
import { IconTopologyStar3 } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part';
import { jobsWords as words } from '../words';
import styles from './JobGraph.module.css';

const GraphViewer = lazyPart(async () => (await import('../graph/GraphViewer')).GraphViewer);

interface JobGraphButtonProps {
  readonly id: string;
  /** The graph node that failed. */
  readonly failedNode: string | null;
}

/** Opens the graph that was sent to the node. */
export function JobGraphButton({ id, failedNode }: JobGraphButtonProps) {
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
        // Of one height, so that nothing moves when the graph arrives or is searched.
        classNames={{ content: styles.dialog, body: styles.body }}
      >
        <GraphViewer id={id} failedNode={failedNode} />
      </Modal>
    </>
  );
}
