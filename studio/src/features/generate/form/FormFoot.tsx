import { Button } from '@mantine/core';
import { axisTexts } from '../model';
import { formWords } from '../words';
import { useFormPart } from './form-state';
import styles from './Form.module.css';
import { useUploadProgress } from './media/uploads';
import { expectedSeconds } from './plan/model';
import { useCurrentPlan } from './plan/PlanContext';
import { PresetMenu } from './presets/PresetMenu';
import { useIsSubmitting, useSubmit } from './use-submit';

/** The main button, which says what it will do, and the presets. */
export function FormFoot() {
  const submit = useSubmit();
  const isSubmitting = useIsSubmitting();
  const uploading = useUploadProgress();
  const plan = useCurrentPlan();
  const runs = useFormPart(
    ({ count, axis }) => count * Math.max(1, axis ? axisTexts(axis.text).length : 1),
  );
  const seconds = plan ? expectedSeconds(plan, runs) : null;
  return (
    <div className={styles.foot}>
      <Button
        variant="filled"
        className={styles.main}
        classNames={{ label: styles.label }}
        disabled={uploading !== null}
        aria-busy={isSubmitting}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={submit}
      >
        {uploading === null ? (
          <>
            <span className={styles.does}>{formWords.generateCount(runs)}</span>
            {seconds !== null && seconds > 0 && (
              <span className={styles.about}>{formWords.about(seconds)}</span>
            )}
          </>
        ) : (
          formWords.uploading(uploading)
        )}
      </Button>
      <PresetMenu />
    </div>
  );
}
