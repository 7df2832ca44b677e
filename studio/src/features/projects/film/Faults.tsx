import type { ProjectTree, RenderPlan } from '../../../api/projects';
import { filmWords } from '../film-words';
import type { ShotPart } from '../model';
import { ShotLink } from '../ShotLink';
import { projectsWords } from '../words';
import styles from './Film.module.css';

const { film: words } = projectsWords;

type Fault = RenderPlan['faults'][number];

interface FaultsProps {
  readonly project: ProjectTree;
  readonly plan: RenderPlan;
  readonly onFollow: () => void;
}

/** The part of a shot in which a fault is corrected; its takes for others. */
const PARTS: Readonly<Partial<Record<Fault['code'], ShotPart>>> = {
  speech_overrun: 'story',
  clip_too_short: 'story',
  clip_without_sound: 'story',
  speech_missing: 'speech',
};

/** The fault in words for people, where the API speaks of requests. */
const detailOf = ({ code, detail }: Fault): string =>
  (filmWords.details as Readonly<Record<string, string>>)[code] ??
  detail
    .replace('send "subtitles": "soft"', filmWords.softCaptions)
    .replace(' ("clip_audio": "mute")', '');

/** What prevents the film, and what it would lack, with a way to the shot where it is about one. */
export function Faults({ project, plan, onFollow }: FaultsProps) {
  const blocking = plan.faults.filter((fault) => fault.blocking);
  const hints = plan.faults.filter((fault) => !fault.blocking);
  const lists = [
    [words.faults, blocking],
    [words.hints, hints],
  ] as const;
  return lists.map(
    ([title, faults]) =>
      faults.length > 0 && (
        <div key={title} role="status">
          <h3 className={styles.faultsTitle}>{title}</h3>
          <ul className={styles.faults}>
            {faults.map((fault, index) => (
              <li key={index}>
                {fault.shot_id !== null && (
                  <>
                    <ShotLink
                      project={project}
                      id={fault.shot_id}
                      part={PARTS[fault.code] ?? 'takes'}
                      onFollow={onFollow}
                    />
                    {': '}
                  </>
                )}
                {detailOf(fault)}
              </li>
            ))}
          </ul>
        </div>
      ),
  );
}
