import { IconAlertTriangle, IconBan, IconClock, IconMusic, IconVideo } from '@tabler/icons-react';
import type { JobSummary } from '../../api/types';
import { Picture } from '../../ui/Picture';
import { smallPictureOf } from './model';
import styles from './JobThumbnail.module.css';

interface JobThumbnailProps {
  readonly job: JobSummary;
  /** Number of the newest preview picture of a running job. */
  readonly previewRev: number | null;
}

const ICON = { size: 18, stroke: 1.5 } as const;

/** The job's first result, its preview while it runs, or a sign of its state. The words beside it say the same. */
export function JobThumbnail({ job, previewRev }: JobThumbnailProps) {
  const src = smallPictureOf(job) ?? previewUrl(job, previewRev);
  if (src === undefined)
    return (
      <span className={styles.frame} aria-hidden="true">
        <StateSign job={job} />
      </span>
    );
  return (
    <span className={styles.frame}>
      <Picture src={src} alt="" className={styles.picture} />
      {job.kind === 'video' && (
        <IconVideo className={styles.clip} size={14} stroke={1.5} aria-hidden="true" />
      )}
    </span>
  );
}

const previewUrl = (job: JobSummary, rev: number | null): string | undefined =>
  job.status === 'running' && rev !== null
    ? `/api/jobs/${job.prompt_id}/preview?rev=${rev}`
    : undefined;

function StateSign({ job: { status, outputs } }: { readonly job: JobSummary }) {
  if (status === 'failed') return <IconAlertTriangle {...ICON} />;
  if (status === 'cancelled') return <IconBan {...ICON} />;
  if (outputs.some(({ type }) => type === 'audio')) return <IconMusic {...ICON} />;
  return <IconClock {...ICON} />;
}
