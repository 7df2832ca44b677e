import { Button, Skeleton } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useJobGraph } from '../../../api/jobs';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorState } from '../../../ui/ErrorState';
import { Loading } from '../../../ui/Loading';
import { SearchField } from '../../../ui/SearchField';
import { copyAndTell } from '../../../ui/copy';
import { jobsWords as words } from '../words';
import { GraphNodeItem, type GraphTarget } from './GraphNodeItem';
import { graphNodes, matchingNodes } from './model';
import styles from './GraphViewer.module.css';

interface GraphViewerProps {
  readonly id: string;
  /** The graph node that failed: it is marked, and in view when the graph opens. */
  readonly failedNode: string | null;
}

/** The graph of a job as a list in the order of its flow, with search and links between its nodes. */
export function GraphViewer({ id, failedNode }: GraphViewerProps) {
  const graph = useJobGraph(id);
  const [query, setQuery] = useState('');
  const [target, setTarget] = useState<GraphTarget | null>(
    failedNode === null ? null : { id: failedNode },
  );
  const nodes = useMemo(() => graphNodes(graph.data), [graph.data]);
  const titles = useMemo(() => new Map(nodes.map((node) => [node.id, node.title])), [nodes]);
  const shown = matchingNodes(nodes, query);
  if (graph.error !== null)
    return <ErrorState error={graph.error} onRetry={() => void graph.refetch()} />;
  if (graph.data === undefined)
    return (
      <Loading>
        <Skeleton height="100%" radius="xs" />
      </Loading>
    );
  const goTo = (node: string) => {
    setQuery('');
    setTarget({ id: node });
  };
  return (
    <div className={styles.viewer}>
      <div className={styles.head}>
        <SearchField label={words.graph.search} value={query} onChange={setQuery} />
        <span className={styles.count} role="status">
          {words.graph.count(shown.length, nodes.length)}
        </span>
        <Button
          leftSection={<IconCopy size={18} stroke={1.5} aria-hidden="true" />}
          onClick={() => void copyAndTell(JSON.stringify(graph.data, null, 2))}
        >
          {words.graph.copy}
        </Button>
      </div>
      {shown.length === 0 && <EmptyState title={words.graph.none} />}
      <ol className={styles.nodes}>
        {shown.map((node) => (
          <GraphNodeItem
            key={node.id}
            node={node}
            titles={titles}
            target={node.id === target?.id ? target : null}
            hasFailed={node.id === failedNode}
            onGoTo={goTo}
          />
        ))}
      </ol>
    </div>
  );
}
