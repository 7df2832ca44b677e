import type { Schemas } from '@kinora/client';
import { api } from '../../../../api/client';
import { createStore } from '../../../../ui/external-store';

type Embedded = Schemas['EmbeddedResponse'];

/** Settings inside the last picture that was dropped; null when there are none, or they were dealt with. */
export const embeddedStore = createStore<Embedded | null>(null);

/**
 * Offers the settings of a picture, if it carries any.
 * @returns whether it does
 */
export async function offerSettings(path: string): Promise<boolean> {
  const embedded = await api.get('/api/media/{path}/embedded', { params: { path: { path } } });
  embeddedStore.set(embedded.format === 'none' ? null : embedded);
  return embedded.format !== 'none';
}
