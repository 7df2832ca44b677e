import type { Provider } from '../../api/types';
import styles from './NodeDevices.module.css';
import { nodesWords as words } from './words';

/** The devices with how much of their memory is in use. */
export function NodeDevices({ devices }: { readonly devices: Provider['devices'] }) {
  if (devices.length === 0) return null;
  return (
    <ul className={styles.devices}>
      {devices.map((device, index) => (
        <Device key={`${index} ${device.name}`} device={device} />
      ))}
    </ul>
  );
}

function Device({ device }: { readonly device: Provider['devices'][number] }) {
  const used = Math.max(0, device.vram_total - device.vram_free);
  const share = device.vram_total === 0 ? 0 : used / device.vram_total;
  const text = words.memoryUse(used, device.vram_total);
  return (
    <li className={styles.device}>
      <span className={styles.name}>{device.name}</span>
      <span className={styles.use}>{text}</span>
      <div
        className={styles.bar}
        role="meter"
        aria-label={`${words.memory(device.type)}, ${device.name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={text}
      >
        <span data-full={share > 0.95 || undefined} style={{ transform: `scaleX(${share})` }} />
      </div>
    </li>
  );
}
