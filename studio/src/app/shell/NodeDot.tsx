import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useProviders } from '../../api/providers';
import { shellWords } from '../words';
import { nodeState } from './model';
import styles from './Shell.module.css';

/** Whether the nodes are there; leads to them. */
export function NodeDot() {
  const { data } = useProviders();
  const state = nodeState(data ?? []);
  const label = data ? labelOf(data) : shellWords.nodesUnknown;
  return (
    <Tooltip label={label} position="right">
      <Link to="/nodes" className={styles.link} activeProps={{}} aria-label={label}>
        <span className={styles.dot} data-state={data ? state : undefined} aria-hidden="true" />
        <span className={styles.label}>{data ? shortLabelOf(data) : label}</span>
      </Link>
    </Tooltip>
  );
}

type Nodes = readonly { readonly status: string }[];

const onlineCount = (nodes: Nodes): number =>
  nodes.filter(({ status }) => status === 'online').length;

const shortLabelOf = (nodes: Nodes): string => shellWords.online(onlineCount(nodes), nodes.length);

function labelOf(nodes: Nodes): string {
  const online = onlineCount(nodes);
  return online === 0 ? shellWords.noNode : shellWords.nodesOnline(online, nodes.length);
}
