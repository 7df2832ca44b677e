import { useQueryClient } from '@tanstack/react-query';
import { type DatasetItem, setCaption, showCaption } from '../../../api/datasets';
import { EditField } from '../../../ui/EditField';
import { notifyUnsaved } from '../../../ui/notify';
import { tellSaved } from '../../../ui/save-status';
import styles from './Dataset.module.css';
import { datasetWords as words } from './words';

interface CaptionFieldProps {
  /** Id of the dataset. */
  readonly dataset: string;
  readonly item: DatasetItem;
  readonly isReadOnly: boolean;
  /** Among many, where the picture above says what it is. */
  readonly isLabelHidden?: boolean;
}

/** The caption of a picture. It is saved when the field is left. */
export function CaptionField({ dataset, item, isReadOnly, isLabelHidden }: CaptionFieldProps) {
  const queries = useQueryClient();
  const { name, caption } = item;
  const save = async (text: string): Promise<boolean> => {
    try {
      await setCaption(dataset, name, text);
    } catch (error) {
      notifyUnsaved(error);
      return false;
    }
    // As the service stores it.
    showCaption(queries, dataset, name, text.trim());
    for (const part of ['report', 'caption-versions'])
      void queries.invalidateQueries({ queryKey: ['dataset', dataset, part] });
    tellSaved();
    return true;
  };
  if (caption === null) return <p className={styles.unreadable}>{words.unreadable}</p>;
  if (isReadOnly && isLabelHidden)
    return (
      <p className={styles.caption} dir="auto">
        {caption || words.noCaption}
      </p>
    );
  return (
    <EditField
      label={isLabelHidden ? words.captionOf(name) : words.captionField}
      isLabelHidden={isLabelHidden}
      placeholder={words.noCaption}
      value={caption}
      isReadOnly={isReadOnly}
      isLong
      onSave={save}
    />
  );
}
