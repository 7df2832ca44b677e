import { useLiveJob, useUnfinishedJobs } from '../../api/live-jobs';
import type { Provider } from '../../api/types';
import { TextLink } from '../../routing/links';
import { useSecondsUntil } from '../../ui/use-seconds-until';
import styles from './NodeQueue.module.css';
import { nodesWords as words } from './words';

/** What runs on the node now, how many jobs wait in its own queue, and all jobs for it: the other ones wait in Kinora. */
export function NodeQueue({ node }: { readonly node: Provider }) {
  const { running, pending } = node.queue;
  const foreign = running - node.running.length;
  const jobs = useUnfinishedJobs().filter(({ job }) => job.provider === node.id).length;
  const isOffline = node.status === 'offline';
  return (
    <div className={styles.queue}>
      <div>
        {isOffline ? jobs === 0 && words.noJobs : words.running(running)}
        {!isOffline && pending > 0 && ` · ${words.pending(pending)}`}
        {jobs > 0 && (
          <>
            {!isOffline && ' · '}
            <TextLink to="/jobs" search={{ provider: node.id }}>
              {words.showJobs(jobs)}
            </TextLink>
          </>
        )}
      </div>
      {node.running.length > 0 && (
        <ul>
          {node.running.map((id) => (
            <RunningJob key={id} id={id} />
          ))}
          {foreign > 0 && <li>{words.others(foreign)}</li>}
        </ul>
      )}
    </div>
  );
}

function RunningJob({ id }: { readonly id: string }) {
  const live = useLiveJob(id);
  const seconds = useSecondsUntil(live?.endsAt ?? null);
  return (
    <li>
      <TextLink to="/jobs" search={{ job: id }} dir="auto">
        {live?.job.prompt ?? id}
      </TextLink>
      {seconds !== null && seconds > 0 && (
        <span className={styles.left}>{words.left(seconds)}</span>
      )}
    </li>
  );
}
