import type { Provider } from '../../api/types';
import { exactTime } from '../../ui/format';
import { Time } from '../../ui/Time';
import { useNow } from '../../ui/use-now';
import { NodeDevices } from './NodeDevices';
import { NodeQueue } from './NodeQueue';
import { NodeWorkflows } from './NodeWorkflows';
import styles from './NodeRow.module.css';
import { nodesWords as words } from './words';

/** One node: its state and why, its memory, its work, and what it can run. */
export function NodeRow({ node }: { readonly node: Provider }) {
  const isOnline = node.status === 'online';
  return (
    <li className={styles.node}>
      <div className={styles.identity}>
        <h2 className={styles.name}>
          <span className={styles.dot} data-state={node.status} aria-hidden="true" />
          <bdi>{node.name}</bdi>
          {node.is_default && <span className={styles.badge}>{words.default}</span>}
        </h2>
        <p className={styles.state} data-state={node.status}>
          {isOnline ? words.online : words.offline} <Since iso={node.since} />
        </p>
        <p className={styles.about}>{aboutText(node)}</p>
        {node.base_url !== undefined && <p className={styles.address}>{node.base_url}</p>}
      </div>
      <div className={styles.work}>
        <NodeProblem node={node} />
        <NodeDevices devices={node.devices} />
        <NodeQueue node={node} />
        <NodeWorkflows node={node} />
      </div>
    </li>
  );
}

/** How long the state has lasted. */
function Since({ iso }: { readonly iso: string }) {
  const now = useNow(true);
  return (
    <time dateTime={iso} title={exactTime(iso)}>
      {words.lasted(Math.max(0, (now - Date.parse(iso)) / 1000))}
    </time>
  );
}

function aboutText(node: Provider): string {
  const kind =
    node.kind === 'simulator'
      ? words.simulator
      : node.version === undefined
        ? ''
        : words.comfyui(node.version);
  return [kind, words.makes(node.roles)].filter(Boolean).join(' · ');
}

/** Why it is away; for a node that is back, what its last problem was. */
function NodeProblem({ node }: { readonly node: Provider }) {
  if (node.status === 'offline')
    return (
      <p className={styles.problem}>
        {sentence(node.error ?? node.last_error?.message ?? '')}{' '}
        {node.last_seen_at === null ? (
          words.neverSeen
        ) : (
          <>
            {words.lastSeen} <Time iso={node.last_seen_at} />
          </>
        )}
        .
      </p>
    );
  if (node.last_error === null) return null;
  return (
    <p className={styles.last}>
      {words.lastError}, <Time iso={node.last_error.at} />: {node.last_error.message}
    </p>
  );
}

/** The API's reasons are clauses: "it refuses connections: …". */
const sentence = (text: string): string =>
  text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
