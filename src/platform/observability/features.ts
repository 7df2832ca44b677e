const features = new Set<string>();

/** Names a part of the API, at import; `GET /api/session` lists all, so that clients see what this version offers. */
export function registerFeature(name: string): void {
  features.add(name);
}

/** All features, sorted. */
export const registeredFeatures = (): string[] => [...features].sort();
