import type { VoiceConfig } from '../../api/voices';

/** The voice with a changed field; `null` once it has no id any more. */
export function voiceWith(
  voice: VoiceConfig | null,
  change: Partial<Pick<VoiceConfig, 'provider' | 'voice_id' | 'name'>>,
): VoiceConfig | null {
  const before = voice ?? { provider: 'elevenlabs', voice_id: '', name: '', settings: {} };
  const next = { ...before, ...change };
  return next.voice_id.trim() === '' ? null : next;
}
