import { Banners } from './Banners';
import { LiveRegion } from './LiveRegion';
import { SimulatorStrip } from './SimulatorStrip';

/** The strip above every page. */
export const TopNotice = SimulatorStrip;

/** What lies above every page, and what screen readers say. */
export function Notices() {
  return (
    <>
      <Banners />
      <LiveRegion />
    </>
  );
}
