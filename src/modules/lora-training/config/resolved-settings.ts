import { DEFAULT_SETTINGS, type SomeSettings, type TrainingSettings } from './training-settings';

/**
 * The settings of a run. With cached text embeddings, captions are never dropped.
 * @param sent a request; its other fields are left out
 */
export function resolveSettings(template: SomeSettings, sent: SomeSettings): TrainingSettings {
  const isSetting = ([name, value]: [string, unknown]): boolean =>
    name in DEFAULT_SETTINGS && value !== undefined;
  const settings: TrainingSettings = {
    ...DEFAULT_SETTINGS,
    ...template,
    ...Object.fromEntries(Object.entries<unknown>(sent).filter(isSetting)),
  };
  return settings.cache_text_embeddings ? { ...settings, caption_dropout_rate: 0 } : settings;
}
