import type { AppConfig } from '../config/app-config';

type IsUsable = (config: AppConfig) => boolean;

const features = new Map<string, IsUsable>();

/**
 * Names a part of the API, at import.
 * @param isUsable whether the operator has set up what it needs; omitted if it needs nothing
 */
export function registerFeature(name: string, isUsable: IsUsable = () => true): void {
  features.set(name, isUsable);
}

/** The parts of the API that can be used with this configuration, sorted. */
export const usableFeatures = (config: AppConfig): string[] =>
  [...features].flatMap(([name, isUsable]) => (isUsable(config) ? name : [])).sort();
