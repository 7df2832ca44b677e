import { IconFile, IconMusic, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useJobPreview } from '../../../api/job-preview';
import type { JobOutput, JobSummary } from '../../../api/types';
import { clipLength } from '../../../ui/format';
import { Picture } from '../../../ui/Picture';
import { jobsWords as words } from '../words';
import styles from './JobOutputs.module.css';

interface JobOutputsProps {
  readonly job: JobSummary;
  readonly previewRev: number | null;
}

/** What the job made: each opens in the lightbox. While it runs, the newest preview. */
export function JobOutputs({ job, previewRev }: JobOutputsProps) {
  const preview = useJobPreview(job.status === 'running' ? job.prompt_id : undefined, previewRev);
  if (job.outputs.length === 0)
    return preview === undefined ? null : (
      <Picture src={preview} alt={job.prompt} fit="contain" className={styles.preview} />
    );
  return (
    <ul
      className={styles.outputs}
      data-single={job.outputs.length === 1 || undefined}
      aria-label={words.details.results}
    >
      {job.outputs.map((output) => (
        <li key={`${output.subfolder}/${output.filename}`}>
          <Output output={output} alt={job.prompt || output.filename} />
        </li>
      ))}
    </ul>
  );
}

function Output({ output, alt }: { readonly output: JobOutput; readonly alt: string }) {
  if (output.type === 'text')
    return (
      <p className={styles.text} dir="auto">
        {output.text}
      </p>
    );
  if (output.missing || output.path === undefined)
    return <span className={styles.missing}>{words.details.missing}</span>;
  const path = output.path;
  return (
    <Link
      to="."
      search={(before) => ({ ...before, view: path })}
      resetScroll={false}
      className={styles.output}
      style={{ aspectRatio: output.width && output.height ? output.width / output.height : 1 }}
    >
      {output.thumbnail_url ? (
        <Picture
          src={output.thumbnail_url}
          alt={alt}
          width={output.width}
          height={output.height}
          fit="contain"
          className={styles.picture}
        />
      ) : (
        <FilePlaceholder output={output} />
      )}
      {output.duration !== undefined && output.duration > 0 && (
        <span className={styles.clip}>
          <IconPlayerPlay size={12} stroke={1.5} aria-hidden="true" />
          {clipLength(output.duration)}
        </span>
      )}
    </Link>
  );
}

function FilePlaceholder({ output }: { readonly output: JobOutput }) {
  const Icon = output.type === 'audio' ? IconMusic : IconFile;
  return (
    <span className={styles.file}>
      <Icon size={18} stroke={1.5} aria-hidden="true" />
      {output.filename}
    </span>
  );
}
