import {
  IconAlertTriangle,
  IconBan,
  IconClock,
  IconFile,
  IconMusic,
  IconPhotoOff,
  IconVideo,
} from '@tabler/icons-react';
import { useJobPreview } from '../../api/job-preview';
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
  const preview = useJobPreview(job.status === 'running' ? job.prompt_id : undefined, previewRev);
  const src = smallPictureOf(job) ?? preview;
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

function StateSign({ job: { status, outputs } }: { readonly job: JobSummary }) {
  if (status === 'failed') return <IconAlertTriangle {...ICON} />;
  if (status === 'cancelled') return <IconBan {...ICON} />;
  if (status !== 'completed') return <IconClock {...ICON} />;
  if (outputs.every(({ missing }) => missing)) return <IconPhotoOff {...ICON} />;
  if (outputs.some(({ type }) => type === 'audio')) return <IconMusic {...ICON} />;
  return <IconFile {...ICON} />;
}
