import { Link } from '@tanstack/react-router';
import { type Sample, sampleUrl, useSamples } from '../../../api/training-runs';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { FormError } from '../../../ui/FormError';
import { Picture } from '../../../ui/Picture';
import { isClip, samplesByPrompt } from '../model';
import styles from './Run.module.css';
import { runWords } from './words';

const { samples: words } = runWords;

/** The sample pictures of each prompt, newest first. */
export function Samples({ run }: { readonly run: string }) {
  const { data: samples, error } = useSamples(run);
  return (
    <DetailsSection heading="h2" title={words.title}>
      {samples === undefined
        ? error && <FormError error={error} />
        : samples.length === 0 && <p className={styles.hint}>{words.none}</p>}
      {samplesByPrompt(samples ?? []).map((row) => (
        <div key={row.index} className={styles.prompt}>
          <p className={styles.promptText} dir="auto">
            {row.prompt}
          </p>
          <ul className={styles.samples} aria-label={row.prompt}>
            {row.samples.map((sample) => (
              <li key={sample.name}>
                <SampleLink run={run} sample={sample} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </DetailsSection>
  );
}

function SampleLink({ run, sample }: { readonly run: string; readonly sample: Sample }) {
  const step = words.step(sample.step);
  const url = sampleUrl(run, sample);
  return (
    <Link
      to="/training/runs/$name"
      params={{ name: run }}
      search={(before) => ({ ...before, sample: sample.name })}
      resetScroll={false}
      className={styles.sample}
      aria-label={words.open(step, sample.prompt)}
    >
      {isClip(sample.name) ? (
        <video src={url} muted preload="metadata" className={styles.picture} />
      ) : (
        <Picture src={url} alt="" className={styles.picture} />
      )}
      <span className={styles.step}>{step}</span>
    </Link>
  );
}
