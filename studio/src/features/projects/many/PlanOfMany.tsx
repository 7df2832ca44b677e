import type { GenerationPlan } from '../../../api/generations';
import type { ProjectTree } from '../../../api/projects';
import { makingWords as words } from '../making-words';
import { ShotLink } from '../ShotLink';
import styles from './Many.module.css';

interface PlanOfManyProps {
  readonly project: ProjectTree;
  readonly plan: GenerationPlan;
}

/** What a call would make, what prevents it, and what it would leave out. */
export function PlanOfMany({ project, plan }: PlanOfManyProps) {
  const { count, takes, refused, skipped, expected_seconds } = plan;
  const time = expected_seconds === null ? words.unknownTime : words.time(expected_seconds);
  return (
    <div className={styles.plan} role="status">
      {refused.length > 0 && (
        <Part title={words.refused}>
          {refused.map(({ shot_id, kind, detail }, index) => (
            <li key={index}>
              <ShotLink project={project} id={shot_id} />, {words.kindOf[kind]}: {detail}
            </li>
          ))}
        </Part>
      )}
      {count === 0 ? (
        refused.length === 0 && <p className={styles.note}>{words.nothing}</p>
      ) : (
        <Part title={`${words.plan} · ${time}`}>
          {takes.map(({ position, shot_id, kind, after, unused }) => (
            <li key={position}>
              <ShotLink project={project} id={shot_id} />, {words.kindOf[kind]}
              {after.length > 0 && ` · ${words.after}`}
              {unused.length > 0 && (
                <p className={styles.note}>
                  {words.unused(unused.map(({ name, why_not }) => why_not ?? name).join(' '))}
                </p>
              )}
            </li>
          ))}
        </Part>
      )}
      {skipped.length > 0 && (
        <Part title={words.skipped}>
          {skipped.map(({ shot_id, kind, because }) => (
            <li key={`${shot_id} ${kind}`}>
              <ShotLink project={project} id={shot_id} />, {words.kindOf[kind]}:{' '}
              {words.reasons[because]}
            </li>
          ))}
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.list}>{children}</ul>
    </div>
  );
}
